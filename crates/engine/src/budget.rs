//! How long an agent may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of a search; what is `None` is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Simulations or playouts.
    pub simulations: Option<u64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

impl Budget {
    /// The tighter of both limits, each for itself.
    #[must_use]
    pub fn and(self, other: Budget) -> Budget {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Budget {
            time: tighter(self.time, other.time),
            simulations: tighter(self.simulations, other.simulations),
            nodes: tighter(self.nodes, other.nodes),
            depth: tighter(self.depth, other.depth),
        }
    }

    /// Whether nothing ends a search but a stop from outside.
    pub fn is_unlimited(&self) -> bool {
        *self == Budget::default()
    }
}

/// A switch that ends a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    /// What this is a part of.
    whole: Option<Arc<Stop>>,
}

/// The switch that a flag is, such as one that a signal of the system sets.
impl From<Arc<AtomicBool>> for Stop {
    fn from(raised: Arc<AtomicBool>) -> Stop {
        Stop { raised, whole: None }
    }
}

impl Stop {
    /// A switch for a part of the work: it is raised with this one, or alone.
    ///
    /// ```
    /// use cornerwise_engine::Stop;
    /// let whole = Stop::default();
    /// let (first, second) = (whole.part(), whole.part());
    /// first.raise();
    /// assert!(first.is_raised() && !second.is_raised() && !whole.is_raised());
    /// whole.raise();
    /// assert!(second.is_raised());
    /// ```
    #[must_use]
    pub fn part(&self) -> Stop {
        Stop { raised: Arc::default(), whole: Some(Arc::new(self.clone())) }
    }

    /// Ends the search.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Makes ready for the next search.
    pub fn reset(&self) {
        self.raised.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.whole.as_ref().is_some_and(|whole| whole.is_raised())
    }
}

/// A budget that has begun to run.
#[derive(Clone, Debug)]
pub struct Clock {
    begin: Instant,
    budget: Budget,
    stop: Stop,
}

impl Clock {
    /// Starts to count.
    #[must_use]
    pub fn start(budget: Budget, stop: &Stop) -> Clock {
        Clock { begin: Instant::now(), budget, stop: stop.clone() }
    }

    /// A clock for a part of the work: it ends with this one at the latest.
    #[must_use]
    pub fn part(&self, budget: Budget) -> Clock {
        let left = self.budget.time.map(|time| time.saturating_sub(self.elapsed()));
        let left = Budget { time: left, ..Budget::default() };
        Clock::start(left.and(budget), &self.stop)
    }

    /// Tightens the limits while the clock runs.
    pub(crate) fn tighten(&mut self, budget: Budget) {
        self.budget = self.budget.and(budget);
    }

    /// The limits.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether the time is up or a stop was raised. Asking costs some tens of nanoseconds: ask
    /// every few nodes, but at least every millisecond.
    pub fn is_up(&self) -> bool {
        self.stop.is_raised() || self.budget.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// Whether so many simulations are all that are allowed.
    pub fn simulations_are_up(&self, done: u64) -> bool {
        self.budget.simulations.is_some_and(|most| done >= most)
    }

    /// Whether so many nodes are all that are allowed.
    pub fn nodes_are_up(&self, done: u64) -> bool {
        self.budget.nodes.is_some_and(|most| done >= most)
    }
}
