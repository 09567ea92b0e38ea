//! Convolutions in plain Rust: the twin of those with vector instructions.

use super::{HIGHEST, LANES, Layer};

/// Applies a layer.
pub(super) fn apply(layer: &Layer<'_>, out: &mut [u8]) {
    let outputs = layer.filter.outputs;
    for row in layer.grid.rows() {
        for place in row {
            for block in 0..outputs / LANES {
                let sums = sums(layer, place, block);
                for (lane, &sum) in sums.iter().enumerate() {
                    let output = block * LANES + lane;
                    let at = place * outputs + output;
                    let added = layer.added.map_or(0, |added| added[at]);
                    out[at] = activation(layer, output, sum, added);
                }
            }
        }
    }
}

/// The sums of products of sixteen outputs of a cell.
fn sums(layer: &Layer<'_>, place: usize, block: usize) -> [i32; LANES] {
    let (width, inputs) = (layer.grid.width(), layer.filter.inputs);
    let depth = 3 * inputs;
    let mut sums = [0; LANES];
    for up in 0..3 {
        let from = &layer.input[(place - width - 1 + up * width) * inputs..][..depth];
        let weights = &layer.filter.wide[(block * 3 + up) * depth..][..depth];
        let pairs = from.as_chunks::<2>().0.iter().zip(weights.as_chunks::<2>().0);
        for (inputs, [first, second]) in pairs {
            let [a, b] = inputs.map(i16::from);
            for lane in 0..LANES {
                // Two products fit, and so are widened together.
                sums[lane] += i32::from(a * first[lane] + b * second[lane]);
            }
        }
    }
    sums
}

/// The activation for a sum of products. Vector instructions do the same steps in the same order.
fn activation(layer: &Layer<'_>, output: usize, sum: i32, added: u8) -> u8 {
    let scaled = sum as f32 * layer.filter.scales[output] + layer.bias[output] + f32::from(added);
    scaled.clamp(0.0, HIGHEST).round_ties_even() as u8
}
