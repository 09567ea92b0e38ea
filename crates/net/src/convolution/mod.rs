//! Convolutions of 3x3 cells in 8-bit numbers, for several instruction sets.
//!
//! Activations are unsigned bytes up to 127, so that the sum of two products fits 16 bits, which AVX2 needs. Weights are signed bytes
//! with a scale for each output channel. Products are added up in 32 bits, which is exact; the sums become activations again in
//! floating-point steps that are the same everywhere. So all instruction sets give the same bytes.
//!
//! A board lies in a [`Grid`] with a border of zeros, the channels of a cell side by side. For an output row, the inputs of a cell are
//! then three runs of bytes, and those of the next cell begin one cell further: [`Filter`] has its weights in that order, four
//! inputs of sixteen outputs at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use bytemuck::{Pod, Zeroable};
use cornerwise_core::{Cell, InstructionSet, Isa};

/// The largest activation.
pub(crate) const HIGHEST: f32 = 127.0;
/// How many outputs are computed side by side.
pub(crate) const LANES: usize = 16;
/// How many inputs are multiplied at a time.
const DEPTH: usize = 4;

/// The places of a board's cells with a border of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub size: usize,
}

impl Grid {
    /// Places from a cell to the one above it.
    pub(crate) const fn width(self) -> usize {
        self.size + 2
    }

    /// All places.
    pub(crate) const fn area(self) -> usize {
        self.width() * self.width()
    }

    /// The place of a cell.
    pub(crate) const fn place(self, cell: Cell) -> usize {
        (cell.row() + 1) * self.width() + cell.column() + 1
    }

    /// The places of the cells of each row, from the lowest on.
    pub(crate) fn rows(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (1..=self.size).map(move |row| {
            let first = row * self.width() + 1;
            first..first + self.size
        })
    }
}

/// Bytes that fill a cache line, and a vector of AVX-512.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Line([u8; 64]);

/// Zeroed bytes that begin with a cache line.
#[derive(Clone, Debug)]
pub(crate) struct Bytes(Vec<Line>);

impl Bytes {
    /// At least so many bytes.
    pub(crate) fn new(count: usize) -> Bytes {
        Bytes(vec![Line::zeroed(); count.div_ceil(size_of::<Line>())])
    }

    pub(crate) fn get(&self, count: usize) -> &[u8] {
        &bytemuck::cast_slice(&self.0)[..count]
    }

    pub(crate) fn get_mut(&mut self, count: usize) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.0)[..count]
    }
}

/// The weights of a convolution.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// Channels of the input and output with what fills them up.
    inputs: usize,
    outputs: usize,
    /// For every sixteen outputs, three rows of `3 · inputs / 4` lines: four inputs of each output.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    weights: Vec<Line>,
    /// The same for processors without vectors of bytes: for every sixteen outputs and row, the weights of one input after the other.
    wide: Vec<[i16; LANES]>,
    /// What a sum of products is in steps of the output's activations.
    scales: Vec<f32>,
}

/// The bytes of a cell with so many input channels.
pub(crate) fn padded_inputs(channels: usize) -> usize {
    channels.next_multiple_of(DEPTH)
}

/// The bytes of a cell with so many output channels.
pub(crate) fn padded_outputs(channels: usize) -> usize {
    channels.next_multiple_of(LANES)
}

impl Filter {
    /// The filter of weights in the order output, input, row, column. A step of the output is so much for a step of the input.
    pub(crate) fn new(
        kernels: &[f32],
        outputs: usize,
        inputs_in_cell: usize,
        ratio: f32,
    ) -> Filter {
        let of_output = kernels.len() / outputs;
        let (padded_in, padded_out) = (inputs_in_cell, padded_outputs(outputs));
        let mut weights = vec![Line::zeroed(); padded_out / LANES * 9 * padded_in / DEPTH];
        let mut wide = vec![[0; LANES]; padded_out / LANES * 9 * padded_in];
        let mut scales = vec![0.0; padded_out];
        let lines_of_row = 3 * padded_in / DEPTH;
        for (output, kernel) in kernels.chunks_exact(of_output).enumerate() {
            let largest = kernel.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
            if largest == 0.0 {
                continue;
            }
            let scale = largest / HIGHEST;
            scales[output] = scale * ratio;
            for (number, &weight) in kernel.iter().enumerate() {
                let (input, row, column) = (number / 9, number / 3 % 3, number % 3);
                let depth = column * padded_in + input;
                let line = (output / LANES * 3 + row) * lines_of_row + depth / DEPTH;
                let quantised = (weight / scale).round_ties_even() as i8;
                weights[line].0[output % LANES * DEPTH + depth % DEPTH] = quantised as u8;
                wide[line * DEPTH + depth % DEPTH][output % LANES] = quantised.into();
            }
        }
        Filter { inputs: padded_in, outputs: padded_out, weights, wide, scales }
    }

