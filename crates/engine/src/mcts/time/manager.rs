//! When a search has thought enough: limits of time and simulations, and whether more of them would help.

use std::time::Duration;

use crate::budget::Clock;

use crate::mcts::time::allocation::TimeAllocation;
use crate::mcts::tree::ranking::Ranking;

/// The part of the planned time after which a clear move is played on a clock.
const ENOUGH: f64 = 0.5;

/// What a search that has come so far still has before it.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub simulations: u64,
    /// All simulations that are allowed.
    pub most_simulations: Option<u64>,
    pub elapsed: Duration,
    /// The most visits that a simulation may count as.
    pub visits_each: u64,
}

impl Progress {
    /// How many visits there will be at most until a time, as far as anybody knows.
    fn remaining_visits(&self, until: Option<Duration>) -> Option<u64> {
        let allowed = self.most_simulations.map(|most| most.saturating_sub(self.simulations));
        let rate = self.simulations as f64 / self.elapsed.as_secs_f64().max(1e-6);
        let in_time = until.map(|until| {
            let left = until.saturating_sub(self.elapsed);
            (rate * left.as_secs_f64()).ceil() as u64
        });
        let simulations = allowed.into_iter().chain(in_time).min();
        simulations.map(|simulations| simulations.saturating_mul(self.visits_each))
    }
}

/// Decides when a search ends before its limits.
#[derive(Clone, Debug)]
pub struct TimeManager {
    pub allocation: TimeAllocation,
    /// Whether the search ends when its move cannot change any more.
    pub settle: bool,
    /// Whether an unsettled move gets more time on a clock.
    pub unsettled: bool,
    /// The leader, and the simulations when it took the lead.
    lead: Option<(usize, u64)>,
    /// When the time is up, as things stand.
    until: Option<Duration>,
}

impl TimeManager {
    pub fn new(allocation: TimeAllocation, settle: bool, unsettled: bool) -> TimeManager {
        TimeManager { allocation, settle, unsettled, lead: None, until: allocation.target }
    }

    /// A search that only its limits end.
    pub fn endless() -> TimeManager {
        TimeManager::new(TimeAllocation::default(), false, false)
    }

    /// Whether the search ends at a time rather than after so many simulations.
    pub fn is_timed(&self) -> bool {
        self.allocation.target.is_some()
    }

    /// When the time that the move should take is over, if that is yet to come.
    pub fn target_after(&self, clock: &Clock) -> Option<Duration> {
        self.allocation.target.filter(|&target| target > clock.elapsed())
    }

    /// How long after its time a search has ended; `None` when it was not the time that ended it.
    pub fn late_by(&self, taken: Duration) -> Option<Duration> {
        taken.checked_sub(self.until?)
    }

