//! The log-linear model, for whoever changes its weights.

use std::array;

use cornerwise_core::{Colour, GameRng, Generator, Move, Position, Reaches};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_engine::evaluator::linear::{
    AfterstateFeatures, POLICY_PHASES, PolicyEncoder, PolicyFeature, PolicyWeights,
    afterstate_features, afterstate_logit,
};
use rand::RngExt;

use crate::lesson::Lesson;

/// A weight for every feature, as exact as learning needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Theta {
    first_sight: Vec<f64>,
    /// Those of the second look in every phase, if there is one.
    second_look: [Option<AfterstateFeatures>; POLICY_PHASES],
}

impl Theta {
    /// With which all moves are equally probable.
    #[must_use]
    pub fn zero() -> Theta {
        Theta {
            first_sight: vec![0.0; PolicyFeature::all().len()],
            second_look: [None; POLICY_PHASES],
        }
    }

    /// By the numbers of the features.
    pub fn values(&self) -> &[f64] {
        &self.first_sight
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.first_sight
    }

    /// The same weights, and others or none for the second look.
    #[must_use]
    pub fn with_afterstate_weights(
        self,
        second_look: [Option<AfterstateFeatures>; POLICY_PHASES],
    ) -> Theta {
        Theta { second_look, ..self }
    }

    /// As they will be read from the file that they are written to.
    pub fn to_weights(&self) -> PolicyWeights {
        let weights = PolicyWeights::from_fn(|feature| self.first_sight[feature.index()] as f32)
            .with_afterstate_weights(|phase| self.second_look[phase].unwrap_or_default());
        weights.to_string().parse().expect("what is written can be read")
    }
}

impl From<&PolicyWeights> for Theta {
    fn from(weights: &PolicyWeights) -> Theta {
        let first_sight = weights.with_afterstate_weights(|_| AfterstateFeatures::default());
        Theta {
            first_sight: PolicyFeature::all()
                .map(|feature| first_sight.of(feature).into())
                .collect(),
            second_look: array::from_fn(|phase| weights.afterstate_weights(phase).copied()),
        }
    }
}

/// The legal moves of a position with their features and probabilities.
#[derive(Default)]
pub struct Sight {
    view: PolicyEncoder,
    moves: Vec<Move>,
    features: Vec<PolicyFeature>,
    /// Where the features of each move end.
    ends: Vec<usize>,
    reaches: Vec<Reaches>,
    sequels: Vec<AfterstateFeatures>,
    /// The logarithms of the probabilities.
    logs: Vec<f64>,
}

impl Sight {
    /// Looks at a position that is not over, after these moves.
    pub fn look(&mut self, position: &Position, recent: &RecentMoves, theta: &Theta) {
        let colour: Colour = position.to_play().expect("the game is not over");
        Generator::Fast.list(position, colour, &mut self.moves);
        self.view.encode(position, recent);
        self.features.clear();
        self.ends.clear();
        self.logs.clear();
        for &mv in &self.moves {
            let mut sum = 0.0;
            self.view.features(mv, |feature| {
                sum += theta.first_sight[feature.index()];
                self.features.push(feature);
            });
            self.ends.push(self.features.len());
            self.logs.push(sum);
        }
        self.look_again(position, theta);
        let highest = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.logs.iter().map(|log| (log - highest).exp()).sum();
        let constant = highest + total.ln();
        self.logs.iter_mut().for_each(|log| *log -= constant);
    }

    fn look_again(&mut self, position: &Position, theta: &Theta) {
        self.sequels.clear();
        let Some(weights) = &theta.second_look[self.phase()] else { return };
        position.reaches_after(&self.moves, &mut self.reaches);
        let numbers = self.logs.iter().zip(&self.reaches);
        self.sequels
            .extend(numbers.map(|(&sum, reaches)| afterstate_features(sum as f32, reaches)));
        for (log, numbers) in self.logs.iter_mut().zip(&self.sequels) {
            *log += f64::from(afterstate_logit(numbers, weights));
        }
    }

    /// Follows a game; `see` gets what the model thinks of every position that can be learnt from, and the shares
    /// of the visits by move. A position with one move teaches nothing.
    pub fn follow(&mut self, lesson: &Lesson, theta: &Theta, mut see: impl FnMut(&Sight, &[f64])) {
        let mut shares = Vec::new();
        lesson.replay(|position, recent, visits| {
            let visits = visits.unwrap_or_default();
            let total: u64 = visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
            if total == 0 {
                return;
            }
            self.look(position, recent, theta);
            if self.moves.len() > 1 {
                shares.clear();
                shares.resize(self.moves.len(), 0.0);
                for &(place, visits) in visits {
                    shares[place as usize] = f64::from(visits) / total as f64;
                }
                see(self, &shares);
            }
        });
    }

    /// The legal moves, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The logarithm of the probability of every move.
    pub fn logs(&self) -> &[f64] {
        &self.logs
    }

    /// The features of every move, each as often as the move has it.
    pub fn features(&self) -> impl Iterator<Item = &[PolicyFeature]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.features[begin..end])
    }

    /// What the second look at every move tells; nothing if there was none.
    pub fn sequels(&self) -> &[AfterstateFeatures] {
        &self.sequels
    }

    /// The phase of the game.
    pub fn phase(&self) -> usize {
        self.view.phase()
    }

    /// A move by its probability.
    pub fn draw(&self, rng: &mut GameRng) -> Move {
        let mut rest: f64 = rng.random();
        for (&mv, log) in self.moves.iter().zip(&self.logs) {
            rest -= log.exp();
            if rest < 0.0 {
                return mv;
            }
        }
        *self.moves.last().expect("the colour to play has a move")
    }
}
