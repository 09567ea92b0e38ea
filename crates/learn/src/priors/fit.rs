//! Softmax regression: the weights whose probabilities are nearest to the visits of a search.

use cornerwise_core::game_rng;
use cornerwise_engine::evaluator::linear::{POLICY_FEATURES, POLICY_PHASES, PolicyWeights};
use rand::seq::SliceRandom;

use super::adam::Adam;
use super::gradient::Gradient;
use super::model::{Sight, Theta};
use super::second_look;
use super::tally::Tally;
use crate::course::Course;
use crate::error::{FitError, check, holdout};
use crate::fitted::{ByPhase, Fitted};
use crate::lesson::Lesson;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How often every game is learnt from at first sight; 0 for the second look alone.
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

/// Weights and their metrics, compared with those at the start. Phases are by how many pieces the colour to
/// move has placed.
pub type FittedPriors = Fitted<PolicyWeights, Tally, POLICY_PHASES>;

/// How far fitting has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Another epoch of first sight is over.
    Epoch {
        /// The mean cross-entropy of a position in training, while the weights moved.
        trained: f64,
        /// The same in the games held out.
        held_out: f64,
    },
    /// Another pass for the second look is over; how many it takes is not known before.
    SecondLook,
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

    /// Fits weights to games, first those of first sight and then those of the second look; `watch` learns how far it has
    /// come.
    ///
    /// # Errors
    /// When there is nothing to learn from, or threads cannot be started.
    pub fn run(
        self,
        lessons: &[Lesson],
        start: &PolicyWeights,
        mut watch: impl FnMut(Stage),
    ) -> Result<FittedPriors, FitError> {
        let course = Course::new(lessons, self.holdout, self.seed, self.threads);
        let games = course.training.len();
        let mut theta = Theta::from(start);
        let before = course.both(|chunk, sight| figures(chunk, &theta, sight))?;
        if before[0].total().positions == 0 {
            return Err(FitError::Nothing(games));
        }
        theta = theta.with_afterstate_weights(Default::default());
        let mut order = course.training.clone();
        let mut adam = Adam::new(POLICY_FEATURES);
        let steps = self.epochs * games.div_ceil(self.batch) as u64;
        let mut step = 0;
        for epoch in 0..self.epochs {
            order.shuffle(&mut game_rng(self.seed, epoch));
            let mut sum = Gradient::default();
            for batch in order.chunks(self.batch) {
                let gradient = course.sum(batch, |chunk, sight| {
                    Gradient::of(chunk.iter().copied(), &theta, sight)
                })?;
                let rate = self.rate * (1.0 - step as f64 / steps as f64);
                self.descend(&mut theta, &gradient, &mut adam, rate);
                sum += &gradient;
                step += 1;
            }
            let trained = sum.cross_entropy / sum.positions as f64;
            let held_out =
                course.sum(&course.held_out, |chunk, sight| figures(chunk, &theta, sight))?;
            watch(Stage::Epoch { trained, held_out: held_out.total().cross_entropy() });
        }
        let decay = self.decay.max(LEAST_DECAY);
        let second_look = second_look::fit(&course, &theta, decay, || watch(Stage::SecondLook))?;
        let weights = theta.with_afterstate_weights(second_look).to_weights();
        theta = Theta::from(&weights);
        let after = course.both(|chunk, sight| figures(chunk, &theta, sight))?;
        Ok(Fitted {
            model: weights,
            training_games: games,
            held_out_games: course.held_out.len(),
            before,
            after,
        })
    }

    /// A step for the mean over the positions of a batch.
    fn descend(&self, theta: &mut Theta, gradient: &Gradient, adam: &mut Adam, rate: f64) {
        let positions = gradient.positions.max(1) as f64;
        let slopes: Vec<f64> = gradient
            .slopes
            .iter()
            .zip(theta.values())
            .map(|(slope, weight)| slope / positions + self.decay * weight)
            .collect();
        adam.step(theta.values_mut(), &slopes, rate);
    }
}

/// What weights are worth in some games.
fn figures(lessons: &[&Lesson], theta: &Theta, sight: &mut Sight) -> ByPhase<Tally, POLICY_PHASES> {
    let mut figures = ByPhase::<Tally, POLICY_PHASES>::default();
    for lesson in lessons {
        sight.follow(lesson, theta, |sight, shares| {
            figures.phases[sight.phase()].add(sight.logs(), shares);
        });
    }
    figures
}
