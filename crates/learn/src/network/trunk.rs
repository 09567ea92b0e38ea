//! From planes and globals to the channels of every cell, and the way back.

use cornerwise_net::Residual;

use super::kernel::{Conv, ConvGradient, Grid, Kernel, Rectifier};
use super::packing::{Layer, Packed, Packing};

/// The activations of the trunk for one position.
pub(super) struct Trunk {
    kernel: Kernel,
    planes: Grid,
    globals: Vec<f32>,
    /// After the stem and each convolution, before and after it is cut off.
    sums: Vec<Grid>,
    activations: Vec<Grid>,
    /// The pooled input of each block.
    pools: Vec<Pool>,
    /// Slopes of a block's output, and of what is in it.
    slopes: Grid,
    inner: Grid,
}

/// The mean and the greatest number of every channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    /// All means, then all greatest numbers.
    pub numbers: Vec<f32>,
    /// The cells of the greatest numbers.
    greatest: Vec<usize>,
}

impl Trunk {
    pub fn new(residual: &Residual, size: usize, kernel: Kernel) -> Trunk {
        let grid = || Grid::new(size, residual.channels);
        let layers = 1 + 2 * residual.blocks;
        Trunk {
            kernel,
            planes: Grid::new(size, residual.planes),
            globals: Vec::new(),
            sums: (0..layers).map(|_| grid()).collect(),
            activations: (0..layers).map(|_| grid()).collect(),
            pools: vec![Pool::default(); residual.blocks],
            slopes: grid(),
            inner: grid(),
        }
    }

    /// What the heads are given.
    pub fn output(&self) -> &Grid {
        self.activations.last().expect("there is a stem")
    }

    /// The slopes of the output, to be added to; all 0 at first.
    pub fn output_slopes(&mut self) -> (&Grid, &mut Grid) {
        (self.activations.last().expect("there is a stem"), &mut self.slopes)
    }

    /// Computes the output for planes of 0 and 1, one after the other, and globals.
    pub fn forward(
        &mut self,
        packing: &Packing,
        packed: &Packed,
        rectifier: Rectifier,
        (planes, globals): (&[u8], &[f32]),
    ) {
        let area = self.planes.size * self.planes.size;
        for cell in 0..area {
            let plane = planes.iter().skip(cell).step_by(area);
            for (number, &is_set) in self.planes.cell_mut(cell).iter_mut().zip(plane) {
                *number = f32::from(is_set);
            }
        }
        self.globals.clear();
        self.globals.extend(globals);
        let weights = &packed.forward;
        let mut bias = weights[packing.stem.bias.clone()].to_vec();
        add_products(globals, &weights[packing.globals.clone()], &mut bias);
        self.kernel.convolve(Conv {
            input: &self.planes,
            weights: &weights[packing.stem.weights.clone()],
            bias: Some(&bias),
            output: &mut self.sums[0],
        });
        self.rectify(0, rectifier);
        for (number, block) in packing.blocks.iter().enumerate() {
            let [first, second] = &block.convolutions;
            let at = 1 + 2 * number;
            bias.copy_from_slice(&weights[first.bias.clone()]);
            if let Some(pool) = &block.pool {
                self.pools[number].take(&self.activations[at - 1]);
                add_products(&self.pools[number].numbers, &weights[pool.clone()], &mut bias);
            }
            self.convolve(at, first, weights, &bias);
            self.rectify(at, rectifier);
            self.convolve(at + 1, second, weights, &weights[second.bias.clone()]);
            let input = &self.activations[at - 1].numbers;
            self.kernel.add(input, &mut self.sums[at + 1].numbers);
            self.rectify(at + 1, rectifier);
        }
        self.slopes.numbers.fill(0.0);
    }

    fn convolve(&mut self, at: usize, layer: &Layer, weights: &[f32], bias: &[f32]) {
        self.kernel.convolve(Conv {
            input: &self.activations[at - 1],
            weights: &weights[layer.weights.clone()],
            bias: Some(bias),
            output: &mut self.sums[at],
        });
    }

    fn rectify(&mut self, at: usize, rectifier: Rectifier) {
        self.kernel.rectify(&self.sums[at].numbers, rectifier, &mut self.activations[at].numbers);
    }

