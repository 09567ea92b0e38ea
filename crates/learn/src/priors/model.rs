//! The log-linear model, for whoever changes its weights.

use cornerwise_core::{Colour, GameRng, Generator, Move, Position};
use cornerwise_engine::knowledge::{Feature, Recent, View, Weights};
use rand::RngExt;

use crate::lesson::Lesson;

/// A weight for every feature, as exact as learning needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Theta(Vec<f64>);

impl Theta {
    /// With which all moves are equally probable.
    #[must_use]
    pub fn zero() -> Theta {
        Theta(vec![0.0; Feature::all().len()])
    }

    /// By the numbers of the features.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }

    /// As they will be read from the file that they are written to.
    pub fn to_weights(&self) -> Weights {
        let weights = Weights::from_fn(|feature| self.0[feature.index()] as f32);
        weights.to_string().parse().expect("what is written can be read")
    }
}

impl From<&Weights> for Theta {
    fn from(weights: &Weights) -> Theta {
        Theta(Feature::all().map(|feature| weights.of(feature).into()).collect())
    }
}

/// The legal moves of a position with their features and probabilities.
#[derive(Default)]
pub struct Sight {
    view: View,
    moves: Vec<Move>,
    features: Vec<Feature>,
    /// Where the features of each move end.
    ends: Vec<usize>,
    /// The logarithms of the probabilities.
    logs: Vec<f64>,
}

impl Sight {
    /// Looks at a position that is not over, after these moves.
    pub fn look(&mut self, position: &Position, recent: &Recent, theta: &Theta) {
        let colour: Colour = position.to_play().expect("the game is not over");
        Generator::Fast.list(position, colour, &mut self.moves);
        self.view.look(position, recent);
        self.features.clear();
        self.ends.clear();
        self.logs.clear();
        for &mv in &self.moves {
            let mut sum = 0.0;
            self.view.features(mv, |feature| {
                sum += theta.0[feature.index()];
                self.features.push(feature);
            });
            self.ends.push(self.features.len());
            self.logs.push(sum);
        }
        let highest = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.logs.iter().map(|log| (log - highest).exp()).sum();
        let constant = highest + total.ln();
        self.logs.iter_mut().for_each(|log| *log -= constant);
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
    pub fn features(&self) -> impl Iterator<Item = &[Feature]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.features[begin..end])
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
