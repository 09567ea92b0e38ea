//! The eight symmetries of the square board.

use crate::cell::{Cell, CellSet};
use crate::moves::Move;
use crate::shapes::{Offset, Shapes};

/// A turn or mirroring of the board.
///
/// ```
/// use cornerwise_core::{Cell, Symmetry};
/// let rotate = Symmetry::all().nth(1).unwrap();
/// let mut cell = Cell::new(0, 0);
/// for _ in 0..4 {
///     cell = rotate.cell(cell, 14);
/// }
/// assert_eq!(cell, Cell::new(0, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// The one that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All of them: the four quarter turns (counter-clockwise), then their mirror images.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::COUNT as u8).map(Symmetry)
    }

    /// The symmetry with this number, below [`Symmetry::COUNT`].
    #[must_use]
    pub const fn from_index(index: usize) -> Symmetry {
        assert!(index < Symmetry::COUNT);
        Symmetry(index as u8)
    }

    /// The symmetry's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // Mirrored ones undo themselves.
        Symmetry(if self.0 < 4 { (4 - self.0) % 4 } else { self.0 })
    }

    /// Where a cell of a board of this size comes to lie.
    #[must_use]
    pub fn cell(self, cell: Cell, size: usize) -> Cell {
        // Doubled coordinates about the centre of the board keep the turn exact.
        let middle = size as i8 - 1;
        let from = (2 * cell.column() as i8 - middle, 2 * cell.row() as i8 - middle);
        let (column, row) = self.turn(from);
        Cell::new(column.midpoint(middle) as usize, row.midpoint(middle) as usize)
    }

    /// Where the cells of a set on a board of this size come to lie.
    ///
    /// ```
    /// use cornerwise_core::{Cell, CellSet, Symmetry};
    /// let half_turn = Symmetry::from_index(2);
    /// let set: CellSet = [Cell::new(0, 0), Cell::new(1, 0)].into_iter().collect();
    /// let turned: Vec<Cell> = half_turn.cells(&set, 14).iter().collect();
    /// assert_eq!(turned, [Cell::new(12, 13), Cell::new(13, 13)]);
    /// ```
    #[must_use]
    pub fn cells(self, cells: &CellSet, size: usize) -> CellSet {
        let cells = if self.0 >= 4 { cells.mirrored(size) } else { *cells };
        match self.0 % 4 {
            0 => cells,
            1 => cells.transposed().mirrored(size),
            2 => cells.mirrored(size).upside_down(size),
            _ => cells.transposed().upside_down(size),
        }
    }

    /// Where a placement on a board of this size comes to lie.
    #[must_use]
    pub fn placement(self, mv: Move, size: usize) -> Move {
        let (orientation, (column, row)) =
            Shapes::get().shape(mv.orientation()).images[self.index()];
        let first = mv.first().offset(column, row).expect("a placement is on the board");
        Move::new(self.cell(first, size), orientation)
    }

    /// Turns an offset about the origin.
    pub(crate) fn turn(self, (column, row): Offset) -> Offset {
        let column = if self.0 >= 4 { -column } else { column };
        match self.0 % 4 {
            0 => (column, row),
            1 => (-row, column),
            2 => (-column, -row),
            _ => (row, -column),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::game_rng;

    #[test]
    fn sets_turn_cell_by_cell() {
        let mut rng = game_rng(3, 0);
        for size in [2, 7, 8, 14, 20] {
            let board = CellSet::board(size);
            let set: CellSet = board.iter().filter(|_| rng.random_range(0..3) == 0).collect();
            for symmetry in Symmetry::all() {
                let expected: CellSet = set.iter().map(|cell| symmetry.cell(cell, size)).collect();
                assert_eq!(symmetry.cells(&set, size), expected, "{symmetry:?} of {size}");
            }
        }
    }

    #[test]
    fn inverses_take_every_cell_back() {
        for size in [2, 7, 14, 20] {
            for symmetry in Symmetry::all() {
                for cell in CellSet::board(size).iter() {
                    let image = symmetry.cell(cell, size);
                    assert!(image.is_on(size));
                    assert_eq!(symmetry.inverse().cell(image, size), cell);
                }
            }
        }
    }
}
