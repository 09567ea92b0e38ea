//! Counting nodes and noticing when to stop.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};

use crate::budget::Clock;

/// How far a solver has come, for others to watch while it runs.
#[derive(Debug)]
pub struct Monitor {
    nodes: AtomicU64,
    lower: AtomicI32,
    upper: AtomicI32,
    tried: AtomicU32,
    moves: AtomicU32,
}

impl Monitor {
    pub(super) fn new(nodes: u64, (lower, upper): (i32, i32)) -> Monitor {
        Monitor {
            nodes: AtomicU64::new(nodes),
            lower: AtomicI32::new(lower),
            upper: AtomicI32::new(upper),
            tried: AtomicU32::new(0),
            moves: AtomicU32::new(0),
        }
    }

    /// The nodes visited, those of earlier runs included.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The proven bounds of the first player's score less the second's, of a game of two colours.
    pub fn bounds(&self) -> (i32, i32) {
        (self.lower.load(Ordering::Relaxed), self.upper.load(Ordering::Relaxed))
    }

    /// How many of the moves have been tried in the question at hand, and how many there are.
    pub fn moves(&self) -> (u32, u32) {
        (self.tried.load(Ordering::Relaxed), self.moves.load(Ordering::Relaxed))
    }

    pub(super) fn set_bounds(&self, (lower, upper): (i32, i32)) {
        self.lower.store(lower, Ordering::Relaxed);
        self.upper.store(upper, Ordering::Relaxed);
    }

    pub(super) fn set_moves(&self, tried: usize, moves: usize) {
        self.tried.store(tried as u32, Ordering::Relaxed);
        self.moves.store(moves as u32, Ordering::Relaxed);
    }
}

/// One thread's count of nodes.
pub(super) struct Meter<'a> {
    clock: &'a Clock,
    pub monitor: &'a Monitor,
    /// The nodes at the beginning of the run: its budget is for what comes on top.
    before: u64,
    /// Set when another thread has the answer.
    answered: &'a AtomicBool,
    pub count: u64,
    stopped: bool,
}

/// How many nodes pass between looks at the clock: well below a millisecond's worth.
const PERIOD: u64 = 32;

impl<'a> Meter<'a> {
    pub fn new(
        clock: &'a Clock,
        monitor: &'a Monitor,
        before: u64,
        answered: &'a AtomicBool,
    ) -> Meter<'a> {
        Meter { clock, monitor, before, answered, count: 0, stopped: clock.is_up() }
    }

    /// Counts a node.
    #[inline]
    pub fn tick(&mut self) {
        self.count += 1;
        if self.count.is_multiple_of(PERIOD) {
            self.add_up();
        }
    }

    fn add_up(&mut self) {
        let all = self.monitor.nodes.fetch_add(PERIOD, Ordering::Relaxed) + PERIOD;
        self.stopped |= self.answered.load(Ordering::Relaxed)
            || self.clock.nodes_are_up(all - self.before)
            || self.clock.is_up();
    }

    /// Whether the search is over; what its functions answer then means nothing.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Adds what has not been added up yet.
    pub fn close(&mut self) {
        self.monitor.nodes.fetch_add(self.count % PERIOD, Ordering::Relaxed);
        self.count = 0;
    }
}
