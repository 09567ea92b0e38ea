//! Convolutions of 1x1 or 3x3 cells, their slopes, and the gradient of their weights.

use super::grid::Grid;
use super::vector::{self, Vector};
use super::{Kernel, Set, for_each_set};

/// A convolution of a grid into another one.
pub(in super::super) struct Conv<'a> {
    /// What it is made of.
    pub input: &'a Grid,
    /// For every tap and channel of the input, a row of the channels of the output.
    pub weights: &'a [f32],
    /// What is added to every cell; none if the output is added to what is there.
    pub bias: Option<&'a [f32]>,
    /// Where it goes to.
    pub output: &'a mut Grid,
}

/// The gradient of a convolution's weights.
pub(in super::super) struct ConvGradient<'a> {
    /// What the convolution was made of.
    pub input: &'a Grid,
    /// The slopes of its output.
    pub slopes: &'a Grid,
    /// What the gradient is added to, ordered as the weights.
    pub gradient: &'a mut [f32],
}

for_each_set! {
    /// Computes a convolution.
    convolve = convolve_all(conv: Conv<'_>)
}

for_each_set! {
    /// Adds up the gradient of a convolution's weights.
    convolve_gradient = convolve_all_gradient(conv: ConvGradient<'_>)
}

/// Products of rows of `a` and of `b`, added up along both.
#[derive(Clone, Copy)]
struct Products {
    /// The first number of the first row of `a`.
    a: *const f32,
    /// From one row of `a` to the next.
    a_row: usize,
    /// From one number of a row to the next.
    a_step: usize,
    /// The first numbers of `b`.
    b: *const f32,
    /// From these to the next ones.
    b_step: usize,
    /// How many products a sum has.
    length: usize,
}

/// Does something for each row of a tile. Compilers do not unroll loops of this length, and sums of rows that are not unrolled do not
/// stay in registers.
macro_rules! for_each_row {
    ($rows:expr, |$row:ident| $body:block) => {
        for_each_row!(@ $rows, $row, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13)
    };
    (@ $rows:expr, $row:ident, $body:block, $($number:literal)*) => {
        $({
            let $row: usize = $number;
            if $row < $rows $body
        })*
    };
}

/// Adds `Σ a[row][k] * b[k][lane]` to the sums, which stay in registers.
///
/// # Safety
/// All that the products name must be there: `R` rows of `length` numbers in `a`, and `length` times `N` registers in `b`.
#[inline(always)]
unsafe fn add_products<V: Vector, const R: usize, const N: usize>(
    products: Products,
    sums: &mut [[V; N]; R],
) {
    let Products { a, a_row, a_step, b, b_step, length } = products;
    for k in 0..length {
        // SAFETY: the caller promises that all of them are there. Loops have constant lengths, so that they are unrolled.
        unsafe {
            let mut lanes = [V::splat(0.0); N];
            for (n, lane) in lanes.iter_mut().enumerate() {
                *lane = V::load(b.add(k * b_step + n * V::WIDTH));
            }
            for_each_row!(R, |row| {
                let factor = V::splat(*a.add(row * a_row + k * a_step));
                for (sum, lane) in sums[row].iter_mut().zip(lanes) {
                    *sum = sum.add_product(factor, lane);
                }
            });
        }
    }
}

/// Divides so many rows into tiles that are as even as can be: where each begins, and how many rows it has.
#[inline(always)]
fn tiles(rows: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = rows.div_ceil(most);
    (0..count).map(move |tile| {
        let begin = tile * rows / count;
        (begin, (tile + 1) * rows / count - begin)
    })
}

/// Calls a function with the number of rows as a constant.
macro_rules! with_rows {
    ($rows:expr, $most:expr, $function:ident::<$vector:ty, _, $lanes:literal>($($arg:expr),*)) => {
        with_rows!(@ $rows, $most, $function, $vector, $lanes, ($($arg),*), 1 2 3 4 5 6 7 8 9 10 11 12 13 14)
    };
    (@ $rows:expr, $most:expr, $function:ident, $vector:ty, $lanes:literal, $args:tt, $($count:literal)*) => {
        match $rows {
            // Tiles that no instruction set asks for are not compiled.
            $($count if $count <= $most => with_rows!(@call $function, $vector, $count, $lanes, $args),)*
            _ => unreachable!("tiles have so many rows at most"),
        }
    };
    (@call $function:ident, $vector:ty, $count:literal, $lanes:literal, ($($arg:expr),*)) => {
        // SAFETY: as the caller of the macro says.
        unsafe { $function::<$vector, $count, $lanes>($($arg),*) }
    };
}

/// How many taps weights have.
fn taps(weights: usize, inputs: usize, outputs: usize) -> usize {
    let taps = weights / (inputs * outputs);
    assert!((taps == 1 || taps == 9) && taps * inputs * outputs == weights, "1x1 or 3x3 weights");
    taps
}

/// How many cells a tap is away from the upper left one of nine, in a grid with this edge.
#[inline(always)]
fn shift(tap: usize, taps: usize, edge: usize) -> usize {
    if taps == 1 { edge + 1 } else { tap / 3 * edge + tap % 3 }
}

#[inline(always)]
fn convolve_all<V: Vector>(conv: Conv<'_>) {
    let Conv { input, weights, bias, output } = conv;
    let (size, outputs) = (input.size, output.channels);
    taps(weights.len(), input.channels, outputs);
    let cells = (size + 2) * (size + 2);
    assert!(
        output.size == size
            && outputs.is_multiple_of(16)
            && bias.is_none_or(|bias| bias.len() == outputs)
    );
    assert!(
        input.numbers.len() == cells * input.channels && output.numbers.len() == cells * outputs
    );
    let bias = bias.map(<[f32]>::as_ptr);
    for row in 0..size {
        for (column, columns) in tiles(size, V::ROWS) {
            let mut lane = 0;
            while lane < outputs {
                let tile = Tile { input, weights, bias, row, column, lane };
                // The lengths were compared above, and tiles are within the board.
                if lane + 2 * V::WIDTH <= outputs {
                    with_rows!(columns, V::ROWS, convolve_tile::<V, _, 2>(tile, output));
                    lane += 2 * V::WIDTH;
                } else {
                    with_rows!(columns, V::ROWS, convolve_tile::<V, _, 1>(tile, output));
                    lane += V::WIDTH;
                }
            }
        }
    }
}

/// Some cells of a row and channels of the output.
#[derive(Clone, Copy)]
struct Tile<'a> {
    input: &'a Grid,
    weights: &'a [f32],
    bias: Option<*const f32>,
    row: usize,
    column: usize,
    /// The first channel.
    lane: usize,
}

/// # Safety
/// The tile must be within the board and the channels, and all slices as long as they should be.
#[inline(always)]
unsafe fn convolve_tile<V: Vector, const R: usize, const N: usize>(
    tile: Tile<'_>,
    output: &mut Grid,
) {
    let Tile { input, weights, bias, row, column, lane } = tile;
    let (edge, inputs, outputs) = (input.size + 2, input.channels, output.channels);
    let taps = weights.len() / (inputs * outputs);
    let corner = row * edge + column;
    let place = (corner + edge + 1) * outputs + lane;
    let at = |pixel: usize, n: usize| place + pixel * outputs + n * V::WIDTH;
    let out = output.numbers.as_mut_ptr();
    // SAFETY: the caller promises that bias and tile are there.
    let mut sums = unsafe { [[V::splat(0.0); N]; R] };
    for_each_row!(R, |pixel| {
        for (n, sum) in sums[pixel].iter_mut().enumerate() {
            // SAFETY: the same.
            *sum = unsafe {
                match bias {
                    Some(bias) => V::load(bias.add(lane + n * V::WIDTH)),
                    None => V::load(out.add(at(pixel, n))),
                }
            };
        }
    });
    for tap in 0..taps {
        // SAFETY: a tap of a cell of the board is on the board or its border, and weights were counted.
        unsafe {
            let products = Products {
                a: input.numbers.as_ptr().add((corner + shift(tap, taps, edge)) * inputs),
                a_row: inputs,
                a_step: 1,
                b: weights.as_ptr().add(tap * inputs * outputs + lane),
                b_step: outputs,
                length: inputs,
            };
            add_products(products, &mut sums);
        }
    }
    for_each_row!(R, |pixel| {
        for (n, sum) in sums[pixel].iter().enumerate() {
            // SAFETY: the tile is within the output.
            unsafe { sum.store(out.add(at(pixel, n))) };
        }
    });
}

#[inline(always)]
fn convolve_all_gradient<V: Vector>(conv: ConvGradient<'_>) {
    let ConvGradient { input, slopes, gradient } = conv;
    let (size, inputs, outputs) = (input.size, input.channels, slopes.channels);
    let taps = taps(gradient.len(), inputs, outputs);
    let cells = (size + 2) * (size + 2);
    assert!(slopes.size == size && outputs.is_multiple_of(16));
    assert!(input.numbers.len() == cells * inputs && slopes.numbers.len() == cells * outputs);
    for tap in 0..taps {
        for (channel, channels) in tiles(inputs, V::ROWS) {
            let mut lane = 0;
            while lane < outputs {
                let tile = GradientTile { input, slopes, tap, taps, channel, lane };
                // The lengths were compared above, and tiles are within the channels.
                if lane + 2 * V::WIDTH <= outputs {
                    with_rows!(channels, V::ROWS, gradient_tile::<V, _, 2>(tile, gradient));
                    lane += 2 * V::WIDTH;
                } else {
                    with_rows!(channels, V::ROWS, gradient_tile::<V, _, 1>(tile, gradient));
                    lane += V::WIDTH;
                }
            }
        }
    }
}

/// Some channels of input and output, for one tap.
#[derive(Clone, Copy)]
struct GradientTile<'a> {
    input: &'a Grid,
    slopes: &'a Grid,
    tap: usize,
    taps: usize,
    channel: usize,
    lane: usize,
}

