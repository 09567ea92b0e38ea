//! Regression: the weights whose predictions are nearest to how games end.

use cornerwise_core::Position;
use cornerwise_engine::evaluator::Value;
use cornerwise_engine::evaluator::linear::{PhaseWeights, VALUE_PHASES, ValueWeights, value_phase};

use super::baseline::Baseline;
use super::loss::{Losses, PhaseCoefficients, each_position, score_loss, win_loss};
use super::metrics::Metrics;
use crate::error::{FitError, check, holdout};
use crate::game_sample::GameSample;
use crate::linear::newton::lowest;
use crate::linear::{ByPhase, FitResult};
use crate::split::Split;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The difference of scores that is worth a factor of e in the shares of the win: a narrow win is little more than
    /// a draw.
    pub soft: f64,
    /// What half the sum of the squared weights counts beside the loss of a position.
    pub decay: f64,
    /// The share of the games that only tell how good the weights are.
    pub holdout: f64,
    /// Which games are held out.
    pub seed: u64,
    /// On how many threads; the weights are the same for any number.
    pub threads: usize,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { soft: 6.0, decay: 1e-4, holdout: 0.1, seed: 1, threads: 1 }
    }
}

/// Weights and their metrics; the baseline is the mean end of games.
pub type ValueFit = FitResult<ValueWeights, Metrics, VALUE_PHASES>;

impl Fit {
    /// Checks the settings.
    ///
    /// # Errors
    /// Names the one that is out of its range.
    pub fn checked(self) -> Result<Fit, FitError> {
        check([
            ("the softness", self.soft, 1e-3..=1e6, "0.001 to 1000000"),
            // Without any, features that never differ could have any weight.
            ("the decay", self.decay, 1e-9..=1e6, "0.000000001 to 1000000"),
            holdout(self.holdout),
        ])?;
        Ok(self)
    }

    /// Fits weights to games; `tell` learns of every pass through them. How many it takes is not known before.
    ///
    /// # Errors
    /// When there is nothing to learn from, or threads cannot be started.
    pub fn run(self, samples: &[GameSample], mut tell: impl FnMut()) -> Result<ValueFit, FitError> {
        let split = Split::new(samples, self.holdout, self.seed, self.threads);
        let games = split.training.len();
        let mean_end = Baseline::of(&split.training);
        let baseline = metrics_of(&split, |sample, _| *mean_end.value(sample))?;
        if baseline[0].total().positions == 0 {
            return Err(FitError::Nothing(games));
        }
        let of_win = |samples: &[&GameSample], weights: &PhaseCoefficients| {
            win_loss(samples, weights, self.soft)
        };
        let win = self.descend(&split, of_win, &mut tell)?;
        let score = self.descend(&split, score_loss, &mut tell)?;
        let rounded = |weights: &PhaseCoefficients, phase: usize| {
            weights[phase].map(|weight| weight as f32).into()
        };
        let exact = ValueWeights::from_fn(|phase| PhaseWeights {
            win: rounded(&win, phase),
            score: rounded(&score, phase),
        });
        let model: ValueWeights = exact.to_string().parse().expect("what is written can be read");
        let metrics = metrics_of(&split, |_, position| model.value(position))?;
        let held_out_games = split.held_out.len();
        Ok(FitResult { model, training_games: games, held_out_games, baseline, metrics })
    }

    /// Finds the weights with the least loss in every phase.
    fn descend(
        &self,
        split: &Split<'_>,
        losses: impl Fn(&[&GameSample], &PhaseCoefficients) -> Losses + Sync,
        mut tell: impl FnMut(),
    ) -> Result<PhaseCoefficients, FitError> {
        lowest(self.decay, |weights| {
            let sum = split.sum(&split.training, |chunk, (): &mut ()| losses(chunk, weights))?;
            tell();
            Ok(sum.phases)
        })
    }
}

/// The metrics of predictions, in training and held out.
fn metrics_of(
    split: &Split<'_>,
    prediction: impl Fn(&GameSample, &Position) -> Value + Sync,
) -> Result<[ByPhase<Metrics, VALUE_PHASES>; 2], FitError> {
    split.both(|chunk, (): &mut ()| {
        let mut metrics = ByPhase::<Metrics, VALUE_PHASES>::default();
        for sample in chunk {
            each_position(sample, |position| {
                let phase = value_phase(position.moves_played(), position.variant().colour_count());
                metrics.phases[phase].add(&prediction(sample, position), sample);
            });
        }
        metrics
    })
}