    /// Takes note of how the moves stand; answers whether the search has come to its end.
    pub fn is_enough(&mut self, ranking: &Ranking, progress: &Progress) -> bool {
        let since = match self.lead {
            Some((leader, since)) if leader == ranking.leader => since,
            // Nobody has led before the first look.
            None => 0,
            Some(_) => progress.simulations,
        };
        self.lead = Some((ranking.leader, since));
        let changed_lately = 3 * since > 2 * progress.simulations;
        let is_unsettled = !ranking.is_best || changed_lately || ranking.is_close();
        let TimeAllocation { target, most } = self.allocation;
        let until = if self.unsettled && is_unsettled { most } else { target };
        self.until = until;
        let is_late = |part: f64| {
            let time = until.map(|until| until.mul_f64(part));
            time.is_some_and(|time| progress.elapsed >= time)
        };
        let cannot_change = || {
            progress
                .remaining_visits(until)
                .is_some_and(|visits| !ranking.can_change_within(visits))
        };
        let is_clear = || {
            self.allocation.is_elastic() && !is_unsettled && ranking.is_clear() && is_late(ENOUGH)
        };
        is_late(1.0) || self.settle && (cannot_change() || is_clear())
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::Position;

    use super::*;
    use crate::mcts::time::allocation::Lateness;
    use crate::timing::TimeLeft;

    const SECOND: Duration = Duration::from_secs(1);

    fn on_clock(target: u32, most: u32) -> TimeManager {
        TimeManager::new(
            TimeAllocation { target: Some(SECOND * target), most: Some(SECOND * most) },
            true,
            true,
        )
    }

    /// A leader with the best value.
    fn ranking(leader_visits: u32, second_visits: u32) -> Ranking {
        Ranking { leader: 0, leader_visits, second_visits, is_best: true }
    }

    /// 1,000 simulations a second.
    fn after(seconds: u32) -> Progress {
        let simulations = 1000 * u64::from(seconds);
        Progress { simulations, most_simulations: None, elapsed: SECOND * seconds, visits_each: 1 }
    }

    #[test]
    fn a_search_ends_when_the_runner_up_cannot_lead_any_more() {
        let progress = Progress { most_simulations: Some(10_000), ..after(8) };
        for (second, is_enough) in [(3000, false), (2999, true)] {
            let mut time_manager = TimeManager::new(TimeAllocation::default(), true, true);
            assert_eq!(time_manager.is_enough(&ranking(5000, second), &progress), is_enough);
            let mut time_manager = TimeManager::new(TimeAllocation::default(), false, true);
            assert!(!time_manager.is_enough(&ranking(5000, second), &progress));
            // A simulation that counts more can change more.
            let heavy = Progress { visits_each: 2, ..progress };
            let mut time_manager = TimeManager::new(TimeAllocation::default(), true, true);
            assert!(!time_manager.is_enough(&ranking(5000, second), &heavy));
            // As many fit into the time.
            let mut time_manager =
                TimeManager::new(TimeAllocation::fixed(Some(SECOND * 10)), true, true);
            assert_eq!(time_manager.is_enough(&ranking(5000, second), &after(8)), is_enough);
        }
    }

    #[test]
    fn nobody_knows_how_long_nodes_last() {
        assert!(
            !TimeManager::new(TimeAllocation::default(), true, true)
                .is_enough(&ranking(9999, 1), &after(9))
        );
        assert!(!TimeManager::endless().is_enough(&ranking(9999, 1), &after(9)));
    }

    #[test]
    fn a_fixed_time_is_never_exceeded() {
        let mut time_manager =
            TimeManager::new(TimeAllocation::fixed(Some(SECOND * 10)), true, true);
        assert!(!time_manager.is_enough(&ranking(100, 99), &after(9)));
        assert!(time_manager.is_enough(&ranking(100, 99), &after(10)));
        let limit = Some(Duration::from_millis(300));
        let left: TimeLeft = "10m+10s".parse().unwrap();
        let position = Position::start("classic-2".parse().unwrap());
        let allocation =
            TimeAllocation::of_clock(&left, &position, Lateness::default()).within(limit);
        assert_eq!((allocation.target, allocation.most), (limit, limit));
    }

    #[test]
    fn an_unsettled_move_gets_more_time_on_a_clock() {
        let close = ranking(5000, 4000);
        let another_is_better = Ranking { is_best: false, ..ranking(6000, 3000) };
        for unsettled in [close, another_is_better] {
            let mut time_manager = on_clock(10, 25);
            assert!(!time_manager.is_enough(&unsettled, &after(10)));
            assert!(!time_manager.is_enough(&unsettled, &after(20)));
            assert!(time_manager.is_enough(&unsettled, &after(25)));
            let mut time_manager = TimeManager { unsettled: false, ..on_clock(10, 25) };
            assert!(!time_manager.is_enough(&unsettled, &after(5)));
            assert!(time_manager.is_enough(&unsettled, &after(10)));
        }
        assert!(on_clock(10, 25).is_enough(&ranking(6000, 3000), &after(10)));
    }

    #[test]
    fn a_new_leader_gets_time_to_prove_itself() {
        let mut time_manager = on_clock(10, 25);
        time_manager.is_enough(&ranking(500, 400), &after(1));
        let new = Ranking { leader: 1, ..ranking(4500, 3000) };
        assert!(!time_manager.is_enough(&new, &after(8)));
        assert!(!time_manager.is_enough(&new, &after(11)));
        // It leads for a third of the search.
        assert!(time_manager.is_enough(&new, &after(12)));
    }

    #[test]
    fn a_clear_move_saves_time_on_a_clock() {
        let clear = ranking(4200, 1000);
        assert!(on_clock(10, 25).is_enough(&clear, &after(5)));
        assert!(!on_clock(10, 25).is_enough(&clear, &after(4)));
        let mut time_manager = TimeManager { settle: false, ..on_clock(10, 25) };
        assert!(!time_manager.is_enough(&clear, &after(9)));
        assert!(
            !TimeManager::new(TimeAllocation::fixed(Some(SECOND * 10)), true, true)
                .is_enough(&clear, &after(5))
        );
    }
}
