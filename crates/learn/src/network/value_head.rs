//! Outcome, scores and margin, and their slopes.

use std::ops::Range;

use cornerwise_net::Residual;

use super::kernel::Rectifier;
use super::loss::{LossWeights, Losses, softmax};
use super::packing::{Dense, Packing};
use super::trunk::{add_outer, add_products, add_scaled, dots};

/// What is to be learnt of the end of a game, with the mover's player first.
pub(super) struct ValueTarget<'t> {
    pub results: &'t [f32],
    /// Who wins, and the number of players for a shared first place.
    pub winner: usize,
    pub root: &'t [f32],
    pub scores: &'t [f32],
    pub margin: f32,
}

/// The value head at work on one position.
#[derive(Default)]
pub(super) struct ValueHead {
    sums: Vec<f32>,
    hidden: Vec<f32>,
    /// The logits, and then the probabilities.
    outcome: Vec<f32>,
    scores: Vec<f32>,
    margin: Vec<f32>,
    /// The slopes of hidden numbers.
    slopes: Vec<f32>,
}

/// The least probability whose logarithm is taken.
const LEAST: f32 = 1e-9;

impl ValueHead {
    /// Computes the head for pooled numbers and globals in one row. The hidden layer is cut off, but never rounded.
    pub fn forward(
        &mut self,
        packing: &Packing,
        weights: &[f32],
        limit: f32,
        input: &[f32],
        linear: &[f32],
    ) {
        let apply = |layer: &Dense, input: &[f32], out: &mut Vec<f32>| {
            *out = dots(&weights[layer.weights.clone()], input);
            add_scaled(1.0, &weights[layer.bias.clone()], out);
        };
        apply(&packing.hidden, input, &mut self.sums);
        self.hidden.clear();
        self.hidden.extend(self.sums.iter().map(|sum| sum.max(0.0).min(limit)));
        apply(&packing.outcome, &self.hidden, &mut self.outcome);
        apply(&packing.scores, &self.hidden, &mut self.scores);
        apply(&packing.margin, &self.hidden, &mut self.margin);
        if let Some([_, value]) = packing.linear {
            for (logit, share) in self.outcome.iter_mut().zip(linear) {
                *logit += weights[value] * share.max(LEAST).ln();
            }
        }
    }

    /// Adds the losses; turns what was computed into slopes of the outputs.
    pub fn losses(
        &mut self,
        target: &ValueTarget<'_>,
        loss: &LossWeights,
        weight: f32,
        losses: &mut Losses,
    ) {
        let players = target.results.len();
        softmax(&mut self.outcome);
        let shared = self.outcome[players] / players as f32;
        let shares: Vec<f32> = self.outcome[..players].iter().map(|alone| alone + shared).collect();
        let of_result = -self.outcome[target.winner].max(LEAST).ln();
        let logs =
            target.root.iter().zip(&shares).map(|(root, share)| root * share.max(LEAST).ln());
        let of_root = -logs.sum::<f32>();
        let value = (1.0 - loss.root_value) * of_result + loss.root_value * of_root;

        // The slope of a share is that of its probability, and a part of it that of a shared win.
        let slope = |(root, share): (&f32, &f32)| -loss.root_value * root / share.max(LEAST);
        let mut slopes: Vec<f32> = target.root.iter().zip(&shares).map(slope).collect();
        slopes.push(slopes.iter().sum::<f32>() / players as f32);
        slopes[target.winner] -= (1.0 - loss.root_value) / self.outcome[target.winner].max(LEAST);
        let mean: f32 = slopes.iter().zip(&self.outcome).map(|(slope, odds)| slope * odds).sum();
        for (odds, slope) in self.outcome.iter_mut().zip(&slopes) {
            *odds *= weight * loss.value * (slope - mean);
        }

        let (mut huber, mut error) = (0.0, 0.0);
        for (score, target) in self.scores.iter_mut().zip(target.scores) {
            let missed = *score - target / Residual::SCORE_UNIT;
            let within = missed.clamp(-1.0, 1.0);
            huber += within * (missed - 0.5 * within);
            error += missed.abs() * Residual::SCORE_UNIT;
            *score = weight * loss.scores * within / players as f32;
        }

        softmax(&mut self.margin);
        let mut of_margin = 0.0;
        let bins = margin_bins(target.margin);
        for (bin, share) in bins {
            of_margin -= share * self.margin[bin].max(LEAST).ln();
        }
        for (bin, share) in bins {
            self.margin[bin] -= share;
        }
        self.margin.iter_mut().for_each(|slope| *slope *= weight * loss.margin);

        let weight = f64::from(weight);
        let total =
            loss.value * value + loss.scores * huber / players as f32 + loss.margin * of_margin;
        losses.loss += weight * f64::from(total);
        losses.value += weight * f64::from(value);
        losses.brier += weight * f64::from((shares[0] - target.results[0]).powi(2));
        losses.score_error += weight * f64::from(error / players as f32);
        losses.margin += weight * f64::from(of_margin);
    }

