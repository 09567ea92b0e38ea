//! The cells that a colour's next move can cover.

use crate::cell::CellSet;
use crate::kernel::{self, CoverStep, OrientationSet};
use crate::lanes::Layout;
use crate::position::Position;
use crate::shapes::Orientation;
use crate::variant::Colour;

/// The places that pieces cover, seen from their first cell, on a board with these lanes.
pub(crate) fn cover_steps(layout: &Layout) -> Vec<CoverStep> {
    let mut steps: Vec<CoverStep> = Vec::new();
    for orientation in Orientation::all() {
        for &(column, row) in orientation.offsets() {
            let lanes = (row as usize * layout.stride()).wrapping_add_signed(column as isize);
            let known = steps.iter().position(|step| step.lanes == lanes);
            let step = known.unwrap_or_else(|| {
                steps.push(CoverStep { lanes, orientations: OrientationSet::default() });
                steps.len() - 1
            });
            steps[step].orientations.insert(orientation);
        }
    }
    steps
}

impl Position {
    /// The cells that at least one legal move of a colour would cover if it were its turn.
    ///
    /// ```
    /// use cornerwise_core::{Colour, Position};
    /// let position = Position::start("duo".parse().unwrap());
    /// // A piece of five squares reaches four steps from the start cell.
    /// assert_eq!(position.coverable_cells(Colour::from_index(0)).len(), 41);
    /// ```
    pub fn coverable_cells(&self, colour: Colour) -> CellSet {
        let tables = self.tables();
        let covered = kernel::cover(tables.isa, &self.legal(colour), &tables.cover_steps);
        let size = self.variant().size();
        CellSet::from_rows(
            |row| {
                let lane = tables.layout.lane(crate::Cell::new(0, row));
                let (word, shift) = (lane / 64, lane % 64);
                let bits = covered[word] >> shift | covered[word + 1] << 1 << (63 - shift);
                bits as u32 & ((1 << size) - 1)
            },
            size,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Isa;
    use crate::{Generator, Tables, game_rng};

    #[test]
    fn they_are_the_cells_of_all_moves() {
        for name in ["1x1", "2x2", "7x7", "10x10-4", "duo", "20x20-3", "classic"] {
            let Ok(variant) = name.parse::<crate::Variant>() else { continue };
            for isa in Isa::available() {
                let mut position = Position::new(&Tables::with_isa(variant.clone(), isa));
                let (mut rng, mut moves) = (game_rng(3, 0), Vec::new());
                loop {
                    for colour in position.variant().colours() {
                        Generator::Fast.list(&position, colour, &mut moves);
                        let cells: CellSet = moves.iter().flat_map(|mv| mv.cells()).collect();
                        assert_eq!(position.coverable_cells(colour), cells, "{name} {isa:?}");
                    }
                    let Some(mv) = position.sample_move(&mut rng) else { break };
                    position.play(mv).unwrap();
                }
            }
        }
    }
}
