//! One budget for the memory of all agents of the process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

/// How much memory all agents together may fill, in MiB.
pub struct MemoryBudget {
    total: u32,
    free: Arc<Free>,
    waiting: AtomicUsize,
}

struct Free {
    mib: Mutex<u32>,
    /// Told whenever some is given back.
    grown: Notify,
}

/// Memory that is kept for an agent, until this is dropped.
pub struct Reservation {
    mib: u32,
    free: Arc<Free>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        *self.free.mib.lock().expect("nobody panics with it") += self.mib;
        self.free.grown.notify_waiters();
    }
}

impl MemoryBudget {
    /// A budget of so many MiB.
    pub fn new(mib: usize) -> MemoryBudget {
        let total = u32::try_from(mib).unwrap_or(u32::MAX);
        let free = Arc::new(Free { mib: Mutex::new(total), grown: Notify::new() });
        MemoryBudget { total, free, waiting: AtomicUsize::new(0) }
    }

    /// The whole budget.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Whether somebody waits for memory.
    pub fn is_short(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    /// Memory that is free now; `None` when there is not so much.
    fn try_reserve(&self, mib: u32) -> Option<Reservation> {
        let mut free = self.free.mib.lock().expect("nobody panics with it");
        *free = free.checked_sub(mib)?;
        Some(Reservation { mib, free: Arc::clone(&self.free) })
    }

    /// Waits for memory. `release` gives back some that is kept in store, and says whether there was any. Whoever needs
    /// little is not held up by somebody who waits for much. The caller has checked that the whole budget is large
    /// enough.
    pub async fn reserve(&self, mib: u32, mut release: impl FnMut() -> bool) -> Reservation {
        let _counted = Counted::new(&self.waiting);
        loop {
            // Whatever is given back from here on is heard of.
            let mut grown = std::pin::pin!(self.free.grown.notified());
            grown.as_mut().enable();
            if let Some(reservation) = self.try_reserve(mib) {
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

    #[tokio::test]
    async fn whoever_does_not_fit_waits() {
        let budget = Arc::new(MemoryBudget::new(100));
        let none = || false;
        let first = budget.reserve(60, none).await;
        let second = tokio::spawn({
            let budget = Arc::clone(&budget);
            async move { budget.reserve(60, || false).await }
        });
        while !budget.is_short() {
            tokio::task::yield_now().await;
        }
        assert!(!second.is_finished());
        drop(first);
        drop(second.await.unwrap());
        assert!(!budget.is_short());
        let mut kept = vec![budget.reserve(50, none).await, budget.reserve(50, none).await];
        let third = budget.reserve(80, || kept.pop().is_some()).await;
        assert!(kept.is_empty());
        drop(third);
    }

    #[tokio::test]
    async fn whoever_gives_up_no_longer_waits() {
        let budget = MemoryBudget::new(10);
        let _all = budget.reserve(10, || false).await;
        let short = std::time::Duration::from_millis(1);
        assert!(tokio::time::timeout(short, budget.reserve(1, || false)).await.is_err());
        assert!(!budget.is_short());
    }
}
