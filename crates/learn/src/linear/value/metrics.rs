//! How near a prediction is to how games end.

use std::ops::AddAssign;

use cornerwise_engine::evaluator::Value;

use crate::game_sample::GameSample;

/// Shares that differ by less are the same.
const SAME: f64 = 1e-9;

/// Sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics {
    /// How many positions.
    pub positions: u64,
    brier: f64,
    winner: f64,
    score: f64,
}

impl Metrics {
    /// The mean Brier score: the sum of the squares by which the players' shares of the win are missed, from 0 to 2.
    pub fn brier(&self) -> f64 {
        self.mean(self.brier)
    }

    /// How often the player with the largest share wins, from 0 to 1.
    pub fn winner(&self) -> f64 {
        self.mean(self.winner)
    }

    /// By how much a player's score is missed.
    pub fn score_error(&self) -> f64 {
        self.mean(self.score)
    }

    fn mean(&self, sum: f64) -> f64 {
        if self.positions > 0 { sum / self.positions as f64 } else { 0.0 }
    }

    /// Takes in a prediction from a position of a game.
    pub(super) fn add(&mut self, prediction: &Value, sample: &GameSample) {
        let ends = sample.win_shares();
        let players = ends.len();
        let shares = &prediction.shares[..players];
        self.positions += 1;
        self.brier +=
            shares.iter().zip(ends).map(|(share, end)| (share - end).powi(2)).sum::<f64>();
        let largest = shares.iter().copied().fold(0.0, f64::max);
        // Which of equally probable winners is named is chance, and a draw is part of a win.
        let named = shares.iter().zip(ends).filter(|(share, _)| **share >= largest - SAME);
        self.winner += named.clone().map(|(_, end)| end).sum::<f64>() / named.count() as f64;
        let scores = prediction.scores.iter().zip(sample.scores());
        let missed = scores.map(|(score, &end)| (score - f64::from(end)).abs());
        self.score += missed.sum::<f64>() / players as f64;
    }
}

impl AddAssign<&Metrics> for Metrics {
    fn add_assign(&mut self, other: &Metrics) {
        self.positions += other.positions;
        self.brier += other.brier;
        self.winner += other.winner;
        self.score += other.score;
    }
}
