//! The rules one by one, and what a move that breaks one is told.

use crate::cell::Cell;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;
use crate::variant::Colour;

/// The rule that a move breaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// No colour can move any more.
    #[error("the game is over")]
    GameOver,
    /// It is another colour's turn.
    #[error("it is colour {to_play}'s turn, not colour {colour}'s")]
    NotYourTurn {
        /// Who tried to move.
        colour: Colour,
        /// Whose turn it is.
        to_play: Colour,
    },
    /// A pass while there is a legal move.
    #[error("colour {0} has a legal move and may not pass")]
    MayNotPass(Colour),
    /// A cell is not on this board.
    #[error("{cell} is off the {size}x{size} board")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The board's size.
        size: usize,
    },
    /// The variant has no such piece.
    #[error("piece {0} is not in this variant")]
    NoSuchPiece(Piece),
    /// The colour has no such piece left.
    #[error("colour {colour} has already used piece {piece}")]
    PieceUsed {
        /// The colour.
        colour: Colour,
        /// The piece.
        piece: Piece,
    },
    /// A cell is taken.
    #[error("{cell} is occupied by colour {by}")]
    Occupied {
        /// The cell.
        cell: Cell,
        /// Whose piece is there.
        by: Colour,
    },
    /// A cell is next to an own piece.
    #[error("{cell} shares an edge with colour {colour}'s own piece")]
    EdgeContact {
        /// The cell.
        cell: Cell,
        /// The colour.
        colour: Colour,
    },
    /// The first piece is elsewhere.
    #[error("colour {colour}'s first piece must cover {start}")]
    MissesStart {
        /// The colour.
        colour: Colour,
        /// Its start cell.
        start: Cell,
    },
    /// No own piece is touched at a corner.
    #[error("at {cell} the piece touches no piece of colour {colour} at a corner")]
    NoCornerContact {
        /// The first cell of the piece.
        cell: Cell,
        /// The colour.
        colour: Colour,
    },
}

impl Position {
    /// Checks every rule for a move of a colour, from the occupied cells alone.
    ///
    /// # Errors
    /// Says which rule the move breaks and where.
    pub fn check(&self, colour: Colour, mv: Move) -> Result<(), PlayError> {
        self.check_placement(colour, mv)?;
        let own = self.cells(colour);
        if own.is_empty() {
            let start = self.variant().start(colour);
            if !mv.cells().any(|cell| cell == start) {
                return Err(PlayError::MissesStart { colour, start });
            }
        } else {
            let corners = &self.tables().shapes.shape(mv.orientation()).corner_pattern;
            if !own.meets_pattern(corners, mv.first(), self.variant().size()) {
                return Err(PlayError::NoCornerContact { cell: mv.first(), colour });
            }
        }
        Ok(())
    }

    /// Checks what holds for set-up pieces too: the piece is there, it fits, and it neither overlaps nor
    /// shares an edge with its own colour.
    pub(crate) fn check_placement(&self, colour: Colour, mv: Move) -> Result<(), PlayError> {
        let size = self.variant().size();
        let first = mv.first();
        let shape = self.tables().shapes.shape(mv.orientation());
        if first.column() + shape.right >= size || first.row() + shape.up >= size {
            let off = |cell: &Cell| !cell.is_on(size);
            let cell = mv.cells().find(off).expect("some cell is off the board");
            return Err(PlayError::OffBoard { cell, size });
        }
        let piece = shape.piece;
        if !self.pieces(colour).contains(piece) {
            return Err(if self.variant().pieces().contains(piece) {
                PlayError::PieceUsed { colour, piece }
            } else {
                PlayError::NoSuchPiece(piece)
            });
        }
        if self.occupied().meets_pattern(&shape.cell_pattern, first, size) {
            let taken = |cell| Some((cell, self.occupant(cell)?));
            let (cell, by) = mv.cells().find_map(taken).expect("some cell is occupied");
            return Err(PlayError::Occupied { cell, by });
        }
        if self.cells(colour).meets_pattern(&shape.edge_pattern, first, size) {
            let beside = self.cells(colour).edge_neighbours(size);
            let touches = |cell: &Cell| beside.contains(*cell);
            let cell = mv.cells().find(touches).expect("some cell is beside an own piece");
            return Err(PlayError::EdgeContact { cell, colour });
        }
        Ok(())
    }
}
