//! The losses: by how much weights miss the ends of games.

use std::ops::RangeInclusive;

use cornerwise_core::Position;
use cornerwise_engine::evaluator::linear::{
    CAN_MOVE, VALUE_FEATURES, VALUE_PHASES, ValueFeatures, softmax, value_features, value_phase,
};

use crate::game_sample::GameSample;
use crate::linear::ByPhase;
use crate::linear::newton::{Coefficients, Quadratic};

/// Weights of every phase.
pub(super) type PhaseCoefficients = [Coefficients<{ VALUE_FEATURES.len() }>; VALUE_PHASES];
/// Their losses, by phase.
pub(super) type Losses = ByPhase<Quadratic<{ VALUE_FEATURES.len() }>, VALUE_PHASES>;

/// The cross-entropy of the shares of the win and those that the final scores make, the softmax of the scores divided by `soft`.
pub(super) fn win_loss(samples: &[&GameSample], weights: &PhaseCoefficients, soft: f64) -> Losses {
    let mut losses = Losses::default();
    for sample in samples {
        let mut shares: Vec<f64> =
            sample.scores().iter().map(|&score| f64::from(score) / soft).collect();
        softmax(&mut shares);
        each_position(sample, |position| {
            let features = of_players(position);
            for phase in phases(position) {
                losses.phases[phase].add_cross_entropy(&features, &weights[phase], &shares);
            }
        });
    }
    losses
}

/// Half the squared error of the scores that are still to be made, for players who can move.
pub(super) fn score_loss(samples: &[&GameSample], weights: &PhaseCoefficients) -> Losses {
    let mut losses = Losses::default();
    for sample in samples {
        each_position(sample, |position| {
            let gains = position
                .variant()
                .players()
                .zip(sample.scores())
                .map(|(player, end)| end - position.player_score(player));
            for (own, gain) in
                of_players(position).iter().zip(gains).filter(|(own, _)| own[CAN_MOVE] > 0.0)
            {
                for phase in phases(position) {
                    losses.phases[phase].add_squared_error(own, &weights[phase], gain.into());
                }
            }
        });
    }
    losses
}

/// Shows every position after the moves that were drawn by chance: what came before did not lead to this end.
pub(super) fn each_position(sample: &GameSample, mut see: impl FnMut(&Position)) {
    sample.replay(|position, _, visits| {
        if visits.is_some() {
            see(position);
        }
    });
}

fn of_players(position: &Position) -> Vec<ValueFeatures> {
    value_features(position)[..position.variant().player_count()].to_vec()
}

/// The phases that learn from a position: its own, and the next one within a round of moves. So phases overlap, and their
/// weights change from one to the next as little as they need to.
fn phases(position: &Position) -> RangeInclusive<usize> {
    let (moves, colours) = (position.moves_played(), position.variant().colour_count());
    value_phase(moves.saturating_sub(colours), colours)..=value_phase(moves + colours, colours)
}
