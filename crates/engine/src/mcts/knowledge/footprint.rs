//! The cells that a move covers, borders on and touches, as places on a board with a margin.

use std::sync::LazyLock;

use cornerwise_core::{Cell, MAX_SIZE, Move, Orientation};

/// How many cells lie around the board, so that nothing near a piece needs a look at the board's edge.
const MARGIN: usize = 1;
const STRIDE: usize = MAX_SIZE + 2 * MARGIN;
/// The places of the largest board with its margin.
pub(super) const PLACES: usize = STRIDE * STRIDE;

/// Something for every place.
pub(super) type PerPlace<T> = [T; PLACES];

/// The place of a cell.
#[inline]
pub(super) fn place(cell: Cell) -> usize {
    (cell.row() + MARGIN) * STRIDE + cell.column() + MARGIN
}

/// The places around the first cell of an oriented piece, as distances from it.
pub(super) struct Footprint {
    pub cells: Vec<isize>,
    pub edges: Vec<isize>,
    pub corners: Vec<isize>,
}

impl Footprint {
    /// That of a move; distances count from the place of its first cell.
    #[inline]
    pub(super) fn of(mv: Move) -> &'static Footprint {
        static FOOTPRINTS: LazyLock<Vec<Footprint>> =
            LazyLock::new(|| Orientation::all().map(Footprint::new).collect());
        &FOOTPRINTS[mv.orientation().index()]
    }

    fn new(orientation: Orientation) -> Footprint {
        let distances = |offsets: &[(i8, i8)]| {
            offsets
                .iter()
                .map(|&(column, row)| row as isize * STRIDE as isize + column as isize)
                .collect()
        };
        Footprint {
            cells: distances(orientation.offsets()),
            edges: distances(orientation.edge_offsets()),
            corners: distances(orientation.corner_offsets()),
        }
    }
}
