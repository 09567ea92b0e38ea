//! By how much weights miss the ends of games.

use std::ops::RangeInclusive;

use cornerwise_core::Position;
use cornerwise_engine::evaluator::linear::{
    CAN_MOVE, VALUE_FEATURES, VALUE_PHASES, ValueFeatures, softmax, value_features, value_phase,
};

use crate::fitted::ByPhase;
use crate::lesson::Lesson;
use crate::newton::{Coefficients, Quadratic};

/// Weights of every phase.
pub(super) type PolicyWeights = [Coefficients<{ VALUE_FEATURES.len() }>; VALUE_PHASES];
/// How far they are off, by phase.
pub(super) type Misses = ByPhase<Quadratic<{ VALUE_FEATURES.len() }>, VALUE_PHASES>;

/// How far the shares of the win are from those that the final scores make, the softmax of the scores divided by `soft`.
pub(super) fn misses_of_win(lessons: &[&Lesson], weights: &PolicyWeights, soft: f64) -> Misses {
    let mut misses = Misses::default();
    for lesson in lessons {
        let mut shares: Vec<f64> =
            lesson.scores().iter().map(|&score| f64::from(score) / soft).collect();
        softmax(&mut shares);
        each_moment(lesson, |position| {
            let aspects = of_players(position);
            for phase in phases(position) {
                misses.phases[phase].add_cross_entropy(&aspects, &weights[phase], &shares);
            }
        });
    }
    misses
}

/// How far the scores that are still to be made are from those that were made, for players who can move.
pub(super) fn misses_of_score(lessons: &[&Lesson], weights: &PolicyWeights) -> Misses {
    let mut misses = Misses::default();
    for lesson in lessons {
        each_moment(lesson, |position| {
            let gains = position
                .variant()
                .players()
                .zip(lesson.scores())
                .map(|(player, end)| end - position.player_score(player));
            for (own, gain) in
                of_players(position).iter().zip(gains).filter(|(own, _)| own[CAN_MOVE] > 0.0)
            {
                for phase in phases(position) {
                    misses.phases[phase].add_error(own, &weights[phase], gain.into());
                }
            }
        });
    }
    misses
}

/// Shows every position after the moves that were drawn by chance: what came before did not lead to this end.
pub(super) fn each_moment(lesson: &Lesson, mut see: impl FnMut(&Position)) {
    lesson.replay(|position, _, visits| {
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
