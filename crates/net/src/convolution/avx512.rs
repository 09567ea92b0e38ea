//! Convolutions with AVX-512 VNNI, which multiplies and adds four bytes of sixteen outputs at a time.

use std::arch::x86_64::{
    __m128i, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm512_add_ps, _mm512_cvtepi32_epi8,
    _mm512_cvtepi32_ps, _mm512_cvtepu8_epi32, _mm512_cvtps_epi32, _mm512_dpbusd_epi32,
    _mm512_load_si512, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_max_ps, _mm512_min_ps,
    _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use super::{DEPTH, HIGHEST, LANES, Layer, tile_width};

/// The cells of a row that may be computed at a time: two sums for each of the most fill the registers but for a few.
const WIDTHS: [usize; 6] = [1, 2, 4, 7, 10, 14];

/// Applies a layer.
///
/// # Safety
/// The processor has the instructions, and the lengths are those that [`super::Filter::apply`] checks.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) unsafe fn apply(layer: &Layer<'_>, out: &mut [u8]) {
    let size = layer.grid.size;
    let width = tile_width(size, &WIDTHS);
    let blocks = layer.filter.outputs / LANES;
    for row in 0..size {
        let mut column = 0;
        loop {
            for block in (0..blocks).step_by(2) {
                // SAFETY: the tile lies on the board, and the blocks among those of the filter.
                unsafe {
                    if block + 1 < blocks {
                        tile_of_width::<2>(layer, width, row, column, block, out);
                    } else {
                        tile_of_width::<1>(layer, width, row, column, block, out);
                    }
                }
            }
            if column + width == size {
                break;
            }
            column = (column + width).min(size - width);
        }
    }
}

/// # Safety
/// As for [`tile`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
unsafe fn tile_of_width<const BLOCKS: usize>(
    layer: &Layer<'_>,
    width: usize,
    row: usize,
    column: usize,
    block: usize,
    out: &mut [u8],
) {
    // SAFETY: it is asked for by this function, too.
    unsafe {
        match width {
            14 => tile::<14, BLOCKS>(layer, row, column, block, out),
            10 => tile::<10, BLOCKS>(layer, row, column, block, out),
            7 => tile::<7, BLOCKS>(layer, row, column, block, out),
            4 => tile::<4, BLOCKS>(layer, row, column, block, out),
            2 => tile::<2, BLOCKS>(layer, row, column, block, out),
            _ => tile::<1, BLOCKS>(layer, row, column, block, out),
        }
    }
}

/// Computes some cells of a row, in some blocks of outputs.
///
/// # Safety
/// The cells must lie on the board, the blocks among those of the filter, and the lengths be those that are checked.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[expect(clippy::needless_range_loop, reason = "with iterators the sums do not stay in registers")]
unsafe fn tile<const CELLS: usize, const BLOCKS: usize>(
    layer: &Layer<'_>,
    row: usize,
    column: usize,
    block: usize,
    out: &mut [u8],
) {
    let inputs = layer.filter.inputs;
    let (width, lines) = (layer.grid.width(), layer.lines_of_row());
    let mut sums = [[_mm512_setzero_si512(); CELLS]; BLOCKS];
    for up in 0..3 {
        // SAFETY: the cells and those around them lie in the grid, and there are so many lines for each block.
        unsafe {
            let from = layer.input.as_ptr().add(((row + up) * width + column) * inputs);
            let weights = layer.filter.weights.as_ptr().add((block * 3 + up) * lines);
            for line in 0..lines {
                let weights: [__m512i; BLOCKS] = std::array::from_fn(|block| {
                    _mm512_load_si512(weights.add(block * 3 * lines + line).cast())
                });
                for cell in 0..CELLS {
                    let four = from.add(cell * inputs + line * DEPTH).cast::<[u8; DEPTH]>();
                    let four = _mm512_set1_epi32(i32::from_ne_bytes(four.read()));
                    for block in 0..BLOCKS {
                        sums[block][cell] =
                            _mm512_dpbusd_epi32(sums[block][cell], four, weights[block]);
                    }
                }
            }
        }
    }
    let first = (row + 1) * width + column + 1;
    // What is looked at by number lies in memory: a copy, so that the sums themselves stayed in registers.
    let mut copy = [[[0; LANES]; CELLS]; BLOCKS];
    for block in 0..BLOCKS {
        for cell in 0..CELLS {
            let lanes = copy[block][cell].as_mut_ptr();
            // SAFETY: a vector has so many lanes.
            unsafe { _mm512_storeu_si512(lanes.cast(), sums[block][cell]) };
        }
    }
    // SAFETY: the cells lie in the grid, and the blocks are those of the filter.
    unsafe { activate(layer, &copy, first, block, out) };
}

/// Makes activations of the sums of products of cells from `first` on.
///
/// # Safety
/// As for [`tile`].
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
unsafe fn activate<const CELLS: usize, const BLOCKS: usize>(
    layer: &Layer<'_>,
    sums: &[[[i32; LANES]; CELLS]; BLOCKS],
    first: usize,
    block: usize,
    out: &mut [u8],
) {
    let outputs = layer.filter.outputs;
    for (number, sums) in sums.iter().enumerate() {
        let output = (block + number) * LANES;
        // SAFETY: there are scales and a bias for every output.
        let (scales, bias) = unsafe {
            let scales = layer.filter.scales.as_ptr().add(output);
            (_mm512_loadu_ps(scales), _mm512_loadu_ps(layer.bias.as_ptr().add(output)))
        };
        for (cell, sum) in sums.iter().enumerate() {
            let at = (first + cell) * outputs + output;
            // SAFETY: a vector has so many lanes.
            let sum = unsafe { _mm512_loadu_si512(sum.as_ptr().cast()) };
            let mut scaled = _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sum), scales), bias);
            if let Some(added) = layer.added {
                // SAFETY: it has as many bytes as the output.
                let added = unsafe { _mm_loadu_si128(added.as_ptr().add(at).cast()) };
                scaled = _mm512_add_ps(scaled, _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(added)));
            }
            let positive = _mm512_max_ps(scaled, _mm512_setzero_ps());
            let cut = _mm512_min_ps(positive, _mm512_set1_ps(HIGHEST));
            let bytes: __m128i = _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(cut));
            // SAFETY: the cell lies in the grid.
            unsafe { _mm_storeu_si128(out.as_mut_ptr().add(at).cast(), bytes) };
        }
    }
}
