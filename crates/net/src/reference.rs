//! A network in plain 32-bit arithmetic: what other implementations are compared with.

use cornerwise_core::{Cell, Move};

use crate::architecture::{Architecture, Residual};
use crate::dense::Dense;
use crate::encoder::Encoding;
use crate::value_head::{Forecast, ValueHead};
use crate::weights::Weights;

/// A network in floating-point numbers, slow and plainly right.
///
/// ```
/// use cornerwise_core::Position;
/// use cornerwise_net::{About, Architecture, Encoder, Reference, Weights};
/// let position = Position::start("duo".parse().unwrap());
/// let architecture = Architecture::residual(position.variant(), 8, 2);
/// let about = About { architecture, variant: "duo".to_owned(), run: String::new() };
/// let weights = Weights::random(about, 1).unwrap();
/// let encoder = Encoder::new(position.variant());
/// let output = Reference::new(&weights).run(&encoder.encode(&position, &[]).unwrap(), &position.legal_moves());
/// assert_eq!((output.logits.len(), output.forecast.shares().len()), (414, 2));
/// ```
pub struct Reference<'w> {
    weights: &'w Weights,
    residual: &'w Residual,
}

/// All that a network says of a position, in the mover's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The logits of the moves that were asked for, without those of the linear model.
    pub logits: Vec<f32>,
    /// How the game is expected to end, without the linear model.
    pub forecast: Forecast,
    /// For nobody and every colour from the mover's on, the logits that they own the cells at the end, row by row.
    pub ownership: Vec<Vec<f32>>,
}

/// A number for each cell in rows, and that for each channel.
type Planes = Vec<Vec<f32>>;

