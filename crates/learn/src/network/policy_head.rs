//! The logits of legal moves, and their slopes.

use cornerwise_core::Orientation;
use cornerwise_net::Residual;

use super::kernel::Grid;
use super::packing::Policy;
use super::trunk::{add_scaled, dot, dots};

/// Where the cells are that a move covers, borders on and touches, from its first cell on, by orientation.
pub(super) struct Footprints(Vec<[Vec<isize>; Residual::CELL_RELATIONS]>);

impl Footprints {
    /// For grids with so many numbers a cell. The cells beyond the board are their border.
    pub fn new(size: usize, channels: usize) -> Footprints {
        let step = |&(columns, rows): &(i8, i8)| {
            (isize::from(rows) * (size as isize + 2) + isize::from(columns)) * channels as isize
        };
        let of = |orientation: Orientation| {
            [orientation.offsets(), orientation.edge_offsets(), orientation.corner_offsets()]
                .map(|offsets| offsets.iter().map(step).collect())
        };
        Footprints(Orientation::all().map(of).collect())
    }
}

/// The legal moves of a position, by first cell and orientation.
#[derive(Clone, Copy)]
pub(super) struct Moves<'m> {
    pub cells: &'m [u16],
    pub orientations: &'m [u8],
}

impl Moves<'_> {
    fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.cells.iter().zip(self.orientations).map(|(&c, &o)| (c.into(), o.into()))
    }
}

/// What a policy is computed from.
pub(super) struct PolicyInput<'a> {
    pub policy: &'a Policy,
    pub footprints: &'a Footprints,
    /// All packed weights.
    pub weights: &'a [f32],
    /// The output of the trunk.
    pub trunk: &'a Grid,
    pub pooled: &'a [f32],
    /// All maps; those of this policy begin at the given one.
    pub maps: &'a Grid,
    pub first_map: usize,
}

/// Where the slopes go to.
pub(super) struct PolicySlopes<'a> {
    pub gradient: &'a mut [f32],
    pub trunk: &'a mut Grid,
    pub pooled: &'a mut [f32],
    pub maps: &'a mut Grid,
}

impl PolicyInput<'_> {
    /// Writes the logits of moves.
    pub fn logits(&self, moves: Moves<'_>, out: &mut Vec<f32>) {
        let channels = self.trunk.channels;
        let weights = &self.weights[self.policy.weights.clone()];
        let mut biases = dots(&self.weights[self.policy.pool.clone()], self.pooled);
        add_scaled(1.0, &self.weights[self.policy.bias.clone()], &mut biases);
        out.clear();
        for (cell, orientation) in moves.iter() {
            let row = &weights[orientation * channels..][..channels];
            let mut logit = biases[orientation] + dot(row, self.trunk.cell(cell));
            let first = (self.maps.place(cell) + self.first_map) as isize;
            for (relation, steps) in self.footprints.0[orientation].iter().enumerate() {
                for step in steps {
                    logit += self.maps.numbers[(first + step) as usize + relation];
                }
            }
            out.push(logit);
        }
    }

    /// Adds up gradient and slopes from the slopes of the logits. What goes to the border of the maps is nobody's.
    pub fn backward(&self, moves: Moves<'_>, slopes: &[f32], to: &mut PolicySlopes<'_>) {
        let channels = self.trunk.channels;
        let weights = &self.weights[self.policy.weights.clone()];
        let mut of_biases = [0.0; Orientation::COUNT];
        for ((cell, orientation), &slope) in moves.iter().zip(slopes) {
            of_biases[orientation] += slope;
            let row = orientation * channels..(orientation + 1) * channels;
            let gradient = &mut to.gradient[self.policy.weights.clone()][row.clone()];
            add_scaled(slope, self.trunk.cell(cell), gradient);
            add_scaled(slope, &weights[row], to.trunk.cell_mut(cell));
            let first = (to.maps.place(cell) + self.first_map) as isize;
            for (relation, steps) in self.footprints.0[orientation].iter().enumerate() {
                for step in steps {
                    to.maps.numbers[(first + step) as usize + relation] += slope;
                }
            }
        }
        add_scaled(1.0, &of_biases, &mut to.gradient[self.policy.bias.clone()]);
        let pool = self.policy.pool.clone();
        let width = self.pooled.len();
        for (orientation, &slope) in
            of_biases.iter().enumerate().filter(|(_, slope)| **slope != 0.0)
        {
            let row = orientation * width..(orientation + 1) * width;
            add_scaled(slope, self.pooled, &mut to.gradient[pool.clone()][row.clone()]);
            add_scaled(slope, &self.weights[pool.clone()][row], to.pooled);
        }
    }
}
