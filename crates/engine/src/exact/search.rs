//! The search of two colours: is the value at least so much?

use cornerwise_core::Symmetry;

use super::alone::{Alone, ceiling};
use super::board::Board;
use super::bonus::Bonus;
use super::bounds::Bounds;
use super::key::Key;
use super::meter::Meter;
use super::side::{Lists, Side};
use super::table::{Entry, Table};

/// Sides with more placements in question than this get the quick bounds only: to find out what they could
/// place alone costs more than it saves.
const SMALL: usize = 32;
/// So many plies from the root, moves that are mirror images of others are left out.
const MIRRORED: usize = 2;

/// A move that might be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    rank: i32,
    id: u16,
}

/// One thread's search.
pub(super) struct Search<'a, const N: usize> {
    board: &'a Board<N>,
    table: &'a Table,
    bonus: Bonus,
    pub meter: Meter<'a>,
    pub lists: Lists,
    alone: Alone,
    moves: Vec<Choice>,
    /// The symmetries of the root.
    symmetries: Vec<Symmetry>,
    ply: usize,
    /// Threads try moves in slightly different orders, so that they share the work.
    shuffle: u32,
}

/// Both colours after a move, and what it gained.
pub(super) struct Step<const N: usize> {
    pub own: Side<N>,
    pub other: Side<N>,
    pub gain: i32,
}

