//! One budget for the memory of all agents of the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

/// How much memory all agents together may fill, in MiB.
pub struct MemoryBudget {
    total: u32,
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Memory that is kept for an agent, until this is dropped.
pub struct Reservation(#[allow(dead_code, reason = "it is held, not read")] OwnedSemaphorePermit);

impl MemoryBudget {
    /// A budget of so many MiB.
    pub fn new(mib: usize) -> MemoryBudget {
        let total = mib.min(Semaphore::MAX_PERMITS).min(u32::MAX as usize);
        let free = Arc::new(Semaphore::new(total));
        MemoryBudget { total: total as u32, free, waiting: AtomicUsize::new(0) }
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
        match Arc::clone(&self.free).try_acquire_many_owned(mib) {
            Ok(permit) => Some(Reservation(permit)),
            Err(TryAcquireError::NoPermits | TryAcquireError::Closed) => None,
        }
    }

    /// Waits for memory. `release` gives back some that is kept in store, and says whether there was any. The caller has
    /// checked that the whole budget is large enough.
    pub async fn reserve(&self, mib: u32, mut release: impl FnMut() -> bool) -> Reservation {
        let _counted = Counted::new(&self.waiting);
        loop {
            if let Some(reservation) = self.try_reserve(mib) {
                return reservation;
            }
            if !release() {
                break;
            }
        }
        let permit = Arc::clone(&self.free).acquire_many_owned(mib.min(self.total)).await;
        Reservation(permit.expect("it is never closed"))
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
