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
    /// All of them in one list for [`Sheets`], filled up with distances to places that weigh nothing.
    steps: [u16; Footprint::STEPS],
}

/// Numbers for the places that moves cover, border on and touch: a sheet each, and an empty one.
pub(super) struct Sheets([f32; Sheets::LEN]);

impl Sheets {
    /// The length of a sheet; one has room for all places.
    const SHEET: usize = PLACES.next_power_of_two();
    const LEN: usize = 4 * Sheets::SHEET;
    const EMPTY: usize = 3;

    /// All numbers are 0.
    pub(super) fn new() -> Sheets {
        Sheets([0.0; Sheets::LEN])
    }

    pub(super) fn set(&mut self, place: usize, covered: f32, bordered: f32, touched: f32) {
        for (sheet, number) in [covered, bordered, touched].into_iter().enumerate() {
            self.0[sheet * Sheets::SHEET + place] = number;
        }
    }

    /// The sum over all places around a move.
    #[inline]
    pub(super) fn sum(&self, mv: Move) -> f32 {
        let first = place(mv.first());
        // Four sums at a time, since an addition has to wait for the one before.
        let mut sums = [0.0; 4];
        for steps in Footprint::of(mv).steps.as_chunks::<4>().0 {
            for (sum, &step) in sums.iter_mut().zip(steps) {
                *sum += self.0[(first + step as usize) % Sheets::LEN];
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}

impl Footprint {
    /// Room for the places of any piece, a multiple of the four that are summed at a time.
    const STEPS: usize = 28;

    /// That of a move; distances count from the place of its first cell.
    #[inline]
    pub(super) fn of(mv: Move) -> &'static Footprint {
        static FOOTPRINTS: LazyLock<Vec<Footprint>> =
            LazyLock::new(|| Orientation::all().map(Footprint::new).collect());
        &FOOTPRINTS[mv.orientation().index()]
    }

    fn new(orientation: Orientation) -> Footprint {
        let distances = |offsets: &[(i8, i8)]| -> Vec<isize> {
            offsets
                .iter()
                .map(|&(column, row)| row as isize * STRIDE as isize + column as isize)
                .collect()
        };
        let cells = distances(orientation.offsets());
        let edges = distances(orientation.edge_offsets());
        let corners = distances(orientation.corner_offsets());
        let mut steps = [(Sheets::EMPTY * Sheets::SHEET) as u16; Footprint::STEPS];
        assert!(cells.len() + edges.len() + corners.len() <= steps.len(), "{orientation:?}");
        let sheets = [&cells, &edges, &corners].into_iter().enumerate();
        let all = sheets.flat_map(|(sheet, distances)| {
            distances.iter().map(move |&distance| {
                (sheet * Sheets::SHEET).wrapping_add_signed(distance) % Sheets::LEN
            })
        });
        for (step, place) in steps.iter_mut().zip(all) {
            *step = place as u16;
        }
        Footprint { cells, edges, corners, steps }
    }
}
