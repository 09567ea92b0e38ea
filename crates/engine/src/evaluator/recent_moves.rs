//! What was played last.

use cornerwise_core::{Colour, Move};

/// The last move of every colour, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecentMoves {
    moves: [Option<Move>; Colour::MAX],
}

impl RecentMoves {
    /// After these moves.
    #[must_use]
    pub fn after(moves: &[(Colour, Move)]) -> RecentMoves {
        let mut recent = RecentMoves::default();
        for &(colour, mv) in moves {
            recent.add(colour, mv);
        }
        recent
    }

    /// Notes that a colour played a move.
    #[inline]
    pub fn add(&mut self, colour: Colour, mv: Move) {
        self.moves[colour.index()] = Some(mv);
    }

    /// The last move of a colour, if it is known.
    #[inline]
    pub fn of(&self, colour: Colour) -> Option<Move> {
        self.moves[colour.index()]
    }
}
