//! A move: where a piece is placed, and how it is turned.

use std::fmt::{self, Write as _};

use bytemuck::{Pod, Zeroable};

use crate::cell::{Cell, CellSet};
use crate::piece::Piece;
use crate::shapes::{Offset, Orientation, Shapes};

/// The placement of an oriented piece, in two bytes and independent of the board's size.
///
/// Moves order by their first cell (row, then column), then by orientation. Passes are no moves: a
/// colour that cannot move is skipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Zeroable, Pod)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// One more than the largest [`Move::index`].
    pub const INDICES: usize = 400 << 7;

    /// The oriented piece with its first cell (the leftmost of its lowest row) here.
    #[inline]
    #[must_use]
    pub const fn new(first: Cell, orientation: Orientation) -> Move {
        Move((first.index() << 7 | orientation.index()) as u16)
    }

    /// The move that covers exactly these cells, if they form a piece.
    ///
    /// ```
    /// use cornerwise_core::{Cell, Move};
    /// let domino = Move::covering([Cell::new(1, 0), Cell::new(0, 0)]).unwrap();
    /// assert_eq!(domino.piece().name(), "2");
    /// assert!(Move::covering([Cell::new(0, 0), Cell::new(1, 1)]).is_none());
    /// ```
    #[must_use]
    pub fn covering(cells: impl IntoIterator<Item = Cell>) -> Option<Move> {
        // Six cells are enough to see that there are too many.
        let mut sorted: Vec<Cell> = cells.into_iter().take(6).collect();
        sorted.sort_unstable();
        let first = *sorted.first()?;
        if sorted.len() > 5 || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let offsets: Vec<Offset> = sorted
            .iter()
            .map(|cell| {
                let columns = cell.column() as i8 - first.column() as i8;
                (columns, cell.row() as i8 - first.row() as i8)
            })
            .collect();
        Some(Move::new(first, Shapes::get().find(&offsets)?))
    }

    /// A number below [`Move::INDICES`] that identifies the move on every board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The move with this [`Move::index`], if it is one that lies on the largest board.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Move> {
        if index >= Move::INDICES || index % 128 >= Orientation::COUNT {
            return None;
        }
        let mv = Move(index as u16);
        let shape = Shapes::get().shape(mv.orientation());
        let fits = |&(c, r): &Offset| mv.first().offset(c, r).is_some();
        shape.cells.iter().all(fits).then_some(mv)
    }

    /// The leftmost cell of the lowest row.
    #[inline]
    pub const fn first(self) -> Cell {
        Cell::from_index(self.0 as usize >> 7)
    }

    /// How the piece is turned.
    #[inline]
    pub const fn orientation(self) -> Orientation {
        Orientation::from_index(self.0 as usize & 127)
    }

    /// The piece.
    #[inline]
    pub fn piece(self) -> Piece {
        self.orientation().piece()
    }

    /// The covered cells by row, then column.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> {
        let first = self.first();
        self.orientation()
            .offsets()
            .iter()
            .map(move |&(column, row)| first.offset(column, row).expect("a move is on the board"))
    }

    /// The covered cells as a set.
    pub fn cell_set(self) -> CellSet {
        self.cells().collect()
    }
}

/// The cells joined by commas, ordered by row, then column: `f9,e10,f10,g10,f11`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.cells().enumerate() {
            if i > 0 {
                f.write_char(',')?;
            }
            fmt::Display::fmt(&cell, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