impl<'w> Reference<'w> {
    /// The network with these weights.
    pub fn new(weights: &'w Weights) -> Reference<'w> {
        let Architecture::Residual(residual) = weights.architecture();
        Reference { weights, residual }
    }

    /// What it says of a position and of moves there, in the mover's frame.
    pub fn run(&self, encoding: &Encoding, moves: &[Move]) -> Output {
        let size = encoding.size();
        let trunk = self.trunk(encoding);
        let pooled = pooled(&trunk);
        let input = [&pooled[..], encoding.globals()].concat();
        let mut forecast = Forecast::default();
        ValueHead::new(self.weights, self.residual).apply(&input, &mut forecast);
        let ownership = self.weights.numbers("ownership.weight").chunks(self.residual.channels);
        let ownership = ownership.zip(self.weights.numbers("ownership.bias"));
        Output {
            logits: moves.iter().map(|&mv| self.logit(&trunk, &pooled, mv, size)).collect(),
            forecast,
            ownership: ownership.map(|(row, bias)| weighted(&trunk, row, *bias)).collect(),
        }
    }

    fn trunk(&self, encoding: &Encoding) -> Planes {
        let size = encoding.size();
        let channels = self.residual.channels;
        let mut planes = vec![0.0; encoding.planes().len() * size * size];
        encoding.write_planes(&mut planes);
        let planes: Planes = planes.chunks(size * size).map(<[f32]>::to_vec).collect();
        let mut bias = self.weights.numbers("stem.conv.bias").to_vec();
        let globals = self.weights.numbers("stem.globals.weight");
        Dense::new(globals, channels, None).add_to(encoding.globals(), &mut bias);
        let mut x = self.convolve(&planes, "stem.conv", &bias, size);
        self.rectify(&mut x);
        for block in 0..self.residual.blocks {
            let [first, second] = ["conv1", "conv2"].map(|conv| format!("block.{block}.{conv}"));
            let mut bias = self.weights.numbers(&format!("{first}.bias")).to_vec();
            if self.residual.pooling.contains(&block) {
                let pool = self.weights.numbers(&format!("block.{block}.pool.weight"));
                Dense::new(pool, channels, None).add_to(&pooled(&x), &mut bias);
            }
            let mut hidden = self.convolve(&x, &first, &bias, size);
            self.rectify(&mut hidden);
            let bias = self.weights.numbers(&format!("{second}.bias"));
            let change = self.convolve(&hidden, &second, bias, size);
            for (x, change) in x.iter_mut().flatten().zip(change.iter().flatten()) {
                *x += change;
            }
            self.rectify(&mut x);
        }
        x
    }

    /// A convolution of 3x3 cells; what lies beyond the board counts 0.
    fn convolve(&self, planes: &Planes, name: &str, bias: &[f32], size: usize) -> Planes {
        let kernels = self.weights.numbers(&format!("{name}.weight"));
        let of_channel = |(kernels, &bias): (&[f32], &f32)| {
            let mut out = vec![bias; size * size];
            for (plane, kernel) in planes.iter().zip(kernels.chunks_exact(9)) {
                for (tap, &weight) in kernel.iter().enumerate() {
                    let (up, right) = (tap / 3, tap % 3);
                    for row in 0..size {
                        let Some(from_row) = (row + up).checked_sub(1).filter(|&row| row < size)
                        else {
                            continue;
                        };
                        let begin = 1_usize.saturating_sub(right);
                        let end = (size + 1 - right).min(size);
                        let out = &mut out[row * size..][begin..end];
                        let from = &plane[from_row * size..][begin + right - 1..end + right - 1];
                        for (sum, number) in out.iter_mut().zip(from) {
                            *sum += weight * number;
                        }
                    }
                }
            }
            out
        };
        kernels.chunks(9 * planes.len()).zip(bias).map(of_channel).collect()
    }

    fn rectify(&self, planes: &mut Planes) {
        for number in planes.iter_mut().flatten() {
            *number = number.max(0.0).min(self.residual.limit);
        }
    }

    fn logit(&self, trunk: &Planes, pooled: &[f32], mv: Move, size: usize) -> f32 {
        let channels = self.residual.channels;
        let orientation = mv.orientation();
        let row = |name: &str, row: usize, length: usize| {
            &self.weights.numbers(name)[row * length..][..length]
        };
        let dot = |cell: Cell, weights: &[f32]| -> f32 {
            let place = cell.row() * size + cell.column();
            trunk.iter().zip(weights).map(|(plane, weight)| plane[place] * weight).sum()
        };
        let number = orientation.index();
        let mut logit = dot(mv.first(), row("policy.orientation.weight", number, channels));
        logit += row("policy.orientation.bias", number, 1)[0];
        let pool = row("policy.orientation.pool", number, 2 * channels);
        logit += pool.iter().zip(pooled).map(|(weight, number)| weight * number).sum::<f32>();
        let relations =
            [orientation.offsets(), orientation.edge_offsets(), orientation.corner_offsets()];
        for (relation, offsets) in relations.into_iter().enumerate() {
            let weights = row("policy.cells.weight", relation, channels);
            for &(column, row) in offsets {
                let cell = mv.first().offset(column, row).filter(|cell| cell.is_on(size));
                logit += cell.map_or(0.0, |cell| dot(cell, weights));
            }
        }
        logit
    }
}

/// The means of all channels, and then their greatest numbers.
fn pooled(planes: &Planes) -> Vec<f32> {
    let means = planes.iter().map(|plane| plane.iter().sum::<f32>() / plane.len() as f32);
    let most = planes.iter().map(|plane| plane.iter().copied().fold(0.0, f32::max));
    means.chain(most).collect()
}

/// The sum of all channels with these weights, for each cell.
fn weighted(planes: &Planes, weights: &[f32], bias: f32) -> Vec<f32> {
    let mut sums = vec![bias; planes[0].len()];
    for (plane, weight) in planes.iter().zip(weights) {
        for (sum, number) in sums.iter_mut().zip(plane) {
            *sum += weight * number;
        }
    }
    sums
}
