//! How much room there is around a cell.

use cornerwise_core::{Cell, CellSet};

/// How many classes there are.
pub(super) const OPEN: usize = 6;

/// How much is free around a cell, in classes.
#[inline]
pub(super) fn openness(free: &CellSet, cell: Cell) -> usize {
    match free.count_within_three_steps(cell) {
        0..=3 => 0,
        4..=7 => 1,
        8..=11 => 2,
        12..=15 => 3,
        16..=20 => 4,
        _ => 5,
    }
}
