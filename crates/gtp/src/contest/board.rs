//! How the board of a contest lies on ours.

use cornerwise_core::{Colour, Move, Ply, Symmetry};

/// The edge of the board of Blokus Duo.
pub(super) const SIZE: usize = 14;

/// The cell that a player's first piece covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// (5,5), which is e10.
    Five,
    /// (a,a), which is j5.
    Ten,
}

impl Start {
    /// The other one, where the opponent begins.
    #[must_use]
    pub fn other(self) -> Start {
        match self {
            Start::Five => Start::Ten,
            Start::Ten => Start::Five,
        }
    }
}

/// Who moves first begins on e10 in our Duo. In a contest that player may have to begin on (a,a): then the board is
/// turned by half, which exchanges the start cells and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// The first player begins on (5,5).
    Plain,
    /// The first player begins on (a,a).
    Turned,
}

impl Board {
    /// The board on which a colour begins there.
    #[must_use]
    pub fn of(colour: Colour, start: Start) -> Board {
        if (colour.index() == 0) == (start == Start::Five) { Board::Plain } else { Board::Turned }
    }

    /// Where a colour begins.
    #[must_use]
    pub fn start(self, colour: Colour) -> Start {
        if Board::of(colour, Start::Five) == self { Start::Five } else { Start::Ten }
    }

    /// A move on this board as one on ours, and the other way round.
    #[must_use]
    pub fn turn(self, mv: Move) -> Move {
        const HALF_TURN: Symmetry = Symmetry::from_index(2);
        match self {
            Board::Plain => mv,
            Board::Turned => HALF_TURN.placement(mv, SIZE),
        }
    }

    /// The same for what may be a pass.
    #[must_use]
    pub fn turn_ply(self, ply: Ply) -> Ply {
        match ply {
            Ply::Move(mv) => Ply::Move(self.turn(mv)),
            Ply::Pass => Ply::Pass,
        }
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::{Cell, Variant};

    use super::*;

    #[test]
    fn each_colour_begins_where_the_board_says() {
        let duo: Variant = "duo".parse().unwrap();
        assert_eq!(duo.size(), SIZE);
        let cell = |start| match start {
            Start::Five => Cell::new(4, 9),
            Start::Ten => Cell::new(9, 4),
        };
        for board in [Board::Plain, Board::Turned] {
            for colour in duo.colours() {
                let start = board.start(colour);
                assert_eq!(Board::of(colour, start), board);
                let single = board.turn(Move::covering([cell(start)]).unwrap());
                assert_eq!(single.first(), duo.start(colour), "{board:?}");
            }
        }
    }
}
