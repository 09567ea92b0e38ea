//! The gradient of the loss of the policy.

use std::ops::AddAssign;

use cornerwise_engine::evaluator::linear::POLICY_FEATURES;

use super::prediction::Prediction;
use super::weights::TrainedWeights;
use crate::game_sample::GameSample;

/// The cross-entropy of some positions and its derivatives, as sums.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// How many positions.
    pub positions: u64,
    /// The cross-entropy of the shares of the visits and the probabilities, in nats.
    pub cross_entropy: f64,
    /// Its derivative by the weight of every feature.
    pub derivatives: Vec<f64>,
}

impl Default for Gradient {
    fn default() -> Gradient {
        Gradient { positions: 0, cross_entropy: 0.0, derivatives: vec![0.0; POLICY_FEATURES] }
    }
}

impl Gradient {
    /// That of some games, with weights that have no second look: for every move, its features as often as it is more
    /// probable than it is visited.
    pub fn of<'l>(
        samples: impl IntoIterator<Item = &'l GameSample>,
        weights: &TrainedWeights,
        prediction: &mut Prediction,
    ) -> Gradient {
        let mut sum = Gradient::default();
        for sample in samples {
            prediction.replay(sample, weights, |prediction, shares| {
                sum.positions += 1;
                let moves = prediction.features().zip(prediction.log_probabilities()).zip(shares);
                for ((features, log), share) in moves {
                    sum.cross_entropy -= share * log;
                    let excess = log.exp() - share;
                    for feature in features {
                        sum.derivatives[feature.index()] += excess;
                    }
                }
            });
        }
        sum
    }
}

impl AddAssign<&Gradient> for Gradient {
    fn add_assign(&mut self, other: &Gradient) {
        self.positions += other.positions;
        self.cross_entropy += other.cross_entropy;
        for (own, other) in self.derivatives.iter_mut().zip(&other.derivatives) {
            *own += other;
        }
    }
}