/// # Safety
/// The tile must be within the channels, and all slices as long as they should be.
#[inline(always)]
unsafe fn gradient_tile<V: Vector, const R: usize, const N: usize>(
    tile: GradientTile<'_>,
    gradient: &mut [f32],
) {
    let GradientTile { input, slopes, tap, taps, channel, lane } = tile;
    let (size, inputs, outputs) = (input.size, input.channels, slopes.channels);
    let edge = size + 2;
    let place = (tap * inputs + channel) * outputs + lane;
    let at = |row: usize, n: usize| place + row * outputs + n * V::WIDTH;
    let out = gradient.as_mut_ptr();
    // SAFETY: arithmetic of the caller's instruction set.
    let mut sums = unsafe { [[V::splat(0.0); N]; R] };
    for_each_row!(R, |row| {
        for (n, sum) in sums[row].iter_mut().enumerate() {
            // SAFETY: the caller promises that the tile is within the gradient.
            *sum = unsafe { V::load(out.add(at(row, n))) };
        }
    });
    for row in 0..size {
        // SAFETY: rows of the board, and a tap away from them, are on the board or its border.
        unsafe {
            let from = (row * edge + shift(tap, taps, edge)) * inputs + channel;
            let products = Products {
                a: input.numbers.as_ptr().add(from),
                a_row: 1,
                a_step: inputs,
                b: slopes.numbers.as_ptr().add(((row + 1) * edge + 1) * outputs + lane),
                b_step: outputs,
                length: size,
            };
            add_products(products, &mut sums);
        }
    }
    for_each_row!(R, |row| {
        for (n, sum) in sums[row].iter().enumerate() {
            // SAFETY: the tile is within the gradient.
            unsafe { sum.store(out.add(at(row, n))) };
        }
    });
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;
    use rand::RngExt;

    use super::*;

    fn random(count: usize, seed: u64) -> Vec<f32> {
        let mut rng = game_rng(seed, 0);
        (0..count).map(|_| rng.random_range(-1.0..1.0)).collect()
    }

    fn grid(size: usize, channels: usize, seed: u64) -> Grid {
        let mut grid = Grid::new(size, channels);
        let numbers = random(size * size * channels, seed);
        for (cell, numbers) in numbers.chunks(channels).enumerate() {
            grid.cell_mut(cell).copy_from_slice(numbers);
        }
        grid
    }

    /// The grid's cell that a tap takes from, if it is on the board.
    fn tapped(size: usize, cell: usize, tap: usize, taps: usize) -> Option<usize> {
        let (up, right) = if taps == 1 { (1, 1) } else { (tap / 3, tap % 3) };
        let row = (cell / size + up).checked_sub(1).filter(|&row| row < size)?;
        let column = (cell % size + right).checked_sub(1).filter(|&column| column < size)?;
        Some(row * size + column)
    }

    /// Shows every product of a convolution: input place, weight and output place.
    fn each_product(
        input: &Grid,
        output: &Grid,
        taps: usize,
        mut see: impl FnMut(usize, usize, usize),
    ) {
        let size = input.size;
        for cell in 0..size * size {
            for tap in 0..taps {
                let Some(from) = tapped(size, cell, tap, taps) else { continue };
                for channel in 0..input.channels {
                    for lane in 0..output.channels {
                        let weight = (tap * input.channels + channel) * output.channels + lane;
                        see(input.place(from) + channel, weight, output.place(cell) + lane);
                    }
                }
            }
        }
    }

    #[track_caller]
    fn assert_near(found: &[f32], expected: &[f32]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-3, "{found} instead of {expected}");
        }
    }

    #[test]
    fn all_instruction_sets_agree_with_plain_sums() {
        for (size, inputs, outputs, taps) in
            [(14, 17, 32, 9), (7, 32, 16, 1), (20, 16, 48, 9), (5, 3, 16, 9), (2, 1, 16, 9)]
        {
            let (input, slopes) = (grid(size, inputs, 1), grid(size, outputs, 2));
            let weights = random(taps * inputs * outputs, 3);
            let bias = random(outputs, 4);
            let mut expected = Grid::new(size, outputs);
            (0..size * size).for_each(|cell| expected.cell_mut(cell).copy_from_slice(&bias));
            let mut gradient = vec![0.25; weights.len()];
            each_product(&input, &slopes, taps, |from, weight, to| {
                expected.numbers[to] += input.numbers[from] * weights[weight];
                gradient[weight] += input.numbers[from] * slopes.numbers[to];
            });
            for kernel in Kernel::available() {
                let mut output = Grid::new(size, outputs);
                let (input, weights) = (&input, &weights[..]);
                let conv = Conv { input, weights, bias: Some(&bias), output: &mut output };
                kernel.convolve(conv);
                assert_near(&output.numbers, &expected.numbers);
                // Without a bias it is added to what is there.
                kernel.convolve(Conv { input, weights, bias: None, output: &mut output });
                kernel.convolve(Conv { input, weights, bias: None, output: &mut output });
                let cell = size * size / 2;
                let thrice: Vec<f32> = expected
                    .cell(cell)
                    .iter()
                    .zip(&bias)
                    .map(|(sum, bias)| 3.0 * sum - 2.0 * bias)
                    .collect();
                assert_near(output.cell(cell), &thrice);
                let mut found = vec![0.25; gradient.len()];
                let slopes = &slopes;
                kernel.convolve_gradient(ConvGradient { input, slopes, gradient: &mut found });
                assert_near(&found, &gradient);
            }
        }
    }
}
