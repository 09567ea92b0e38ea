//! How far colours get after a move, told without playing it.

use crate::cell::MAX_SIZE;
use crate::kernel::{BLOCK, BoardRows, count_reached};
use crate::moves::Move;
use crate::position::Position;
use crate::shapes::Shapes;
use crate::variant::Colour;

/// The steps from corner cells after which cells are counted.
pub const REACH_STEPS: [usize; 8] = [0, 1, 2, 3, 4, 6, 8, 11];

/// How many cells are within reach: those that a colour can come to from its corner cells over cells that it can still
/// cover, in at most so many steps over edges, by [`REACH_STEPS`].
pub type Reach = [u16; REACH_STEPS.len()];

/// The cells within reach after a move, added up over colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reaches {
    /// Those of the player who moves.
    pub own: Reach,
    /// Those of all others.
    pub others: Reach,
}

impl Position {
    /// What is within reach after each of some legal moves of the colour to play.
    ///
    /// ```
    /// use cornerwise_core::{Position, Reaches};
    /// let position = Position::start("duo".parse().unwrap());
    /// let mut reaches = Vec::new();
    /// position.reaches_after(&["e10".parse().unwrap()], &mut reaches);
    /// let Reaches { own, others } = reaches[0];
    /// // Four corner cells, each with three more cells beside it; the other colour has its start cell.
    /// assert_eq!((own[0], own[1]), (4, 12));
    /// assert_eq!((others[0], others[1]), (1, 5));
    /// ```
    pub fn reaches_after(&self, moves: &[Move], reaches: &mut Vec<Reaches>) {
        reaches.clear();
        reaches.resize(moves.len(), Reaches::default());
        let Some(mover) = self.to_play() else { return };
        let variant = self.variant();
        for (block, reaches) in moves.chunks(BLOCK).zip(reaches.chunks_mut(BLOCK)) {
            for colour in variant.colours().filter(|&colour| self.is_active(colour)) {
                let is_own = variant.are_allied(mover, colour);
                let counts = self.count_reached_after(block, mover, colour);
                for (steps, counts) in counts.iter().enumerate() {
                    for (reaches, &count) in reaches.iter_mut().zip(counts) {
                        let side = if is_own { &mut reaches.own } else { &mut reaches.others };
                        side[steps] += count as u16;
                    }
                }
            }
        }
    }

    /// How many cells a colour reaches after each move of a block, by steps.
    fn count_reached_after(
        &self,
        block: &[Move],
        mover: Colour,
        colour: Colour,
    ) -> [[u32; BLOCK]; REACH_STEPS.len()] {
        let size = self.variant().size();
        let (locked, corners) = (self.locked_cells(colour), self.corner_cells(colour));
        let mut free: BoardRows = [[0; BLOCK]; MAX_SIZE + 2];
        let mut reached = free;
        for row in 0..size {
            free[row + 1] = [!locked.row(row) & ((1 << size) - 1); BLOCK];
            reached[row + 1] = [corners.row(row); BLOCK];
        }
        for (lane, mv) in block.iter().enumerate() {
            let shape = Shapes::get().shape(mv.orientation());
            let cells = shape.cell_pattern.rows_at(mv.first(), size);
            let edges = shape.edge_pattern.rows_at(mv.first(), size);
            let corners = shape.corner_pattern.rows_at(mv.first(), size);
            for (((row, cells), (_, edges)), (_, corners)) in cells.zip(edges).zip(corners) {
                let (taken, gained) =
                    if colour == mover { (cells | edges, corners) } else { (cells, 0) };
                let free = &mut free[row + 1][lane];
                *free &= !taken;
                let reached = &mut reached[row + 1][lane];
                *reached = (*reached | gained) & *free;
            }
        }
        count_reached(self.tables().isa, &mut reached, &free, size)
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use super::*;
    use crate::kernel::Isa;
    use crate::{CellSet, Tables, game_rng};

    /// The cells within reach of a colour, step by step.
    fn plain(position: &Position, colour: Colour) -> Reach {
        let size = position.variant().size();
        let free = CellSet::board(size) - position.locked_cells(colour);
        let mut reached = position.corner_cells(colour);
        let mut steps = 0;
        REACH_STEPS.map(|after| {
            while steps < after {
                reached |= reached.edge_neighbours(size) & free;
                steps += 1;
            }
            reached.len() as u16
        })
    }

    #[test]
    fn the_reach_is_that_of_the_position_after_the_move() {
        for (name, isa) in ["duo", "classic", "classic-2", "classic-3", "7x7", "20x20-3", "2x2"]
            .into_iter()
            .flat_map(|name| Isa::available().into_iter().map(move |isa| (name, isa)))
        {
            let mut position = Position::new(&Tables::with_isa(name.parse().unwrap(), isa));
            let mut rng = game_rng(5, 0);
            let mut reaches = Vec::new();
            while let Some(mover) = position.to_play() {
                let moves = position.legal_moves();
                position.reaches_after(&moves, &mut reaches);
                assert_eq!(reaches.len(), moves.len());
                let variant = position.variant();
                for (&mv, found) in moves.iter().zip(&reaches).step_by(7) {
                    let mut after = position.clone();
                    after.place(mover, mv);
                    let side = |own: bool| -> Reach {
                        let colours = variant.colours().filter(|&colour| {
                            variant.are_allied(mover, colour) == own && position.is_active(colour)
                        });
                        colours
                            .map(|colour| plain(&after, colour))
                            .fold(Reach::default(), |a, b| array::from_fn(|at| a[at] + b[at]))
                    };
                    let expected = Reaches { own: side(true), others: side(false) };
                    assert_eq!(*found, expected, "{name} {isa:?} {mv}");
                }
                position.play(position.sample_move(&mut rng).unwrap()).unwrap();
            }
        }
    }
}
