//! A line of play with snapshots, for searches that go back and forth.

use crate::moves::Move;
use crate::position::Position;

/// A stack of positions: [`push`](PositionStack::push) plays a move on a copy, [`pop`](PositionStack::pop) returns to the
/// position before. After the first visit of a depth nothing is allocated.
///
/// ```
/// use cornerwise_core::{PositionStack, Position};
/// let start = Position::start("5x5".parse().unwrap());
/// let mut line = PositionStack::new(start.clone());
/// line.push(start.legal_moves()[0]);
/// line.pop();
/// assert_eq!(*line.position(), start);
/// ```
#[derive(Clone, Debug)]
pub struct PositionStack {
    positions: Vec<Position>,
    depth: usize,
}

impl PositionStack {
    /// A line that begins here.
    #[must_use]
    pub fn new(position: Position) -> PositionStack {
        PositionStack { positions: vec![position], depth: 0 }
    }

    /// The position at the end of the line.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.positions[self.depth]
    }

    /// How many moves have been pushed and not popped.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Plays a legal move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.copy_up().play_unchecked(mv);
    }

    /// Takes the last move back; at the beginning of the line nothing happens.
    #[inline]
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    #[inline]
    fn copy_up(&mut self) -> &mut Position {
        let from = self.depth;
        self.depth += 1;
        if self.positions.len() == self.depth {
            self.positions.push(self.positions[from].clone());
        } else {
            let (below, above) = self.positions.split_at_mut(self.depth);
            above[0].clone_from(&below[from]);
        }
        &mut self.positions[self.depth]
    }
}
