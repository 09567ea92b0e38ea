//! What is scored besides squares.

use cornerwise_core::{Piece, Scoring};

/// What placing all pieces is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bonus {
    all: i32,
    /// On top of that, when the single square came last.
    single_last: i32,
}

const SINGLE: u32 = 1 << Piece::SINGLE.index();

impl Bonus {
    pub fn of(scoring: Scoring) -> Bonus {
        match scoring {
            Scoring::Area => Bonus { all: 0, single_last: 0 },
            Scoring::Advanced => Bonus { all: 15, single_last: 5 },
        }
    }

    /// Whether there is anything to earn.
    #[inline]
    pub fn exists(self) -> bool {
        self.all > 0
    }

    /// What comes on top of the squares of a move of this piece when these are left after it.
    #[inline]
    pub fn of_move(self, piece: u8, left: u32) -> i32 {
        match (left, piece as usize == Piece::SINGLE.index()) {
            (0, true) => self.all + self.single_last,
            (0, false) => self.all,
            _ => 0,
        }
    }

    /// The least that placing all these pieces adds.
    #[inline]
    pub fn least(self, left: u32) -> i32 {
        self.all + if left == SINGLE { self.single_last } else { 0 }
    }

    /// The most that placing all these pieces adds.
    #[inline]
    pub fn most(self, left: u32) -> i32 {
        self.all + if left & SINGLE != 0 { self.single_last } else { 0 }
    }
}