    /// Adds up the gradient from the slopes of the output.
    pub fn backward(
        &mut self,
        packing: &Packing,
        packed: &Packed,
        limit: f32,
        gradient: &mut [f32],
    ) {
        let kernel = self.kernel;
        for (number, block) in packing.blocks.iter().enumerate().rev() {
            let [first, second] = &block.convolutions;
            let at = 1 + 2 * number;
            kernel.rectify_slopes(&self.sums[at + 1].numbers, limit, &mut self.slopes.numbers);
            layer_gradient(kernel, second, &self.activations[at], &self.slopes, gradient);
            // What the inner slopes are added to begins at 0.
            self.inner.numbers.fill(0.0);
            back(kernel, second, packed, &self.slopes, &mut self.inner);
            kernel.rectify_slopes(&self.sums[at].numbers, limit, &mut self.inner.numbers);
            let input = &self.activations[at - 1];
            layer_gradient(kernel, first, input, &self.inner, gradient);
            back(kernel, first, packed, &self.inner, &mut self.slopes);
            if let Some(pool) = &block.pool {
                let mut of_bias = vec![0.0; self.inner.channels];
                kernel.add_cells(&self.inner.numbers, &mut of_bias);
                let numbers = &self.pools[number].numbers;
                add_outer(numbers, &of_bias, &mut gradient[pool.clone()]);
                let slopes = dots(&packed.forward[pool.clone()], &of_bias);
                self.pools[number].spread(&slopes, &mut self.slopes);
            }
        }
        kernel.rectify_slopes(&self.sums[0].numbers, limit, &mut self.slopes.numbers);
        layer_gradient(kernel, &packing.stem, &self.planes, &self.slopes, gradient);
        let mut of_bias = vec![0.0; self.slopes.channels];
        kernel.add_cells(&self.slopes.numbers, &mut of_bias);
        add_outer(&self.globals, &of_bias, &mut gradient[packing.globals.clone()]);
    }
}

/// Adds up the gradient of a convolution.
pub(super) fn layer_gradient(
    kernel: Kernel,
    layer: &Layer,
    input: &Grid,
    slopes: &Grid,
    gradient: &mut [f32],
) {
    kernel.convolve_gradient(ConvGradient {
        input,
        slopes,
        gradient: &mut gradient[layer.weights.clone()],
    });
    kernel.add_cells(&slopes.numbers, &mut gradient[layer.bias.clone()]);
}

/// Adds the slopes of a convolution's input.
pub(super) fn back(
    kernel: Kernel,
    layer: &Layer,
    packed: &Packed,
    slopes: &Grid,
    input: &mut Grid,
) {
    let weights = &packed.backward[layer.backward.clone()];
    kernel.convolve(Conv { input: slopes, weights, bias: None, output: input });
}

impl Pool {
    /// Pools all channels.
    pub fn take(&mut self, grid: &Grid) {
        let (area, channels) = (grid.size * grid.size, grid.channels);
        self.numbers.clear();
        self.numbers.resize(2 * channels, 0.0);
        self.greatest.clear();
        self.greatest.resize(channels, 0);
        let (means, greatest) = self.numbers.split_at_mut(channels);
        for cell in 0..area {
            for (channel, &number) in grid.cell(cell).iter().enumerate() {
                means[channel] += number;
                // No activation is below 0.
                if number > greatest[channel] {
                    greatest[channel] = number;
                    self.greatest[channel] = cell;
                }
            }
        }
        for mean in means {
            *mean /= area as f32;
        }
    }

    /// Adds the slopes of pooled numbers to those of the cells.
    pub fn spread(&self, slopes: &[f32], grid: &mut Grid) {
        let (area, channels) = (grid.size * grid.size, grid.channels);
        let (means, greatest) = slopes.split_at(channels);
        let means: Vec<f32> = means.iter().map(|slope| slope / area as f32).collect();
        for cell in 0..area {
            for (number, mean) in grid.cell_mut(cell).iter_mut().zip(&means) {
                *number += mean;
            }
        }
        for (channel, (&cell, slope)) in self.greatest.iter().zip(greatest).enumerate() {
            grid.cell_mut(cell)[channel] += slope;
        }
    }
}

/// Adds the products of numbers with their rows.
pub(super) fn add_products(numbers: &[f32], rows: &[f32], out: &mut [f32]) {
    for (&number, row) in numbers.iter().zip(rows.chunks_exact(out.len())) {
        add_scaled(number, row, out);
    }
}

/// Adds the products of all pairs: a row for each of the first numbers.
pub(super) fn add_outer(numbers: &[f32], row: &[f32], out: &mut [f32]) {
    for (&number, out) in numbers.iter().zip(out.chunks_exact_mut(row.len())) {
        add_scaled(number, row, out);
    }
}

/// Adds the multiple of a row.
pub(super) fn add_scaled(factor: f32, row: &[f32], out: &mut [f32]) {
    for (out, number) in out.iter_mut().zip(row) {
        *out += factor * number;
    }
}

/// The products of all rows with a vector.
pub(super) fn dots(rows: &[f32], vector: &[f32]) -> Vec<f32> {
    rows.chunks_exact(vector.len()).map(|row| dot(row, vector)).collect()
}

/// The sum of the products, added up in lanes that processors add at once.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    let (wide_a, rest_a) = a.as_chunks::<LANES>();
    let (wide_b, rest_b) = b.as_chunks::<LANES>();
    for (a, b) in wide_a.iter().zip(wide_b) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}
