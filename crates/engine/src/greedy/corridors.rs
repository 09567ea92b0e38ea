//! Slipping through the diagonal gaps of an opponent.
//!
//! Where two pieces of an opponent meet, they touch only at a corner point:
//!
//! ```text
//! b A        A  cells of one opponent
//! A a        a  an own cell on one side of the opponent's chain
//!            b  the cell on the other side, diagonal to a
//! ```
//!
//! A move that covers `b` while `a` is the same colour's connects across the chain. The opponent can never
//! close the gap, and the own colour is on both sides. One piece cannot cover both cells: the way
//! around a cell of the opponent is seven cells long.

use cornerwise_core::{Cell, Colour, Move, Position};

use super::sweep::{Score, Transition};

/// More than any piece has squares, so that a gap goes before size.
const GAP: f64 = 10.0;

/// Moves through gaps first, of those and of all others the largest pieces.
pub(crate) struct Corridors;

impl Score for Corridors {
    fn score(&mut self, transition: &Transition<'_>) -> f64 {
        let gaps = transition
            .before
            .to_play()
            .map_or(0, |colour| gaps(transition.before, colour, transition.mv));
        GAP * gaps as f64 + transition.mv.piece().size() as f64
    }
}

/// How many gaps of opponents a move of a colour goes through.
fn gaps(before: &Position, colour: Colour, mv: Move) -> usize {
    let own = before.cells(colour);
    let through = |cell: Cell, columns: i8, rows: i8| {
        let Some(across) = cell.offset(columns, rows) else { return false };
        own.contains(across) && is_gap(before, colour, cell, columns, rows)
    };
    let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    mv.cells().map(|cell| diagonals.iter().filter(|&&(c, r)| through(cell, c, r)).count()).sum()
}

/// Whether one opponent holds both cells between a cell and its diagonal neighbour.
fn is_gap(position: &Position, colour: Colour, cell: Cell, columns: i8, rows: i8) -> bool {
    let variant = position.variant();
    let (Some(a), Some(b)) = (cell.offset(columns, 0), cell.offset(0, rows)) else { return false };
    variant.colours().any(|other| {
        let cells = position.cells(other);
        !variant.are_allied(colour, other) && cells.contains(a) && cells.contains(b)
    })
}

#[cfg(test)]
mod tests {
    use cornerwise_core::Tables;

    use super::*;

    #[test]
    fn a_gap_is_crossed_only_between_two_cells_of_one_opponent() {
        let tables = Tables::new("7x7".parse().unwrap());
        let [black, white] = [0, 1].map(Colour::from_index);
        // White's domino and single square touch at a corner; black is below the gap on d3.
        let white_chain = [(white, "b3,c3"), (white, "d4")];
        let position = |own: &str| {
            let pieces = white_chain.into_iter().chain([(black, own)]);
            let pieces = pieces.map(|(colour, mv)| (colour, mv.parse().unwrap()));
            Position::set_up(&tables, pieces, black).unwrap()
        };
        let through = |position: &Position, mv: &str| gaps(position, black, mv.parse().unwrap());
        let below = position("d3,e3,e2");
        assert_eq!(through(&below, "c4"), 1);
        assert_eq!(through(&below, "c4,c5,b5"), 1);
        // Beside the gap, and away from it.
        assert_eq!(through(&below, "f4"), 0);
        assert_eq!(through(&below, "c2,c1"), 0);
        // Nobody of black's colour waits on the other side.
        assert_eq!(through(&position("e3,e2"), "c4"), 0);
    }
}
