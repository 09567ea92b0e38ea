//! How games begin, so that no two are the same.

use cornerwise_core::{Game, GameRng};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_engine::evaluator::linear::PolicyWeights;
use rand::RngExt;

use crate::linear::policy::{Prediction, TrainedWeights};

/// Plays up to so many moves, each number of them equally likely, drawn by the linear policy that comes with the
/// program: games differ, but begin as games do.
pub(crate) fn play(game: &mut Game, most: usize, prediction: &mut Prediction, rng: &mut GameRng) {
    let weights = TrainedWeights::from(PolicyWeights::learnt(game.position().variant()));
    let mut recent = RecentMoves::default();
    for _ in 0..rng.random_range(0..=most) {
        let Some(colour) = game.position().to_play() else { return };
        prediction.predict(game.position(), &recent, &weights);
        let mv = prediction.sample(rng);
        game.play(mv).expect("a legal move");
        recent.add(colour, mv);
    }
}