    /// Products of an application to a board.
    pub(crate) fn products(&self, grid: Grid) -> usize {
        grid.size * grid.size * 9 * self.inputs * self.outputs
    }

    /// Overwrites the cells of `out` with the activations of the convolution of `input`, a bias in steps, and activations to add to.
    /// The border stays as it is.
    pub(crate) fn apply(
        &self,
        isa: Isa,
        grid: Grid,
        input: &[u8],
        bias: &[f32],
        added: Option<&[u8]>,
        out: &mut [u8],
    ) {
        assert_eq!(input.len(), grid.area() * self.inputs);
        assert_eq!(out.len(), grid.area() * self.outputs);
        assert_eq!(bias.len(), self.outputs);
        assert!(added.is_none_or(|added| added.len() == out.len()));
        let layer = Layer { filter: self, grid, input, bias, added };
        match isa.set() {
            InstructionSet::Portable => portable::apply(&layer, out),
            // SAFETY: an `Isa` names this set only on processors that have it, and the lengths were checked.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { avx2::apply(&layer, out) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { avx512::apply(&layer, out) },
        }
    }
}

/// A filter and what it is applied to.
struct Layer<'a> {
    filter: &'a Filter,
    grid: Grid,
    input: &'a [u8],
    bias: &'a [f32],
    added: Option<&'a [u8]>,
}

impl Layer<'_> {
    /// Lines of weights for one row of the 3x3 cells.
    #[cfg(target_arch = "x86_64")]
    fn lines_of_row(&self) -> usize {
        3 * self.filter.inputs / DEPTH
    }
}

/// How many cells of a row are computed at a time: of the given numbers, the one with which a row takes least. Where it does not
/// divide the row, the last cells overlap those before.
#[cfg(target_arch = "x86_64")]
fn tile_width(size: usize, widths: &[usize]) -> usize {
    // Loading the weights takes about as long as two cells.
    let cost = |width: usize| size.div_ceil(width) * (width + 2);
    let fitting = widths.iter().copied().filter(|&width| width <= size);
    fitting.min_by_key(|&width| (cost(width), std::cmp::Reverse(width))).expect("1 always fits")
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;
    use rand::RngExt;

    use super::*;

    /// Every instruction set gives the same bytes, for all sizes of boards and numbers of channels.
    #[test]
    fn all_instruction_sets_agree() {
        let mut rng = game_rng(5, 0);
        for size in 1..=20 {
            for (inputs, outputs) in [(17, 16), (33, 32), (32, 48), (64, 64), (3, 5)] {
                let grid = Grid { size };
                let cell = padded_inputs(inputs);
                let mut draw = || rng.random_range(-1.0..1.0_f32);
                let kernels: Vec<f32> = (0..9 * inputs * outputs).map(|_| draw()).collect();
                let filter = Filter::new(&kernels, outputs, cell, 0.05);
                let bias: Vec<f32> = (0..filter.outputs).map(|_| 50.0 * draw()).collect();
                let mut fill = |channels: usize| {
                    let mut bytes = Bytes::new(grid.area() * channels);
                    let cells = bytes.get_mut(grid.area() * channels);
                    for row in grid.rows() {
                        let row = row.start * channels..row.end * channels;
                        cells[row].fill_with(|| rng.random_range(0..=127));
                    }
                    bytes
                };
                let (input, added) = (fill(cell), fill(filter.outputs));
                let input = input.get(grid.area() * cell);
                let added = added.get(grid.area() * filter.outputs);
                for added in [None, Some(added)] {
                    let results = Isa::available().into_iter().map(|isa| {
                        let mut out = vec![0; grid.area() * filter.outputs];
                        filter.apply(isa, grid, input, &bias, added, &mut out);
                        out
                    });
                    let results: Vec<Vec<u8>> = results.collect();
                    for result in &results {
                        assert!(*result == results[0], "{size} {inputs} {outputs}");
                    }
                    let used = results[0].iter().filter(|&&byte| byte > 0 && byte < 127).count();
                    assert!(used > size * size * outputs / 8, "most are cut off: {used}");
                    let border = results[0][..grid.width() * filter.outputs].iter();
                    assert!(border.copied().all(|byte| byte == 0));
                }
            }
        }
    }

    #[test]
    fn rows_are_divided_with_little_waste() {
        let widths = [1, 2, 4, 7, 10, 14];
        for (size, width) in [(1, 1), (3, 2), (5, 4), (9, 7), (13, 7), (14, 14), (16, 10), (20, 10)]
        {
            assert_eq!(tile_width(size, &widths), width, "{size}");
        }
    }
}
