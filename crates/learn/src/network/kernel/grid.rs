//! Numbers for each cell of a board.

use super::vector::{self, Vector};
use super::{Kernel, Set, for_each_set};

/// A row of channels for each cell of a board with a border, which stays 0.
#[derive(Clone, Debug)]
pub(in super::super) struct Grid {
    /// The edge of the board, without the border.
    pub size: usize,
    /// How many numbers a cell has.
    pub channels: usize,
    /// All of them.
    pub numbers: Vec<f32>,
}

impl Grid {
    /// All 0.
    pub fn new(size: usize, channels: usize) -> Grid {
        let numbers = vec![0.0; (size + 2) * (size + 2) * channels];
        Grid { size, channels, numbers }
    }

    /// Where the channels of a cell begin, by its number in rows without the border.
    pub fn place(&self, cell: usize) -> usize {
        ((cell / self.size + 1) * (self.size + 2) + cell % self.size + 1) * self.channels
    }

    /// The channels of a cell.
    pub fn cell(&self, cell: usize) -> &[f32] {
        let place = self.place(cell);
        &self.numbers[place..][..self.channels]
    }

    /// The same, to be changed.
    pub fn cell_mut(&mut self, cell: usize) -> &mut [f32] {
        let place = self.place(cell);
        &mut self.numbers[place..][..self.channels]
    }
}

/// How activations are made of sums.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Rectifier {
    /// Where they are cut off.
    pub limit: f32,
    /// How many steps there are from 0 to the limit, if activations are rounded to them.
    pub steps: Option<f32>,
}

for_each_set! {
    /// Cuts sums off below 0 and above the limit, and rounds them if they are to be.
    rectify = rectify_all(sums: &[f32], rectifier: Rectifier, out: &mut [f32])
}

#[inline(always)]
fn rectify_all<V: Vector>(sums: &[f32], rectifier: Rectifier, out: &mut [f32]) {
    let Rectifier { limit, steps } = rectifier;
    if let Some(steps) = steps {
        let (up, down) = (steps / limit, limit / steps);
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = (sum.max(0.0).min(limit) * up).round_ties_even() * down;
        }
    } else {
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = sum.max(0.0).min(limit);
        }
    }
}

for_each_set! {
    /// Keeps the slopes of activations whose sums were not cut off. Rounding counts as if it changed nothing.
    rectify_slopes = rectify_all_slopes(sums: &[f32], limit: f32, slopes: &mut [f32])
}

#[inline(always)]
fn rectify_all_slopes<V: Vector>(sums: &[f32], limit: f32, slopes: &mut [f32]) {
    for (slope, &sum) in slopes.iter_mut().zip(sums) {
        *slope = if sum > 0.0 && sum < limit { *slope } else { 0.0 };
    }
}

for_each_set! {
    /// Adds numbers.
    add = add_all(numbers: &[f32], out: &mut [f32])
}

#[inline(always)]
fn add_all<V: Vector>(numbers: &[f32], out: &mut [f32]) {
    for (out, number) in out.iter_mut().zip(numbers) {
        *out += number;
    }
}

for_each_set! {
    /// Adds the sums over all cells to `out`, channel by channel.
    add_cells = add_all_cells(numbers: &[f32], out: &mut [f32])
}

#[inline(always)]
fn add_all_cells<V: Vector>(numbers: &[f32], out: &mut [f32]) {
    for cell in numbers.chunks_exact(out.len()) {
        for (out, number) in out.iter_mut().zip(cell) {
            *out += number;
        }
    }
}
