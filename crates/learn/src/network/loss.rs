//! What is to become small, and how near to it a network is.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::plain_number::plain_number;

/// What the parts of the loss count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossWeights {
    /// The cross-entropy of the policy to the visits.
    #[serde(serialize_with = "plain_number")]
    pub policy: f32,
    /// That of a second policy to flattened visits.
    #[serde(serialize_with = "plain_number")]
    pub soft_policy: f32,
    /// That of the outcome: result and root value.
    #[serde(serialize_with = "plain_number")]
    pub value: f32,
    /// The Huber loss of the scores, in units of 20 points.
    #[serde(serialize_with = "plain_number")]
    pub scores: f32,
    /// The cross-entropy of the mover's margin.
    #[serde(serialize_with = "plain_number")]
    pub margin: f32,
    /// The mean cross-entropy of who owns a cell at the end.
    #[serde(serialize_with = "plain_number")]
    pub ownership: f32,
    /// The mean cross-entropy of whether the reply covers a cell.
    #[serde(serialize_with = "plain_number")]
    pub reply: f32,
    /// The share of the root value in the outcome that is learnt, from 0 to 1; the rest is the result.
    #[serde(serialize_with = "plain_number")]
    pub root_value: f32,
}

impl Default for LossWeights {
    fn default() -> LossWeights {
        LossWeights {
            policy: 1.0,
            soft_policy: 0.2,
            value: 1.0,
            scores: 0.5,
            margin: 0.05,
            ownership: 0.3,
            reply: 0.3,
            root_value: 0.5,
        }
    }
}

/// Sums over positions, each times its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// How many positions.
    pub positions: f64,
    /// How many of them have a policy to learn.
    pub policies: f64,
    /// The whole loss.
    pub loss: f64,
    /// The cross-entropy of the policy.
    pub policy: f64,
    /// The entropy of the visits: the least that it can be.
    pub entropy: f64,
    /// How often the most visited move is the most probable one.
    pub first: f64,
    /// How often it is among the five most probable ones.
    pub first_five: f64,
    /// The cross-entropy of the outcome to result and root value.
    pub value: f64,
    /// The squares by which the mover's share of the win is missed.
    pub brier: f64,
    /// The points by which the players' scores are missed.
    pub score_error: f64,
    /// The cross-entropy of the margin.
    pub margin: f64,
    /// The mean cross-entropy of the owners of the cells.
    pub ownership: f64,
    /// The mean cross-entropy of the reply.
    pub reply: f64,
}

impl Losses {
    /// A sum as the mean of a position.
    pub fn mean(&self, sum: f64) -> f64 {
        if self.positions > 0.0 { sum / self.positions } else { 0.0 }
    }

    /// A sum as the mean of a position with a policy.
    pub fn policy_mean(&self, sum: f64) -> f64 {
        if self.policies > 0.0 { sum / self.policies } else { 0.0 }
    }
}

impl Losses {
    /// How many sums there are.
    pub(crate) const COUNT: usize = 13;

    /// All sums, in the order of the fields.
    pub(crate) fn to_array(self) -> [f64; Losses::COUNT] {
        let Losses {
            positions,
            policies,
            loss,
            policy,
            entropy,
            first,
            first_five,
            value,
            brier,
            score_error,
            margin,
            ownership,
            reply,
        } = self;
        [
            positions,
            policies,
            loss,
            policy,
            entropy,
            first,
            first_five,
            value,
            brier,
            score_error,
            margin,
            ownership,
            reply,
        ]
    }

    /// The inverse.
    pub(crate) fn from_array(sums: [f64; Losses::COUNT]) -> Losses {
        let [
            positions,
            policies,
            loss,
            policy,
            entropy,
            first,
            first_five,
            value,
            brier,
            score_error,
            margin,
            ownership,
            reply,
        ] = sums;
        Losses {
            positions,
            policies,
            loss,
            policy,
            entropy,
            first,
            first_five,
            value,
            brier,
            score_error,
            margin,
            ownership,
            reply,
        }
    }
}

impl AddAssign<&Losses> for Losses {
    fn add_assign(&mut self, other: &Losses) {
        let (own, other) = (self.to_array(), other.to_array());
        *self = Losses::from_array(std::array::from_fn(|at| own[at] + other[at]));
    }
}

/// Turns logits into probabilities; answers the logarithm of the sum that they were divided by.
pub(super) fn softmax(logits: &mut [f32]) -> f32 {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - highest).exp();
        total += *logit;
    }
    for odds in logits.iter_mut() {
        *odds /= total;
    }
    highest + total.ln()
}

/// How high the target's best move is among the logits: whether it is the first, and one of the first five. Of equal
/// logits, which comes first is chance.
pub(crate) fn places(logits: &[f32], target: &[f32]) -> (f64, f64) {
    let most = target.iter().copied().fold(0.0, f32::max);
    let Some(best) = target.iter().position(|&share| share == most) else { return (0.0, 0.0) };
    let higher = logits.iter().filter(|&&logit| logit > logits[best]).count();
    let equal = logits.iter().filter(|&&logit| logit == logits[best]).count().max(1);
    let within = |places: usize| (places.saturating_sub(higher) as f64 / equal as f64).min(1.0);
    (within(1), within(5))
}
