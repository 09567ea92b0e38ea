//! Softmax regression: the weights whose probabilities are nearest to the visits of a search.

use cornerwise_core::game_rng;
use cornerwise_engine::evaluator::linear::{POLICY_FEATURES, POLICY_PHASES, PolicyWeights};
use rand::seq::SliceRandom;

use super::adam::Adam;
use super::afterstate;
use super::gradient::Gradient;
use super::metrics::Metrics;
use super::prediction::Prediction;
use super::weights::TrainedWeights;
use crate::error::{FitError, check, holdout};
use crate::game_sample::GameSample;
use crate::linear::{ByPhase, FitResult};
use crate::split::Split;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How often every game is learnt from by the first look; 0 for the second look alone.
    pub epochs: u64,
    /// The length of the first steps; it falls to zero evenly.
    pub rate: f64,
    /// What half the sum of the squared weights counts beside the cross-entropy of a position.
    pub decay: f64,
    /// How many games each step is made from.
    pub batch: usize,
    /// The share of the games that only tell how good the weights are.
    pub holdout: f64,
    /// What chance depends on: which games are held out, and the order of the others.
    pub seed: u64,
    /// On how many threads; the weights are the same for any number.
    pub threads: usize,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { epochs: 30, rate: 0.05, decay: 1e-4, batch: 32, holdout: 0.1, seed: 1, threads: 1 }
    }
}

/// Weights and their metrics; the baseline are the weights at the start. Phases are by how many pieces the colour to
/// move has placed.
pub type PolicyFit = FitResult<PolicyWeights, Metrics, POLICY_PHASES>;

/// How far fitting has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Another epoch of the first look is over.
    Epoch {
        /// The mean cross-entropy of a position in training, while the weights moved.
        trained: f64,
        /// The same in the games held out.
        held_out: f64,
    },
    /// Another pass for the second look is over; how many it takes is not known before.
    Afterstate,
}

/// Newton's method needs some decay, or numbers that never differ could have any weight.
const LEAST_DECAY: f64 = 1e-6;

impl Fit {
    /// Checks the settings.
    ///
    /// # Errors
    /// Names the one that is out of its range.
    pub fn checked(self) -> Result<Fit, FitError> {
        check([
            ("the number of epochs", self.epochs as f64, 0.0..=1e9, "0 to 1000000000"),
            ("the rate", self.rate, f64::MIN_POSITIVE..=100.0, "more than 0 and at most 100"),
            ("the decay", self.decay, 0.0..=100.0, "0 to 100"),
            ("the batch", self.batch as f64, 1.0..=1e9, "1 to 1000000000 games"),
            holdout(self.holdout),
        ])?;
        Ok(self)
    }

    /// Fits weights to games, first those of the first look and then those of the second look; `watch` learns how far it has
    /// come.
    ///
    /// # Errors
    /// When there is nothing to learn from, or threads cannot be started.
    pub fn run(
        self,
        samples: &[GameSample],
        start: &PolicyWeights,
        mut watch: impl FnMut(Stage),
    ) -> Result<PolicyFit, FitError> {
        let split = Split::new(samples, self.holdout, self.seed, self.threads);
        let games = split.training.len();
        let mut weights = TrainedWeights::from(start);
        let baseline = split.both(|chunk, prediction| metrics_of(chunk, &weights, prediction))?;
        if baseline[0].total().positions == 0 {
            return Err(FitError::Nothing(games));
        }
        weights = weights.with_afterstate_weights(Default::default());
        let mut order = split.training.clone();
        let mut adam = Adam::new(POLICY_FEATURES);
        let steps = self.epochs * games.div_ceil(self.batch) as u64;
        let mut step = 0;
        for epoch in 0..self.epochs {
            order.shuffle(&mut game_rng(self.seed, epoch));
            let mut sum = Gradient::default();
            for batch in order.chunks(self.batch) {
                let gradient = split.sum(batch, |chunk, prediction| {
                    Gradient::of(chunk.iter().copied(), &weights, prediction)
                })?;
                let rate = self.rate * (1.0 - step as f64 / steps as f64);
                self.descend(&mut weights, &gradient, &mut adam, rate);
                sum += &gradient;
                step += 1;
            }
            let trained = sum.cross_entropy / sum.positions as f64;
            let held_out = split.sum(&split.held_out, |chunk, prediction| {
                metrics_of(chunk, &weights, prediction)
            })?;
            watch(Stage::Epoch { trained, held_out: held_out.total().cross_entropy() });
        }
        let decay = self.decay.max(LEAST_DECAY);
        let afterstate = afterstate::fit(&split, &weights, decay, || watch(Stage::Afterstate))?;
        let model = weights.with_afterstate_weights(afterstate).to_weights();
        weights = TrainedWeights::from(&model);
        let metrics = split.both(|chunk, prediction| metrics_of(chunk, &weights, prediction))?;
        Ok(FitResult {
            model,
            training_games: games,
            held_out_games: split.held_out.len(),
            baseline,
            metrics,
        })
    }

    /// A step against the mean over the positions of a batch.
    fn descend(
        &self,
        weights: &mut TrainedWeights,
        gradient: &Gradient,
        adam: &mut Adam,
        rate: f64,
    ) {
        let positions = gradient.positions.max(1) as f64;
        let gradient: Vec<f64> = gradient
            .derivatives
            .iter()
            .zip(weights.values())
            .map(|(slope, weight)| slope / positions + self.decay * weight)
            .collect();
        adam.step(weights.values_mut(), &gradient, rate);
    }
}

/// The metrics of weights in some games.
fn metrics_of(
    samples: &[&GameSample],
    weights: &TrainedWeights,
    prediction: &mut Prediction,
) -> ByPhase<Metrics, POLICY_PHASES> {
    let mut metrics = ByPhase::<Metrics, POLICY_PHASES>::default();
    for sample in samples {
        prediction.replay(sample, weights, |prediction, shares| {
            metrics.phases[prediction.phase()].add(prediction.log_probabilities(), shares);
        });
    }
    metrics
}