    /// Adds up the gradient from the slopes of the outputs; answers those of the input.
    pub fn backward(
        &mut self,
        packing: &Packing,
        weights: &[f32],
        rectifier: Rectifier,
        (input, linear): (&[f32], &[f32]),
        gradient: &mut [f32],
    ) -> Vec<f32> {
        self.slopes.clear();
        self.slopes.resize(self.hidden.len(), 0.0);
        let mut of = |layer: &Dense, outputs: &[f32], input: &[f32], slopes: &mut [f32]| {
            add_outer(outputs, input, &mut gradient[layer.weights.clone()]);
            add_scaled(1.0, outputs, &mut gradient[layer.bias.clone()]);
            add_products(outputs, &weights[layer.weights.clone()], slopes);
        };
        of(&packing.outcome, &self.outcome, &self.hidden, &mut self.slopes);
        of(&packing.scores, &self.scores, &self.hidden, &mut self.slopes);
        of(&packing.margin, &self.margin, &self.hidden, &mut self.slopes);
        for (slope, &sum) in self.slopes.iter_mut().zip(&self.sums) {
            if !(sum > 0.0 && sum < rectifier.limit) {
                *slope = 0.0;
            }
        }
        let mut slopes = vec![0.0; input.len()];
        of(&packing.hidden, &self.slopes, input, &mut slopes);
        if let Some([_, value]) = packing.linear {
            let of_linear = self.outcome.iter().zip(linear);
            gradient[value] +=
                of_linear.map(|(slope, share)| slope * share.max(LEAST).ln()).sum::<f32>();
        }
        slopes
    }
}

#[cfg(test)]
impl ValueHead {
    /// Outcome, scores and margin as they were computed.
    pub fn outputs(&self) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
        (self.outcome.clone(), self.scores.clone(), self.margin.clone())
    }
}

/// The two bins that a margin lies between, with its share in each.
fn margin_bins(margin: f32) -> [(usize, f32); 2] {
    let (first, step) = Residual::MARGIN_BINS;
    let last = (Residual::MARGINS - 1) as f32;
    let place = ((margin - first as f32) / step as f32).clamp(0.0, last);
    let below = place.floor().min(last - 1.0);
    let above = place - below;
    [(below as usize, 1.0 - above), (below as usize + 1, above)]
}

/// The entries of pooled numbers in the head's input, which globals follow.
pub(super) fn pooled_part(channels: usize) -> Range<usize> {
    0..2 * channels
}

#[cfg(test)]
mod tests {
    use super::margin_bins;

    #[test]
    fn margins_lie_in_bins_of_two_points() {
        assert_eq!(margin_bins(0.0), [(20, 1.0), (21, 0.0)]);
        assert_eq!(margin_bins(-3.0), [(18, 0.5), (19, 0.5)]);
        assert_eq!(margin_bins(40.0), [(39, 0.0), (40, 1.0)]);
        assert_eq!(margin_bins(-99.0), [(0, 1.0), (1, 0.0)]);
    }
}
