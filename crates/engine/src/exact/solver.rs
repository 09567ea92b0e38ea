//! Solving a position, in one go or in several.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cornerwise_core::{Move, Player, Position};

use crate::budget::Clock;
use crate::memory::NoMemory;

use super::duel::Duel;
use super::many::Many;
use super::meter::Monitor;
use super::table::Table;

/// What perfect play leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The final score of every player.
    pub scores: Vec<i32>,
    /// A perfect line to the end of the game, the best move first; empty when the game is over.
    pub line: Vec<Move>,
}

impl Solution {
    /// The first player's score less the second's.
    pub fn value(&self) -> i32 {
        self.scores[0] - self.scores[1]
    }
}

/// Solves a position if the clock allows it and there is memory for a table of so many MiB.
///
/// Two colours are searched for the difference of the scores; more of them by max-n, on one thread.
///
/// ```
/// use cornerwise_core::Position;
/// use cornerwise_engine::{Budget, Clock, Stop, exact};
/// let position = Position::start("4x4".parse().unwrap());
/// let clock = Clock::start(Budget::default(), &Stop::default());
/// let solution = exact::solve(&position, &clock, 16, 1).unwrap();
/// assert_eq!(solution.value(), 0);
/// ```
pub fn solve(
    position: &Position,
    clock: &Clock,
    table_mib: usize,
    threads: usize,
) -> Option<Solution> {
    Solver::new(position, table_mib).ok()?.run(clock, threads)
}

/// A position to solve and all that has been found out about it.
pub struct Solver {
    pub(super) position: Position,
    pub(super) table: Table,
    pub(super) work: Work,
    pub(super) monitor: Arc<Monitor>,
    pub(super) spent: Duration,
}

/// A duel by the words that its board takes, or more than two colours.
pub(super) enum Work {
    One(Duel<1>),
    Two(Duel<2>),
    Four(Duel<4>),
    Seven(Duel<7>),
    Many,
}

/// Does the same with a duel of any width, or something else with more colours.
macro_rules! with_duel {
    ($work:expr, $duel:ident => $same:expr, $many:expr) => {
        match $work {
            Work::One($duel) => $same,
            Work::Two($duel) => $same,
            Work::Four($duel) => $same,
            Work::Seven($duel) => $same,
            Work::Many => $many,
        }
    };
}

impl Solver {
    /// Nothing is known yet. The table takes at most so many MiB, and each thread about 2 more.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(position: &Position, table_mib: usize) -> Result<Solver, NoMemory> {
        let table = Table::new(table_mib)?;
        let cells = position.variant().size().pow(2);
        let work = match cells.div_ceil(64) {
            _ if position.variant().colour_count() != 2 => Work::Many,
            1 => Work::One(Duel::new(position)),
            2 => Work::Two(Duel::new(position)),
            3 | 4 => Work::Four(Duel::new(position)),
            _ => Work::Seven(Duel::new(position)),
        };
        let mut solver = Solver {
            position: position.clone(),
            table,
            work,
            monitor: Arc::new(Monitor::new(0, (0, 0))),
            spent: Duration::ZERO,
        };
        solver.restart_monitor(0);
        Ok(solver)
    }

    /// Goes on until there is a solution or the clock ends the search. What was found out stays.
    pub fn run(&mut self, clock: &Clock, threads: usize) -> Option<Solution> {
        let line = self.line(clock, threads.max(1));
        self.spent += clock.elapsed();
        let mut end = self.position.clone();
        for mv in line.as_ref()? {
            end.play_unchecked(*mv);
        }
        Some(Solution { scores: end.player_scores(), line: line? })
    }

    fn line(&mut self, clock: &Clock, threads: usize) -> Option<Vec<Move>> {
        if self.position.is_over() {
            return Some(Vec::new());
        }
        let (position, table, monitor) = (&self.position, &self.table, &*self.monitor);
        with_duel!(
            &mut self.work,
            duel => {
                let tell = |bounds| monitor.set_bounds(for_first(position, bounds));
                let solved = duel.solve(position, table, clock, threads, monitor, tell);
                if solved { duel.line(position, table, clock, monitor) } else { None }
            },
            {
                let answered = AtomicBool::new(false);
                Many::new(position, table, clock, monitor, &answered).solve()
            }
        )
    }

    /// The move to play while there is no solution: one that reached the best bound so far, or one that
    /// looks promising. `None` when the game is over.
    pub fn likely(&self, clock: &Clock) -> Option<Move> {
        let largest = || {
            let moves = self.position.legal_moves();
            // Of equally large pieces the first.
            moves.into_iter().rev().max_by_key(|mv| mv.piece().size())
        };
        if self.position.is_over() {
            return None;
        }
        with_duel!(
            &self.work,
            duel => duel.likely(&self.position, &self.table, clock),
            largest()
        )
    }

    /// How far the solver has come.
    pub fn monitor(&self) -> &Arc<Monitor> {
        &self.monitor
    }

    /// The time that all runs have taken.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// What is proven of a duel, for the colour to move.
    pub(super) fn bounds(&self) -> (i32, i32) {
        with_duel!(&self.work, duel => duel.bounds, (0, 0))
    }

    pub(super) fn set_bounds(&mut self, bounds: (i32, i32)) {
        with_duel!(&mut self.work, duel => duel.bounds = bounds, ());
    }

    pub(super) fn restart_monitor(&mut self, nodes: u64) {
        let bounds = for_first(&self.position, self.bounds());
        self.monitor = Arc::new(Monitor::new(nodes, bounds));
    }
}

/// From bounds of what is to come, for the colour to move, to those of the first player's final score
/// less the second's.
fn for_first(position: &Position, (lower, upper): (i32, i32)) -> (i32, i32) {
    let now = |player| position.player_score(Player::from_index(player));
    let now = now(0) - now(1);
    if position.player_to_play() == Some(Player::from_index(1)) {
        return (now - upper, now - lower);
    }
    (now + lower, now + upper)
}