impl<'a, const N: usize> Search<'a, N> {
    pub fn new(
        board: &'a Board<N>,
        table: &'a Table,
        bonus: Bonus,
        meter: Meter<'a>,
        number: u32,
    ) -> Search<'a, N> {
        Search {
            board,
            table,
            bonus,
            meter,
            lists: Lists::default(),
            alone: Alone::new(),
            moves: Vec::new(),
            symmetries: Vec::new(),
            ply: 0,
            shuffle: number.wrapping_mul(0x9e37_79b9),
        }
    }

    /// Whether the value at the root is at least `beta`, as in [`Search::visit`].
    pub fn ask(&mut self, own: &Side<N>, other: &Side<N>, beta: i32) -> i32 {
        self.ply = 0;
        self.symmetries =
            self.board.symmetries(&[own.anchors, other.anchors, own.free, other.free]);
        self.visit(own, other, beta)
    }

    /// How much more the side to move will gain than the other: a lower bound if it is at least `beta`,
    /// else an upper bound.
    pub fn visit(&mut self, own: &Side<N>, other: &Side<N>, beta: i32) -> i32 {
        self.meter.tick();
        if own.is_finished() && other.is_finished() {
            return 0;
        }
        if !own.free.meets(other.free) && !self.may_complete(own) && !self.may_complete(other) {
            // Neither can interfere with the other any more.
            return self.squares(own, 0) - self.squares(other, 0);
        }
        if own.is_finished() {
            return -self.visit(other, own, 1 - beta);
        }
        let most = self.with_bonus(own, ceiling(self.board, own.free, own.live));
        if most < beta {
            return most;
        }
        let others_most = self.with_bonus(other, ceiling(self.board, other.free, other.live));
        if 1 - others_most >= beta {
            return 1 - others_most;
        }
        let key = Key::of(own, other);
        let known = self.table.get(key).map_or(Bounds::UNKNOWN, Bounds::unpack);
        if i32::from(known.lower) >= beta {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) < beta {
            return i32::from(known.upper);
        }
        if known == Bounds::UNKNOWN
            && let Some(bound) = self.estimate(own, other, beta, most, others_most)
        {
            return bound;
        }
        self.expand(own, other, beta, key, known)
    }

    /// A bound that decides the question without trying moves, if there is one.
    ///
    /// A side gains no more than it would alone, and no less than it would alone in the cells that the
    /// other cannot reach: it can always carry on with that plan.
    fn estimate(
        &mut self,
        own: &Side<N>,
        other: &Side<N>,
        beta: i32,
        mut most: i32,
        mut others_most: i32,
    ) -> Option<i32> {
        let (small, others_small) = (own.len() <= SMALL, other.len() <= SMALL);
        let others_least = if others_small { self.safe(other, own) } else { 0 };
        if small && most - others_least >= beta {
            let squares = self.squares(own, beta - 1 + others_least);
            most = self.with_bonus(own, squares);
        }
        if most - others_least < beta {
            return Some(most - others_least);
        }
        // There is a move, so that a square is certain.
        let least = if small { self.safe(own, other).max(1) } else { 1 };
        if others_small && least - others_most < beta {
            let squares = self.squares(other, least - beta);
            others_most = self.with_bonus(other, squares);
        }
        (least - others_most >= beta).then_some(least - others_most)
    }

    /// Whether a side might earn a bonus for placing everything.
    #[inline]
    fn may_complete(&self, side: &Side<N>) -> bool {
        self.bonus.exists() && side.may_complete()
    }

    /// The most squares that a side places alone, or an upper bound that is not more than `need`.
    fn squares(&mut self, side: &Side<N>, need: i32) -> i32 {
        self.alone.most(self.board, &mut self.lists, &mut self.meter, side, need)
    }

    /// An upper bound of the gain from one of the squares.
    #[inline]
    fn with_bonus(&self, side: &Side<N>, squares: i32) -> i32 {
        let completes = side.may_complete() && squares >= self.board.census.total(side.left);
        squares + if completes { self.bonus.most(side.left) } else { 0 }
    }

    /// What a side can gain whatever the other one does.
    fn safe(&mut self, side: &Side<N>, other: &Side<N>) -> i32 {
        let mark = self.lists.mark();
        let safe = self.lists.narrowed(self.board, side, other.free, side.left);
        let squares = self.squares(&safe, 0);
        self.lists.release(mark);
        let completes = side.may_complete() && squares >= self.board.census.total(side.left);
        squares + if completes { self.bonus.least(side.left) } else { 0 }
    }

    /// Plays a move; its lists stay until they are released.
    pub fn step(&mut self, own: &Side<N>, other: &Side<N>, id: u16) -> Step<N> {
        let piece = self.board.pieces[id as usize];
        let own = self.lists.after_own(self.board, own, id);
        let other = self.lists.after_other(self.board, other, id);
        let gain = self.board.census.squares(piece) + self.bonus.of_move(piece, own.left);
        Step { own, other, gain }
    }

    /// Lists the moves, promising ones first, and answers where they begin.
    fn list(&mut self, own: &Side<N>, other: &Side<N>, best: u16) -> usize {
        let begin = self.moves.len();
        for &id in self.lists.of(own) {
            let cells = self.board.cells[id as usize];
            if !cells.meets(own.anchors) {
                continue;
            }
            let placement = &self.board.placements[id as usize];
            let mut rank = 8 * self.board.census.squares(self.board.pieces[id as usize]);
            rank += 4 * (cells & other.free).len();
            rank += 8 * (cells & other.anchors).len();
            rank += 2 * (placement.corners & own.free).len();
            if self.shuffle > 0 {
                rank += (u32::from(id + 1).wrapping_mul(self.shuffle) >> 29) as i32;
            }
            let rank = if id == best { i32::MIN } else { -rank };
            self.moves.push(Choice { rank, id });
        }
        if self.ply < MIRRORED && !self.symmetries.is_empty() {
            self.drop_images(begin, own, other);
        }
        self.moves[begin..].sort_unstable();
        begin
    }

    /// Leaves out moves that are mirror images of others on the list.
    fn drop_images(&mut self, begin: usize, own: &Side<N>, other: &Side<N>) {
        let board = self.board;
        let sets = [own.anchors, other.anchors, own.free, other.free];
        let keeps = |symmetry: &&Symmetry| board.keeps(**symmetry, &sets);
        let symmetries: Vec<Symmetry> = self.symmetries.iter().filter(keeps).copied().collect();
        let mut kept = begin;
        for at in begin..self.moves.len() {
            let mv = board.placements[self.moves[at].id as usize].mv;
            let has_lower_image = |s: &Symmetry| s.placement(mv, board.size) < mv;
            // The move that the table knows may be any of several images.
            if self.moves[at].rank == i32::MIN || !symmetries.iter().any(has_lower_image) {
                self.moves[kept] = self.moves[at];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    fn expand(
        &mut self,
        own: &Side<N>,
        other: &Side<N>,
        beta: i32,
        key: Key,
        known: Bounds,
    ) -> i32 {
        let before = self.meter.count;
        let begin = self.list(own, other, known.best);
        let end = self.moves.len();
        let mark = self.lists.mark();
        let mut best = (i32::MIN, Bounds::NO_MOVE);
        for at in begin..end {
            if self.ply == 0 && self.shuffle == 0 {
                self.meter.monitor.set_moves(at - begin, end - begin);
            }
            let id = self.moves[at].id;
            let step = self.step(own, other, id);
            self.ply += 1;
            let value = step.gain - self.visit(&step.other, &step.own, 1 - (beta - step.gain));
            self.ply -= 1;
            self.lists.release(mark);
            if self.meter.is_stopped() {
                self.moves.truncate(begin);
                return 0;
            }
            if value > best.0 {
                best = (value, id);
                if value >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        // Another thread may have learnt something meanwhile.
        let mut bounds = self.table.get(key).map_or(known, Bounds::unpack);
        if best.0 >= beta {
            bounds.lower = bounds.lower.max(best.0 as i8);
            bounds.best = best.1;
        } else {
            bounds.upper = bounds.upper.min(best.0 as i8);
            if bounds.best == Bounds::NO_MOVE {
                bounds.best = best.1;
            }
        }
        let effort = (self.meter.count - before).max(1).ilog2() as u8;
        self.table.put(Entry { key, data: bounds.pack(), effort });
        best.0
    }

    /// A move of the side to move that is worth `value`, which is known to be what the position is worth.
    /// `None` when the search is stopped.
    pub fn perfect(&mut self, own: &Side<N>, other: &Side<N>, value: i32) -> Option<u16> {
        self.ply = MIRRORED;
        for id in self.ranked(own, other) {
            let mark = self.lists.mark();
            let step = self.step(own, other, id);
            let reply = self.visit(&step.other, &step.own, 1 - (value - step.gain));
            self.lists.release(mark);
            if self.meter.is_stopped() {
                return None;
            }
            if step.gain - reply >= value {
                return Some(id);
            }
        }
        None
    }

    /// The moves, promising ones first.
    pub fn ranked(&mut self, own: &Side<N>, other: &Side<N>) -> Vec<u16> {
        let known = self.table.get(Key::of(own, other)).map_or(Bounds::UNKNOWN, Bounds::unpack);
        let begin = self.list(own, other, known.best);
        self.moves.drain(begin..).map(|option| option.id).collect()
    }
}
