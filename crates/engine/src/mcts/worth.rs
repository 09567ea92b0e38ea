//! What the end of a simulated game is worth.

use cornerwise_core::Position;

use crate::montecarlo::{Outcome, PerPlayer, Worth};

use super::options::WorthOptions;
use super::usual::Usual;

/// Judges games: the win first, then the rank, the margin and how quickly it was reached. Margins and
/// lengths count by how far they are from the usual ones of the search.
pub(super) struct Judge {
    options: WorthOptions,
    margins: [Usual; cornerwise_core::Colour::MAX],
    lengths: Usual,
}

impl Judge {
    pub(super) fn new(options: WorthOptions) -> Judge {
        Judge { options, margins: Default::default(), lengths: Usual::default() }
    }

    /// The end of a game after so many moves of a simulation.
    pub(super) fn judge(&mut self, position: &Position, length: usize) -> Outcome {
        let mut outcome = Outcome::of(position, Worth::Win);
        let players = position.variant().player_count();
        let WorthOptions { rank, score, length: by_length } = self.options;
        if players > 2 && rank > 0.0 {
            let ranks = by_rank(&outcome.scores[..players]);
            for (reward, by_rank) in outcome.rewards[..players].iter_mut().zip(ranks) {
                *reward += rank * (by_rank - *reward);
            }
        }
        let quickness = if by_length > 0.0 { -self.lengths.surprise(length as f64) } else { 0.0 };
        let total: f64 = outcome.scores[..players].iter().sum();
        for player in 0..players {
            let reward = &mut outcome.rewards[player];
            let mut bonus = by_length * quickness * *reward;
            if score > 0.0 {
                let own = outcome.scores[player];
                let margin = own - (total - own) / (players - 1) as f64;
                bonus += score * self.margins[player].surprise(margin);
            }
            *reward = *reward * (1.0 - score - by_length) + bonus;
        }
        outcome
    }
}

/// How many of the others each player has beaten, from -1 for none to 1 for all.
fn by_rank(scores: &[f64]) -> PerPlayer {
    let mut ranks = PerPlayer::default();
    for (rank, own) in ranks.iter_mut().zip(scores) {
        let beaten: f64 = scores.iter().map(|other| f64::from(own.total_cmp(other) as i8)).sum();
        *rank = beaten / (scores.len() - 1) as f64;
    }
    ranks
}
