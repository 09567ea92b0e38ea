//! The cells that moves cover, border on and touch, as places in a table of numbers for each relation.

use cornerwise_core::{Move, Orientation};

use crate::architecture::Residual;
use crate::convolution::Grid;

/// A table has room for the places of the largest board with its border.
const SHEET: usize = 512;
/// As many tables as relations, and an empty one.
const PLACES: usize = 4 * SHEET;
const EMPTY: usize = Residual::CELL_RELATIONS * SHEET;
/// As many cells as the largest piece has around it, a multiple of the four that are summed at a time.
const STEPS: usize = 28;

/// Where the cells around each orientation lie, counted from the place of its first cell.
#[derive(Clone, Debug)]
pub(crate) struct MoveCells {
    /// Filled up with steps to the empty table.
    steps: Vec<[u16; STEPS]>,
}

/// A number for every cell and relation.
#[derive(Clone, Debug)]
pub(crate) struct Sheets(Box<[f32; PLACES]>);

impl Sheets {
    pub(crate) fn new() -> Sheets {
        Sheets(Box::new([0.0; PLACES]))
    }

    /// Sets the number of a place for a relation: 0 to cover, 1 to border on, 2 to touch.
    #[inline]
    pub(crate) fn set(&mut self, relation: usize, place: usize, number: f32) {
        self.0[relation * SHEET + place] = number;
    }
}

impl MoveCells {
    /// Those on a board.
    pub(crate) fn new(grid: Grid) -> MoveCells {
        let of_orientation = |orientation: Orientation| {
            let relations =
                [orientation.offsets(), orientation.edge_offsets(), orientation.corner_offsets()];
            let all = relations.into_iter().enumerate().flat_map(|(relation, offsets)| {
                offsets.iter().map(move |&(column, row)| {
                    let distance = row as isize * grid.width() as isize + column as isize;
                    (relation * SHEET).wrapping_add_signed(distance) % PLACES
                })
            });
            let mut steps = [EMPTY as u16; STEPS];
            for (step, place) in steps.iter_mut().zip(all) {
                *step = place as u16;
            }
            steps
        };
        MoveCells { steps: Orientation::all().map(of_orientation).collect() }
    }

    /// The sum over the cells around a move. What lies beyond the board is on the border, which has zeros.
    #[inline]
    pub(crate) fn sum(&self, grid: Grid, sheets: &Sheets, mv: Move) -> f32 {
        let first = grid.place(mv.first());
        // Four sums at a time, since an addition has to wait for the one before.
        let mut sums = [0.0; 4];
        for steps in self.steps[mv.orientation().index()].as_chunks::<4>().0 {
            for (sum, &step) in sums.iter_mut().zip(steps) {
                *sum += sheets.0[(first + step as usize) % PLACES];
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::{MAX_SIZE, Tables};

    use super::*;

    /// Numbers that tell every cell and relation apart.
    fn number(relation: usize, place: usize) -> f32 {
        (relation * 1000 + place) as f32
    }

    #[test]
    fn sums_are_over_the_cells_on_the_board() {
        assert!(Grid { size: MAX_SIZE }.area() <= SHEET);
        for name in ["2x2", "duo", "classic"] {
            let tables = Tables::new(name.parse().unwrap());
            let size = tables.variant().size();
            let grid = Grid { size };
            let mut sheets = Sheets::new();
            for place in grid.rows().flatten() {
                for relation in 0..3 {
                    sheets.set(relation, place, number(relation, place));
                }
            }
            let cells = MoveCells::new(grid);
            for &mv in tables.placements() {
                let orientation = mv.orientation();
                let mut expected = 0.0;
                for (relation, offsets) in [
                    orientation.offsets(),
                    orientation.edge_offsets(),
                    orientation.corner_offsets(),
                ]
                .into_iter()
                .enumerate()
                {
                    for &(column, row) in offsets {
                        let cell = mv.first().offset(column, row).filter(|cell| cell.is_on(size));
                        expected += cell.map_or(0.0, |cell| number(relation, grid.place(cell)));
                    }
                }
                assert_eq!(cells.sum(grid, &sheets, mv), expected, "{mv} on {name}");
            }
        }
    }
}
