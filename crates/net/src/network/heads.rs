//! The heads that look at single cells of the trunk: policy and ownership.
//!
//! Their weights have 16 bits. Sums of products are exact, so the order in which a processor adds them does not matter.

use cornerwise_core::Orientation;

use crate::architecture::Residual;
use crate::convolution::{Grid, LANES, padded_outputs};
use crate::dense::Dense;
use crate::move_cells::Sheets;
use crate::weights::Weights;

/// The largest weight.
const HIGHEST: f32 = 32_767.0;

/// Rows of weights for the channels of a cell.
#[derive(Clone, Debug)]
pub(super) struct CellWeights {
    /// Whole vectors of channels.
    channels: usize,
    weights: Vec<i16>,
    /// For each row, what a sum of products is worth.
    scales: Vec<f32>,
}

impl CellWeights {
    /// Rows of so many channels, for activations in steps.
    fn new(rows: &[f32], channels: usize, step: f32) -> CellWeights {
        let padded = padded_outputs(channels);
        let mut weights = Vec::new();
        let mut scales = Vec::new();
        for row in rows.chunks_exact(channels) {
            let largest = row.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
            let scale = if largest > 0.0 { largest / HIGHEST } else { 1.0 };
            weights.extend(row.iter().map(|weight| (weight / scale).round_ties_even() as i16));
            weights.resize(weights.len().next_multiple_of(padded), 0);
            scales.push(scale * step);
        }
        CellWeights { channels: padded, weights, scales }
    }

    /// The sum for a row and the activations of a cell.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    pub(super) fn dot(&self, row: usize, cell: &[u8]) -> f32 {
        let weights = &self.weights[row * self.channels..][..self.channels];
        let mut sums = [0; LANES];
        for (cell, weights) in
            cell.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0)
        {
            for lane in 0..LANES {
                sums[lane] += i32::from(cell[lane]) * i32::from(weights[lane]);
            }
        }
        sums.iter().sum::<i32>() as f32 * self.scales[row]
    }
}

/// The logits of placements.
#[derive(Clone, Debug)]
pub(super) struct PolicyHead {
    /// A row for each orientation, for the first cell.
    pub orientations: CellWeights,
    /// What an orientation's logits have in common: a bias and what the whole board adds.
    pub common: Dense,
    /// A row for each relation of a cell to a move.
    pub cells: CellWeights,
}

impl PolicyHead {
    pub(super) fn new(weights: &Weights, residual: &Residual, step: f32) -> PolicyHead {
        let rows = |name: &str| CellWeights::new(weights.numbers(name), residual.channels, step);
        let pool = weights.numbers("policy.orientation.pool");
        let bias = weights.numbers("policy.orientation.bias");
        PolicyHead {
            orientations: rows("policy.orientation.weight"),
            common: Dense::new(pool, Orientation::COUNT, Some(bias)),
            cells: rows("policy.cells.weight"),
        }
    }
}

/// Writes what every cell counts in the logits of moves that cover, border on or touch it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
pub(super) fn relate(cells: &CellWeights, grid: Grid, trunk: &[u8], sheets: &mut Sheets) {
    for place in grid.rows().flatten() {
        let cell = &trunk[place * cells.channels..][..cells.channels];
        for relation in 0..Residual::CELL_RELATIONS {
            sheets.set(relation, place, cells.dot(relation, cell));
        }
    }
}

/// Who will own the cells.
#[derive(Clone, Debug)]
pub(super) struct OwnershipHead {
    rows: CellWeights,
    bias: Vec<f32>,
}

impl OwnershipHead {
    pub(super) fn new(weights: &Weights, residual: &Residual, step: f32) -> OwnershipHead {
        let rows = weights.numbers("ownership.weight");
        OwnershipHead {
            rows: CellWeights::new(rows, residual.channels, step),
            bias: weights.numbers("ownership.bias").to_vec(),
        }
    }

    /// For nobody and every colour in the frame, the logits of all cells, row by row.
    pub(super) fn apply(&self, grid: Grid, trunk: &[u8]) -> Vec<Vec<f32>> {
        let channels = self.rows.channels;
        let of_row = |(row, bias): (usize, &f32)| {
            let logit = |place| self.rows.dot(row, &trunk[place * channels..][..channels]) + bias;
            grid.rows().flatten().map(logit).collect()
        };
        self.bias.iter().enumerate().map(of_row).collect()
    }
}
