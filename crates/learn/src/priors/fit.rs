//! Softmax regression: the weights whose probabilities are nearest to the visits of a search.

use std::ops::{AddAssign, ControlFlow};

use cornerwise_arena::pool::{self, ThreadsError};
use cornerwise_core::game_rng;
use cornerwise_engine::Stop;
use cornerwise_engine::knowledge::{FEATURES, Weights};
use rand::seq::SliceRandom;

use super::adam::Adam;
use super::figures::Figures;
use super::gradient::Gradient;
use super::lesson::Lesson;
use super::model::{Sight, Theta};

/// Games that a thread takes at a time. Sums are made of theirs in order, so that they do not depend on the number of threads.
const CHUNK: usize = 4;
/// Keeps the choice of held-out games apart from the order of the others.
const HOLDOUT_CHANCE: u64 = 0x686f_6c64;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How often every game is learnt from.
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

/// Why nothing can be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A setting out of its range.
    #[error("{name} is {value}; it can be {range}")]
    Setting {
        /// Which.
        name: &'static str,
        /// The value.
        value: f64,
        /// What is allowed.
        range: &'static str,
    },
    /// No position has a choice, or none was searched.
    #[error("there is no position to learn from in {0} games")]
    Nothing(usize),
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// Weights and what they are worth, on the games that they were fitted to and on those held out.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// As they are written.
    pub weights: Weights,
    /// How many games they were fitted to.
    pub training_games: usize,
    /// How many were held out.
    pub held_out_games: usize,
    /// Figures of the weights at the start, training and held out.
    pub before: [Figures; 2],
    /// Figures of the fitted weights, training and held out.
    pub after: [Figures; 2],
}

impl Fit {
    /// Checks the settings.
    ///
    /// # Errors
    /// Names the one that is out of its range.
    pub fn checked(self) -> Result<Fit, FitError> {
        let positive = f64::MIN_POSITIVE;
        let rows = [
            ("the number of epochs", self.epochs as f64, 1.0, 1e9, "1 to 1000000000"),
            ("the rate", self.rate, positive, 100.0, "more than 0 and at most 100"),
            ("the decay", self.decay, 0.0, 100.0, "0 to 100"),
            ("the batch", self.batch as f64, 1.0, 1e9, "1 to 1000000000 games"),
            ("the share held out", self.holdout, 0.0, 0.9, "0 to 0.9"),
        ];
        for (name, value, least, most, range) in rows {
            if !(least..=most).contains(&value) {
                return Err(FitError::Setting { name, value, range });
            }
        }
        Ok(self)
    }

    /// Fits weights to games. After each epoch `watch` gets the mean cross-entropy of a position in training, while the
    /// weights moved, and in the games held out.
    ///
    /// # Errors
    /// When there is nothing to learn from, or threads cannot be started.
    pub fn run(
        self,
        lessons: &[Lesson],
        start: &Weights,
        mut watch: impl FnMut(f64, f64),
    ) -> Result<Fitted, FitError> {
        let (training, held_out) = self.split(lessons);
        let mut theta = Theta::from(start);
        let figures = |theta: &Theta| -> Result<[Figures; 2], FitError> {
            Ok([self.figures(&training, theta)?, self.figures(&held_out, theta)?])
        };
        let before = figures(&theta)?;
        if before[0].total().positions == 0 {
            return Err(FitError::Nothing(training.len()));
        }
        let mut order = training.clone();
        let mut adam = Adam::new(FEATURES);
        let steps = self.epochs * training.len().div_ceil(self.batch) as u64;
        let mut step = 0;
        for epoch in 0..self.epochs {
            order.shuffle(&mut game_rng(self.seed, epoch));
            let mut sum = Gradient::default();
            for batch in order.chunks(self.batch) {
                let gradient = self.gradient(batch, &theta)?;
                let rate = self.rate * (1.0 - step as f64 / steps as f64);
                self.descend(&mut theta, &gradient, &mut adam, rate);
                sum += &gradient;
                step += 1;
            }
            let trained = sum.cross_entropy / sum.positions as f64;
            watch(trained, self.figures(&held_out, &theta)?.total().cross_entropy());
        }
        let weights = theta.to_weights();
        let after = figures(&Theta::from(&weights))?;
        Ok(Fitted {
            weights,
            training_games: training.len(),
            held_out_games: held_out.len(),
            before,
            after,
        })
    }

    /// The games to learn from, and those held out.
    fn split<'l>(&self, lessons: &'l [Lesson]) -> (Vec<&'l Lesson>, Vec<&'l Lesson>) {
        let mut training: Vec<&Lesson> = lessons.iter().collect();
        training.shuffle(&mut game_rng(self.seed ^ HOLDOUT_CHANCE, 0));
        let held_out = (lessons.len() as f64 * self.holdout).round() as usize;
        // Something must be left to learn from.
        let held_out = held_out.min(lessons.len().saturating_sub(1));
        let held_out = training.split_off(training.len() - held_out);
        (training, held_out)
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

    fn gradient(&self, lessons: &[&Lesson], theta: &Theta) -> Result<Gradient, FitError> {
        self.sum(lessons, |chunk, sight| Gradient::of(chunk.iter().copied(), theta, sight))
    }

    fn figures(&self, lessons: &[&Lesson], theta: &Theta) -> Result<Figures, FitError> {
        self.sum(lessons, |chunk, sight| Figures::of(chunk.iter().copied(), theta, sight))
    }

    /// Adds up what is computed of chunks of games.
    fn sum<T>(
        &self,
        lessons: &[&Lesson],
        of: impl Fn(&[&Lesson], &mut Sight) -> T + Sync,
    ) -> Result<T, FitError>
    where
        T: Default + Send + for<'t> AddAssign<&'t T>,
    {
        let chunks = lessons.chunks(CHUNK).enumerate();
        let mut parts: Vec<Option<T>> = chunks.clone().map(|_| None).collect();
        let threads = self.threads.clamp(1, parts.len().max(1));
        let mut sights: Vec<Sight> = (0..threads).map(|_| Sight::default()).collect();
        let work =
            |(at, chunk): (usize, &[&Lesson]), sight: &mut Sight| Some((at, of(chunk, sight)));
        pool::run(chunks, &mut sights, &Stop::default(), work, |(at, part)| {
            parts[at] = Some(part);
            Ok::<_, FitError>(ControlFlow::Continue(()))
        })?;
        let mut sum = T::default();
        parts.iter().flatten().for_each(|part| sum += part);
        Ok(sum)
    }
}
