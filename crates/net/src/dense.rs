//! Fully connected layers.

/// A matrix and a bias, in an order in which many outputs are summed side by side.
///
/// Every output is its bias and then its products in order, whatever the processor, so that results are the same everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    /// A row of outputs for each input.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    /// The layer with a matrix of a row for each output, and a bias of 0 where there is none.
    pub(crate) fn new(rows: &[f32], outputs: usize, bias: Option<&[f32]>) -> Dense {
        let inputs = rows.len() / outputs;
        let weights =
            (0..inputs).flat_map(|input| (0..outputs).map(move |row| rows[row * inputs + input]));
        Dense {
            weights: weights.collect(),
            bias: bias.map_or_else(|| vec![0.0; outputs], <[f32]>::to_vec),
        }
    }

    /// How many outputs there are.
    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// Overwrites `out` with the outputs for an input.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    pub(crate) fn apply(&self, input: &[f32], out: &mut [f32]) {
        out.copy_from_slice(&self.bias);
        self.add_to(input, out);
    }

    /// Adds the products with an input, without the bias.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    pub(crate) fn add_to(&self, input: &[f32], out: &mut [f32]) {
        for (number, row) in input.iter().zip(self.weights.chunks_exact(out.len())) {
            for (sum, weight) in out.iter_mut().zip(row) {
                *sum += weight * number;
            }
        }
    }
}
