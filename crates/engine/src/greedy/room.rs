//! The most that a colour can still place.

use cornerwise_core::{CellSet, Colour, Position};

/// No fewer squares than the colour can still place: those of its pieces, or the cells that pieces
/// linked at corners could ever reach.
pub(crate) fn room(position: &Position, colour: Colour) -> usize {
    let left = position.pieces(colour).squares();
    let size = position.variant().size();
    let free = CellSet::board(size) - position.locked_cells(colour);
    let mut reached = position.corner_cells(colour);
    let mut cells = reached.len();
    while cells < left {
        let near = reached.edge_neighbours(size) | reached.diagonal_neighbours(size);
        reached |= near & free;
        if reached.len() == cells {
            break;
        }
        cells = reached.len();
    }
    left.min(cells)
}
