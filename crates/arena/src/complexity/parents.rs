//! From how many positions a move could have led to the present one.

use cornerwise_core::{Cell, Colour, Move};

/// The most pieces of a colour.
const PIECES: usize = 21;
/// Cells of the largest board.
const CELLS: usize = 400;

/// Which pieces of a colour touch at corners, so that one can be told to be the last.
///
/// A colour's pieces can have come in any order in which each touches an earlier one; what the others played between
/// does not matter, since a placement that does not overlap in the end did not overlap before.
#[derive(Clone)]
pub(super) struct Parents {
    /// One more than the number of the piece on a cell, colours 32 apart; 0 where there is none.
    pieces: [u8; CELLS],
    /// For each piece, the set of those that touch it.
    touching: [[u32; PIECES]; Colour::MAX],
    placed: [u8; Colour::MAX],
}

impl Parents {
    pub fn new() -> Parents {
        let touching = [[0; PIECES]; Colour::MAX];
        Parents { pieces: [0; CELLS], touching, placed: [0; Colour::MAX] }
    }

    /// Places a piece, and counts the pieces of its colour that could have been the last one.
    pub fn place(&mut self, colour: Colour, mv: Move) -> u32 {
        let own = colour.index();
        let number = usize::from(self.placed[own]);
        self.placed[own] += 1;
        for cell in mv.cells() {
            for (column, row) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let Some(other) = cell.offset(column, row) else { continue };
                if let Some(piece) = self.piece(colour, other) {
                    self.touching[own][number] |= 1 << piece;
                    self.touching[own][piece] |= 1 << number;
                }
            }
        }
        for cell in mv.cells() {
            self.pieces[cell.index()] = (own * 32 + number + 1) as u8;
        }
        self.last_pieces(colour)
    }

    fn piece(&self, colour: Colour, cell: Cell) -> Option<usize> {
        let piece = usize::from(self.pieces[cell.index()]);
        (piece > 0 && (piece - 1) / 32 == colour.index()).then(|| (piece - 1) % 32)
    }

    /// The pieces without which the others are still connected to the first, which covers the start.
    fn last_pieces(&self, colour: Colour) -> u32 {
        let placed = usize::from(self.placed[colour.index()]);
        let all = (1_u32 << placed) - 1;
        let could_be_last = |&piece: &usize| {
            let rest = all & !(1 << piece);
            self.reached(colour, rest) == rest
        };
        (1..placed).filter(could_be_last).count().max(1) as u32
    }

    /// What the first piece is connected to within a set.
    fn reached(&self, colour: Colour, within: u32) -> u32 {
        let touching = &self.touching[colour.index()];
        let (mut reached, mut fresh) = (1, 1_u32);
        while fresh != 0 {
            let piece = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let more = touching[piece] & within & !reached;
            reached |= more;
            fresh |= more;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_piece_leaves_the_others_connected() {
        let colour = Colour::from_index(0);
        let mut parents = Parents::new();
        let mut place = |cells: &str| parents.place(colour, cells.parse().unwrap());
        // A chain from the corner: only its end can have been the last.
        assert_eq!(place("a1"), 1);
        assert_eq!(place("b2,c2"), 1);
        assert_eq!(place("d3,d4,d5"), 1);
        // A branch of the chain: either end.
        assert_eq!(place("d1"), 2);
        // It ties both ends together, so that each of the three may be missing.
        assert_eq!(place("e2"), 3);
    }
}
