//! Weighted sums of features.

use super::sweep::{Score, Transition};
use crate::features::Feature;

/// A feature with its weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    pub feature: Feature,
    /// The weight of the own value.
    pub own: f64,
    /// The weight of the sum over the opponents.
    pub opponents: f64,
}

/// The sum of the features of the position after a move, each times its weight.
pub(crate) struct WeightedSum {
    pub terms: Vec<Term>,
    /// The weight of the squares of the piece that is placed.
    pub size: f64,
    /// Whether own values count half as often as there are players, so that they are neither lost
    /// beside those of several opponents nor as heavy as all of them.
    pub balanced: bool,
}

impl WeightedSum {
    pub fn of(feature: Feature, own: f64, opponents: f64) -> WeightedSum {
        WeightedSum { terms: vec![Term { feature, own, opponents }], size: 0.0, balanced: false }
    }

    /// The own value times half the number of players, less the sum of the opponents'.
    pub fn balance(feature: Feature) -> WeightedSum {
        WeightedSum { balanced: true, ..WeightedSum::of(feature, 1.0, -1.0) }
    }
}

impl Score for WeightedSum {
    fn score(&mut self, transition: &Transition<'_>) -> f64 {
        let (after, player) = (transition.after, transition.player);
        let players = after.variant().player_count() as f64;
        let share = if self.balanced { players / 2.0 } else { 1.0 };
        let mut sum = 0.0;
        if self.size != 0.0 {
            sum += self.size * transition.mv.piece().size() as f64;
        }
        for term in &self.terms {
            // What weighs nothing is not computed.
            if term.own != 0.0 {
                sum += share * term.own * term.feature.of_player(after, player);
            }
            if term.opponents != 0.0 {
                sum += term.opponents * term.feature.of_opponents(after, player);
            }
        }
        sum
    }
}
