//! Two colours: the value of a position by questions about bounds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use cornerwise_core::{Colour, Move, Position};

use crate::budget::Clock;

use super::alone::ceiling;
use super::board::Board;
use super::bonus::Bonus;
use super::meter::{Meter, Monitor};
use super::search::Search;
use super::side::{Lists, Side};
use super::table::Table;

/// A position of two colours on a board of N words.
///
/// The search only answers whether the value is at least so much, which prunes best; two such answers, of
/// neighbouring numbers, make a value.
pub(super) struct Duel<const N: usize> {
    board: Board<N>,
    bonus: Bonus,
    /// What is proven of the difference that is still to come, for the colour to move.
    pub bounds: (i32, i32),
}

impl<const N: usize> Duel<N> {
    pub fn new(position: &Position) -> Duel<N> {
        let bonus = Bonus::of(position.variant().scoring());
        let board = Board::new(position);
        let (own, other) = sides(&mut Lists::default(), &board, position);
        let most = |side: &Side<N>| {
            let bonus = if side.may_complete() { bonus.most(side.left) } else { 0 };
            ceiling(&board, side.free, side.live) + bonus
        };
        let bounds = (-most(&other), most(&own));
        Duel { board, bonus, bounds }
    }

    /// Finds the value; `false` when the clock ends the search before.
    pub fn solve(
        &mut self,
        position: &Position,
        table: &Table,
        clock: &Clock,
        threads: usize,
        monitor: &Monitor,
        tell: impl Fn((i32, i32)),
    ) -> bool {
        let before = monitor.nodes();
        let mut guess = self.guess(position, table, clock, monitor);
        while self.bounds.0 < self.bounds.1 {
            let (lower, upper) = self.bounds;
            // A guess that is known to be reached can only be refuted as too low.
            let beta = if guess <= lower { lower + 1 } else { guess.min(upper) };
            let Some(value) = self.ask(position, table, clock, threads, monitor, before, beta)
            else {
                return false;
            };
            if value >= beta {
                self.bounds.0 = value;
            } else {
                self.bounds.1 = value;
            }
            tell(self.bounds);
            guess = value;
        }
        true
    }

    /// Whether the value is at least `beta`: a lower bound if so, else an upper bound.
    #[expect(clippy::too_many_arguments, reason = "everything that a search is made of")]
    fn ask(
        &self,
        position: &Position,
        table: &Table,
        clock: &Clock,
        threads: usize,
        monitor: &Monitor,
        before: u64,
        beta: i32,
    ) -> Option<i32> {
        let answered = AtomicBool::new(false);
        let answer = Mutex::new(None);
        let work = |number: usize| {
            let meter = Meter::new(clock, monitor, before, &answered);
            let mut search = Search::new(&self.board, table, self.bonus, meter, number as u32);
            let (own, other) = sides(&mut search.lists, &self.board, position);
            let value = search.ask(&own, &other, beta);
            if !search.meter.is_stopped() {
                answered.store(true, Ordering::Relaxed);
                answer.lock().expect("no thread panics").get_or_insert(value);
            }
            search.meter.close();
        };
        if threads == 1 {
            work(0);
        } else {
            let work = &work;
            thread::scope(|scope| {
                for number in 0..threads {
                    scope.spawn(move || work(number));
                }
            });
        }
        answer.into_inner().expect("no thread panics")
    }

    /// A perfect line from the position, whose value is known, to the end of the game. `None` when the
    /// clock ends the search.
    pub fn line(
        &self,
        position: &Position,
        table: &Table,
        clock: &Clock,
        monitor: &Monitor,
    ) -> Option<Vec<Move>> {
        let answered = AtomicBool::new(false);
        let meter = Meter::new(clock, monitor, monitor.nodes(), &answered);
        let mut search = Search::new(&self.board, table, self.bonus, meter, 0);
        let (mut own, mut other) = sides(&mut search.lists, &self.board, position);
        let mut value = self.bounds.0;
        let mut line = Vec::new();
        while !(own.is_finished() && other.is_finished()) {
            if own.is_finished() {
                value = -value;
            } else {
                let id = search.perfect(&own, &other, value)?;
                line.push(self.board.placements[id as usize].mv);
                let step = search.step(&own, &other, id);
                value = step.gain - value;
                (own, other) = (step.own, step.other);
            }
            (own, other) = (other, own);
        }
        search.meter.close();
        Some(line)
    }

    /// The move to play when there is no proof: one that reached the best bound so far, or one that looks
    /// promising.
    pub fn likely(&self, position: &Position, table: &Table, clock: &Clock) -> Option<Move> {
        let (monitor, answered) = (Monitor::new(0, (0, 0)), AtomicBool::new(false));
        let meter = Meter::new(clock, &monitor, 0, &answered);
        let mut search = Search::new(&self.board, table, self.bonus, meter, 0);
        let (own, other) = sides(&mut search.lists, &self.board, position);
        let id = *search.ranked(&own, &other).first()?;
        Some(self.board.placements[id as usize].mv)
    }

    /// The difference when both go on with the moves that look promising.
    fn guess(&self, position: &Position, table: &Table, clock: &Clock, monitor: &Monitor) -> i32 {
        let answered = AtomicBool::new(false);
        let meter = Meter::new(clock, monitor, 0, &answered);
        let mut search = Search::new(&self.board, table, self.bonus, meter, 0);
        let (mut own, mut other) = sides(&mut search.lists, &self.board, position);
        let (mut sum, mut sign) = (0, 1);
        // A game on a large board takes a while; when the time is up, nobody asks for the guess.
        while !(own.is_finished() && other.is_finished() || clock.is_up()) {
            if let Some(&id) = search.ranked(&own, &other).first() {
                let step = search.step(&own, &other, id);
                sum += sign * step.gain;
                (own, other) = (step.own, step.other);
            }
            (own, other) = (other, own);
            sign = -sign;
        }
        sum
    }
}

/// The colour to move and the other one.
fn sides<const N: usize>(
    lists: &mut Lists,
    board: &Board<N>,
    position: &Position,
) -> (Side<N>, Side<N>) {
    let colour = position.to_play().unwrap_or(Colour::from_index(0));
    let other = position.after(colour);
    (lists.side(board, position, colour), lists.side(board, position, other))
}
