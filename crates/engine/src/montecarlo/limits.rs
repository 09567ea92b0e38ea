//! When a search ends.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::budget::{Budget, Clock};

/// The visits of a node are counted in 32 bits, so that no search takes more.
const MOST_SIMULATIONS: u64 = u32::MAX as u64 - 1;

/// Simulations of one tree, handed out to its threads.
pub(crate) struct Limits<'a> {
    clock: &'a Clock,
    taken: AtomicU64,
    /// Those that this tree may have of all.
    most: u64,
    /// The part of the time and simulations that may be used for now, so that a search can look whether
    /// it has done enough.
    until: f64,
}

impl<'a> Limits<'a> {
    /// The limits of one of several trees.
    pub(crate) fn of_tree(clock: &'a Clock, tree: usize, trees: usize) -> Limits<'a> {
        let (tree, trees) = (tree as u64, trees as u64);
        let most = clock.budget().simulations.unwrap_or(MOST_SIMULATIONS);
        let most = most / trees + u64::from(tree < most % trees);
        Limits { clock, taken: AtomicU64::new(0), most: most.min(MOST_SIMULATIONS), until: 1.0 }
    }

    /// Allows this part of the whole.
    pub(crate) fn set_part(&mut self, part: f64) {
        self.until = part;
    }

    /// Hands out up to so many simulations, fewer at the end. The tree has so many nodes.
    pub(crate) fn take(&self, wanted: u64, nodes: usize) -> u64 {
        if self.is_up(nodes) {
            return 0;
        }
        let most = (self.most as f64 * self.until).ceil() as u64;
        let take = |taken: u64| (taken < most).then(|| most.min(taken + wanted));
        self.taken.fetch_update(Relaxed, Relaxed, take).map_or(0, |taken| wanted.min(most - taken))
    }

    /// Whether time, stop or nodes allow no more.
    fn is_up(&self, nodes: usize) -> bool {
        let Budget { time, nodes: most_nodes, .. } = *self.clock.budget();
        let late = |time: Duration| self.clock.elapsed() >= time.mul_f64(self.until);
        self.clock.is_up()
            || self.until < 1.0 && time.is_some_and(late)
            || most_nodes.is_some_and(|most| nodes as u64 >= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Stop;

    #[test]
    fn simulations_are_shared_out_exactly() {
        let budget = Budget { simulations: Some(11), ..Budget::default() };
        let stop = Stop::default();
        let clock = Clock::start(budget, &stop);
        let taken = |tree, trees| {
            let limits = Limits::of_tree(&clock, tree, trees);
            std::iter::repeat_with(|| limits.take(2, 1)).take_while(|&taken| taken > 0).sum::<u64>()
        };
        assert_eq!(taken(0, 1), 11);
        assert_eq!([taken(0, 3), taken(1, 3), taken(2, 3)], [4, 4, 3]);
        stop.raise();
        assert_eq!(taken(0, 1), 0);
    }

    #[test]
    fn a_part_comes_first() {
        let budget = Budget { simulations: Some(8), ..Budget::default() };
        let clock = Clock::start(budget, &Stop::default());
        let mut limits = Limits::of_tree(&clock, 0, 1);
        limits.set_part(0.75);
        assert_eq!((limits.take(10, 1), limits.take(1, 1)), (6, 0));
        limits.set_part(1.0);
        assert_eq!((limits.take(1, 1), limits.take(4, 1), limits.take(1, 1)), (1, 1, 0));
    }
}
