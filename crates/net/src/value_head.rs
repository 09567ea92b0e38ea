//! From the trunk's means and greatest values to outcome, scores and margin.

use crate::architecture::Residual;
use crate::dense::Dense;
use crate::weights::Weights;

/// The layers of the value head.
#[derive(Clone, Debug)]
pub(crate) struct ValueHead {
    hidden: Dense,
    outcome: Dense,
    scores: Dense,
    margin: Dense,
    limit: f32,
}

/// What a network says of the end of a game, in the mover's frame: players count from the mover's in the order of turns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The logits of each player's winning alone, and of a shared win last.
    pub outcome: Vec<f32>,
    /// The expected score of each player in points.
    pub scores: Vec<f32>,
    /// The logits of the bins of the mover's margin over the best other player.
    pub margin: Vec<f32>,
}

impl Forecast {
    /// Every player's share of the win: the probability to win alone, and a part of that of a shared win.
    pub fn shares(&self) -> Vec<f32> {
        self.corrected_shares(&vec![0.0; self.scores.len()])
    }

    /// The same when so much is added to the logit of each player's winning alone.
    pub fn corrected_shares(&self, added: &[f32]) -> Vec<f32> {
        let mut odds = self.outcome.clone();
        for (logit, added) in odds.iter_mut().zip(added) {
            *logit += added;
        }
        let highest = odds.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for logit in &mut odds {
            *logit = libm::expf(*logit - highest);
        }
        let total: f32 = odds.iter().sum();
        let players = odds.len() - 1;
        let shared = odds[players] / players as f32;
        odds[..players].iter().map(|alone| (alone + shared) / total).collect()
    }
}

impl ValueHead {
    pub(crate) fn new(weights: &Weights, residual: &Residual) -> ValueHead {
        let dense = |name: &str, outputs| {
            let rows = weights.numbers(&format!("value.{name}.weight"));
            Dense::new(rows, outputs, Some(weights.numbers(&format!("value.{name}.bias"))))
        };
        ValueHead {
            hidden: dense("hidden", Residual::HIDDEN),
            outcome: dense("outcome", residual.players + 1),
            scores: dense("scores", residual.players),
            margin: dense("margin", Residual::MARGINS),
            limit: residual.limit,
        }
    }

    /// The forecast for means and greatest values of the trunk's channels, and the globals, in one row.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    pub(crate) fn apply(&self, input: &[f32], forecast: &mut Forecast) {
        let mut hidden = [0.0; Residual::HIDDEN];
        self.hidden.apply(input, &mut hidden);
        for number in &mut hidden {
            *number = number.max(0.0).min(self.limit);
        }
        let Forecast { outcome, scores, margin } = forecast;
        for (layer, out) in
            [(&self.outcome, outcome), (&self.scores, &mut *scores), (&self.margin, margin)]
        {
            out.resize(layer.outputs(), 0.0);
            layer.apply(&hidden, out);
        }
        for score in scores {
            *score *= Residual::SCORE_UNIT;
        }
    }
}
