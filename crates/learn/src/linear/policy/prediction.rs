//! What the policy thinks of the moves of a position, with all that learning needs.

use cornerwise_core::{Colour, GameRng, Generator, Move, Position, Reaches};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_engine::evaluator::linear::{
    AfterstateFeatures, PolicyEncoder, PolicyFeature, afterstate_features, afterstate_logit,
};
use rand::RngExt;

use super::weights::TrainedWeights;
use crate::game_sample::GameSample;

/// The legal moves of a position with their features and probabilities.
#[derive(Default)]
pub struct Prediction {
    encoder: PolicyEncoder,
    moves: Vec<Move>,
    features: Vec<PolicyFeature>,
    /// Where the features of each move end.
    ends: Vec<usize>,
    reaches: Vec<Reaches>,
    afterstates: Vec<AfterstateFeatures>,
    /// The logarithms of the probabilities.
    log_probabilities: Vec<f64>,
}

impl Prediction {
    /// Predicts the moves of a position that is not over, after these moves.
    pub fn predict(&mut self, position: &Position, recent: &RecentMoves, weights: &TrainedWeights) {
        let colour: Colour = position.to_play().expect("the game is not over");
        Generator::Fast.list(position, colour, &mut self.moves);
        self.encoder.encode(position, recent);
        self.features.clear();
        self.ends.clear();
        self.log_probabilities.clear();
        for &mv in &self.moves {
            let mut logit = 0.0;
            self.encoder.features(mv, |feature| {
                logit += weights.values()[feature.index()];
                self.features.push(feature);
            });
            self.ends.push(self.features.len());
            self.log_probabilities.push(logit);
        }
        self.add_afterstate_logits(position, weights);
        let highest = self.log_probabilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.log_probabilities.iter().map(|log| (log - highest).exp()).sum();
        let constant = highest + total.ln();
        self.log_probabilities.iter_mut().for_each(|log| *log -= constant);
    }

    fn add_afterstate_logits(&mut self, position: &Position, weights: &TrainedWeights) {
        self.afterstates.clear();
        let Some(weights) = weights.afterstate_weights(self.phase()) else { return };
        position.reaches_after(&self.moves, &mut self.reaches);
        let logits = self.log_probabilities.iter().zip(&self.reaches);
        self.afterstates
            .extend(logits.map(|(&logit, reaches)| afterstate_features(logit as f32, reaches)));
        for (log, features) in self.log_probabilities.iter_mut().zip(&self.afterstates) {
            *log += f64::from(afterstate_logit(features, weights));
        }
    }

    /// Replays a game; `see` gets what the policy thinks of every position that can be learnt from, and the shares
    /// of the visits by move. A position with one move teaches nothing.
    pub fn replay(
        &mut self,
        sample: &GameSample,
        weights: &TrainedWeights,
        mut see: impl FnMut(&Prediction, &[f64]),
    ) {
        let mut shares = Vec::new();
        sample.replay(|position, recent, visits| {
            let visits = visits.unwrap_or_default();
            let total: u64 = visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
            if total == 0 {
                return;
            }
            self.predict(position, recent, weights);
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
    pub fn log_probabilities(&self) -> &[f64] {
        &self.log_probabilities
    }

    /// The features of every move, each as often as the move has it.
    pub fn features(&self) -> impl Iterator<Item = &[PolicyFeature]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.features[begin..end])
    }

    /// The features of the position after every move; none if the weights have no second look.
    pub fn afterstates(&self) -> &[AfterstateFeatures] {
        &self.afterstates
    }

    /// The phase of the game.
    pub fn phase(&self) -> usize {
        self.encoder.phase()
    }

    /// A move by its probability.
    pub fn sample(&self, rng: &mut GameRng) -> Move {
        let mut rest: f64 = rng.random();
        for (&mv, log) in self.moves.iter().zip(&self.log_probabilities) {
            rest -= log.exp();
            if rest < 0.0 {
                return mv;
            }
        }
        *self.moves.last().expect("the colour to play has a move")
    }
}
