//! Regression: the weights whose forecasts are nearest to how games end.

use cornerwise_core::Position;
use cornerwise_engine::evaluator::Value;
use cornerwise_engine::evaluator::linear::{PhaseWeights, VALUE_PHASES, ValueWeights, value_phase};

use super::guess::Guess;
use super::miss::{Misses, PolicyWeights, each_moment, misses_of_score, misses_of_win};
use super::tally::Tally;
use crate::course::Course;
use crate::error::{FitError, check, holdout};
use crate::fitted::{ByPhase, Fitted};
use crate::lesson::Lesson;
use crate::newton::lowest;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The difference of scores that is worth a factor of e in the shares of the win: a narrow win is little more than
    /// a draw.
    pub soft: f64,
    /// What half the sum of the squared weights counts beside what a position is missed by.
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

/// Weights and their metrics, compared with the mean end of games.
pub type FittedProspects = Fitted<ValueWeights, Tally, VALUE_PHASES>;

impl Fit {
    /// Checks the settings.
    ///
    /// # Errors
    /// Names the one that is out of its range.
    pub fn checked(self) -> Result<Fit, FitError> {
        check([
            ("the softness", self.soft, 1e-3..=1e6, "0.001 to 1000000"),
            // Without any, aspects that never differ could have any weight.
            ("the decay", self.decay, 1e-9..=1e6, "0.000000001 to 1000000"),
            holdout(self.holdout),
        ])?;
        Ok(self)
    }

    /// Fits weights to games; `tell` learns of every pass through them. How many it takes is not known before.
    ///
    /// # Errors
    /// When there is nothing to learn from, or threads cannot be started.
    pub fn run(
        self,
        lessons: &[Lesson],
        mut tell: impl FnMut(),
    ) -> Result<FittedProspects, FitError> {
        let course = Course::new(lessons, self.holdout, self.seed, self.threads);
        let games = course.training.len();
        let guess = Guess::of(&course.training);
        let before = figures(&course, |lesson, _| *guess.value(lesson))?;
        if before[0].total().positions == 0 {
            return Err(FitError::Nothing(games));
        }
        let of_win = |lessons: &[&Lesson], weights: &PolicyWeights| {
            misses_of_win(lessons, weights, self.soft)
        };
        let win = self.descend(&course, of_win, &mut tell)?;
        let score = self.descend(&course, misses_of_score, &mut tell)?;
        let rounded =
            |weights: &PolicyWeights, phase: usize| weights[phase].map(|weight| weight as f32);
        let exact = ValueWeights::from_fn(|phase| PhaseWeights {
            win: rounded(&win, phase),
            score: rounded(&score, phase),
        });
        let model: ValueWeights = exact.to_string().parse().expect("what is written can be read");
        let after = figures(&course, |_, position| model.value(position))?;
        let held_out_games = course.held_out.len();
        Ok(Fitted { model, training_games: games, held_out_games, before, after })
    }

    /// Finds the weights that miss least in every phase.
    fn descend(
        &self,
        course: &Course<'_>,
        misses: impl Fn(&[&Lesson], &PolicyWeights) -> Misses + Sync,
        mut tell: impl FnMut(),
    ) -> Result<PolicyWeights, FitError> {
        lowest(self.decay, |weights| {
            let sum = course.sum(&course.training, |chunk, (): &mut ()| misses(chunk, weights))?;
            tell();
            Ok(sum.phases)
        })
    }
}

/// What forecasts are worth, in training and held out.
fn figures(
    course: &Course<'_>,
    forecast: impl Fn(&Lesson, &Position) -> Value + Sync,
) -> Result<[ByPhase<Tally, VALUE_PHASES>; 2], FitError> {
    course.both(|chunk, (): &mut ()| {
        let mut figures = ByPhase::<Tally, VALUE_PHASES>::default();
        for lesson in chunk {
            each_moment(lesson, |position| {
                let phase = value_phase(position.moves_played(), position.variant().colour_count());
                figures.phases[phase].add(&forecast(lesson, position), lesson);
            });
        }
        figures
    })
}
