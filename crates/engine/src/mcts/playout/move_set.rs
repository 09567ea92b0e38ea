//! A set of moves of every colour, as RAVE asks for those after a node.

use cornerwise_core::{Colour, Move};

/// A set of moves of every colour.
pub struct MoveSet(Vec<u64>);

impl MoveSet {
    pub fn new() -> MoveSet {
        MoveSet(vec![0; Colour::MAX * Move::INDICES / 64])
    }

    #[inline]
    fn at(colour: Colour, mv: Move) -> (usize, u64) {
        let bit = colour.index() * Move::INDICES + mv.index();
        (bit / 64, 1 << (bit % 64))
    }

    #[inline]
    pub fn insert(&mut self, colour: Colour, mv: Move) {
        let (word, bit) = MoveSet::at(colour, mv);
        self.0[word] |= bit;
    }

    #[inline]
    pub fn remove(&mut self, colour: Colour, mv: Move) {
        let (word, bit) = MoveSet::at(colour, mv);
        self.0[word] &= !bit;
    }

    #[inline]
    pub fn contains(&self, colour: Colour, mv: Move) -> bool {
        let (word, bit) = MoveSet::at(colour, mv);
        self.0[word] & bit != 0
    }
}
