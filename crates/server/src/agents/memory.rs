//! One budget for the memory of all agents of the process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use crate::pool::Origin;

/// One origin has up to three quarters of the memory, another up to three quarters of the rest, and so on.
const GREED: u32 = 3;

/// How much memory all agents together may fill, in MiB.
pub struct MemoryBudget {
    total: u32,
    /// Whether one origin leaves some to the others.
    is_shared: bool,
    shared: Arc<SharedMemory>,
    waiting: AtomicUsize,
}

struct SharedMemory {
    memory: Mutex<Memory>,
    /// Told whenever some is given back.
    grown: Notify,
}

/// In MiB.
struct Memory {
    free: u32,
    /// What each origin has.
    held: HashMap<Origin, u32>,
}

/// Memory that is kept for an agent, until this is dropped.
pub struct Reservation {
    mib: u32,
    origin: Origin,
    shared: Arc<SharedMemory>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut memory = self.shared.memory.lock().expect("nobody panics with it");
        memory.free += self.mib;
        if let Some(held) = memory.held.get_mut(&self.origin) {
            *held -= self.mib;
            if *held == 0 {
                memory.held.remove(&self.origin);
            }
        }
        self.shared.grown.notify_waiters();
    }
}

impl MemoryBudget {
    /// A budget of so many MiB, of which one origin leaves some to the others if it is shared.
    pub fn new(mib: usize, is_shared: bool) -> MemoryBudget {
        let total = u32::try_from(mib).unwrap_or(u32::MAX);
        let memory = Mutex::new(Memory { free: total, held: HashMap::new() });
        let shared = Arc::new(SharedMemory { memory, grown: Notify::new() });
        MemoryBudget { total, is_shared, shared, waiting: AtomicUsize::new(0) }
    }

    /// The whole budget.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Whether somebody waits for memory.
    pub fn is_short(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    /// Memory that is free now; `None` when there is not so much for this origin. Who has some already gets more as long as
    /// they then have no more than `GREED` times what is left: there is always something for the next origin.
    fn try_reserve(&self, origin: Origin, mib: u32) -> Option<Reservation> {
        let mut memory = self.shared.memory.lock().expect("nobody panics with it");
        let left = memory.free.checked_sub(mib)?;
        let held = memory.held.get(&origin).copied().unwrap_or(0);
        if self.is_shared && held > 0 && held + mib > left.saturating_mul(GREED) {
            return None;
        }
        memory.free = left;
        memory.held.insert(origin, held + mib);
        Some(Reservation { mib, origin, shared: Arc::clone(&self.shared) })
    }

    /// Waits for memory. `release` gives back some that is kept in store, and says whether there was any. Whoever needs
    /// little is not held up by somebody who waits for much. The caller has checked that the whole budget is large
    /// enough.
    pub async fn reserve(
        &self,
        origin: Origin,
        mib: u32,
        mut release: impl FnMut() -> bool,
    ) -> Reservation {
        let _counted = Counted::new(&self.waiting);
        loop {
            // Whatever is given back from here on is heard of.
            let mut grown = std::pin::pin!(self.shared.grown.notified());
            grown.as_mut().enable();
            if let Some(reservation) = self.try_reserve(origin, mib) {
                return reservation;
            }
            if !release() {
                grown.await;
            }
        }
    }
}

/// Counts somebody who waits, also if they are cancelled.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Counted<'a> {
        count.fetch_add(1, Ordering::SeqCst);
        Counted(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What agents may fill unless somebody says: half of the memory that this process may have, in MiB.
pub fn half_of_machine() -> usize {
    const UNKNOWN: usize = 4096;
    machine_mib().map_or(UNKNOWN, |mib| (mib / 2).max(64))
}

/// The memory of the machine, or of the container that this process is in.
fn machine_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let machine: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse::<usize>().ok());
    Some((machine >> 10).min(container.map_or(usize::MAX, |bytes| bytes >> 20)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(host: u8) -> Origin {
        Origin::of([10, 0, 0, host].into())
    }

    #[tokio::test]
    async fn whoever_does_not_fit_waits() {
        let budget = Arc::new(MemoryBudget::new(100, false));
        let none = || false;
        let first = budget.reserve(origin(1), 60, none).await;
        let second = tokio::spawn({
            let budget = Arc::clone(&budget);
            async move { budget.reserve(origin(1), 60, || false).await }
        });
        while !budget.is_short() {
            tokio::task::yield_now().await;
        }
        assert!(!second.is_finished());
        drop(first);
        drop(second.await.unwrap());
        assert!(!budget.is_short());
        let mut kept = vec![
            budget.reserve(origin(1), 50, none).await,
            budget.reserve(origin(1), 50, none).await,
        ];
        let third = budget.reserve(origin(1), 80, || kept.pop().is_some()).await;
        assert!(kept.is_empty());
        drop(third);
    }

    #[tokio::test]
    async fn whoever_gives_up_no_longer_waits() {
        let budget = MemoryBudget::new(10, false);
        let _all = budget.reserve(origin(1), 10, || false).await;
        let short = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(short, budget.reserve(origin(1), 1, || false)).await.is_err());
        assert!(!budget.is_short());
    }

    #[test]
    fn one_origin_leaves_memory_to_others() {
        let budget = MemoryBudget::new(100, true);
        let most = |host: u8, mib: u32| -> Vec<Reservation> {
            std::iter::from_fn(|| budget.try_reserve(origin(host), mib)).collect()
        };
        let first = most(1, 5);
        let second = most(2, 5);
        assert_eq!((first.len(), second.len()), (15, 3));
        assert!(budget.try_reserve(origin(3), 10).is_some());
        drop((first, second));
        // Who has nothing gets a single large one.
        let large = budget.try_reserve(origin(1), 90).unwrap();
        assert!(budget.try_reserve(origin(1), 1).is_none());
        assert!(budget.try_reserve(origin(2), 10).is_some());
        drop(large);
        assert!(budget.shared.memory.lock().unwrap().held.is_empty());
    }
}
