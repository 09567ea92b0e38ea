//! Convolutions with AVX2, which multiplies bytes and adds them in pairs, to 16 bits and then to 32.

use std::arch::x86_64::{
    __m256i, _mm_loadl_epi64, _mm_packs_epi32, _mm_packus_epi16, _mm_storel_epi64,
    _mm256_add_epi32, _mm256_add_ps, _mm256_castsi256_si128, _mm256_cvtepi32_ps,
    _mm256_cvtepu8_epi32, _mm256_cvtps_epi32, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_loadu_ps, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_ps, _mm256_min_ps,
    _mm256_mul_ps, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps,
    _mm256_setzero_si256,
};

use super::{DEPTH, HIGHEST, LANES, Layer, tile_width};

/// The cells of a row that may be computed at a time: two sums for each fill the registers but for a few.
const WIDTHS: [usize; 4] = [1, 2, 4, 5];
/// Vectors for sixteen outputs, and the outputs of one.
const HALVES: usize = 2;
const HALF: usize = LANES / HALVES;

/// Applies a layer.
///
/// # Safety
/// The processor has the instructions, and the lengths are those that [`super::Filter::apply`] checks.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn apply(layer: &Layer<'_>, out: &mut [u8]) {
    let size = layer.grid.size;
    let width = tile_width(size, &WIDTHS);
    for block in 0..layer.filter.outputs / LANES {
        for row in 0..size {
            let mut column = 0;
            loop {
                // SAFETY: the tile lies on the board, and the block is one of the filter's.
                unsafe {
                    match width {
                        5 => tile::<5>(layer, row, column, block, out),
                        4 => tile::<4>(layer, row, column, block, out),
                        2 => tile::<2>(layer, row, column, block, out),
                        _ => tile::<1>(layer, row, column, block, out),
                    }
                }
                if column + width == size {
                    break;
                }
                column = (column + width).min(size - width);
            }
        }
    }
}

/// Computes some cells of a row, in a block of outputs.
///
/// # Safety
/// The cells must lie on the board, the block be one of the filter's, and the lengths be those that are checked.
#[target_feature(enable = "avx2")]
unsafe fn tile<const CELLS: usize>(
    layer: &Layer<'_>,
    row: usize,
    column: usize,
    block: usize,
    out: &mut [u8],
) {
    let (inputs, outputs) = (layer.filter.inputs, layer.filter.outputs);
    let (width, lines) = (layer.grid.width(), layer.lines_of_row());
    let ones = _mm256_set1_epi16(1);
    let mut sums = [[_mm256_setzero_si256(); HALVES]; CELLS];
    for up in 0..3 {
        // SAFETY: the cells and those around them lie in the grid, and there are so many lines for each block.
        unsafe {
            let from = layer.input.as_ptr().add(((row + up) * width + column) * inputs);
            let weights = layer.filter.weights.as_ptr().add((block * 3 + up) * lines);
            for line in 0..lines {
                let halves = weights.add(line).cast::<__m256i>();
                let halves: [__m256i; HALVES] =
                    std::array::from_fn(|half| _mm256_load_si256(halves.add(half)));
                for (cell, sums) in sums.iter_mut().enumerate() {
                    let four = from.add(cell * inputs + line * DEPTH).cast::<[u8; DEPTH]>();
                    let four = _mm256_set1_epi32(i32::from_ne_bytes(four.read()));
                    for (sum, &weights) in sums.iter_mut().zip(&halves) {
                        let pairs = _mm256_maddubs_epi16(four, weights);
                        *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                    }
                }
            }
        }
    }
    let first = (row + 1) * width + column + 1;
    for half in 0..HALVES {
        let output = block * LANES + half * HALF;
        // SAFETY: there are scales and a bias for every output.
        let (scales, bias) = unsafe {
            let scales = layer.filter.scales.as_ptr().add(output);
            (_mm256_loadu_ps(scales), _mm256_loadu_ps(layer.bias.as_ptr().add(output)))
        };
        for (cell, sums) in sums.iter().enumerate() {
            let sum = sums[half];
            let at = (first + cell) * outputs + output;
            let mut scaled = _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sum), scales), bias);
            if let Some(added) = layer.added {
                // SAFETY: it has as many bytes as the output.
                let added = unsafe { _mm_loadl_epi64(added.as_ptr().add(at).cast()) };
                scaled = _mm256_add_ps(scaled, _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(added)));
            }
            let positive = _mm256_max_ps(scaled, _mm256_setzero_ps());
            let cut = _mm256_cvtps_epi32(_mm256_min_ps(positive, _mm256_set1_ps(HIGHEST)));
            let (low, high) = (_mm256_castsi256_si128(cut), _mm256_extracti128_si256::<1>(cut));
            let words = _mm_packs_epi32(low, high);
            // SAFETY: the cell lies in the grid.
            unsafe {
                _mm_storel_epi64(out.as_mut_ptr().add(at).cast(), _mm_packus_epi16(words, words));
            }
        }
    }
}
