//! The value of a position: a log-linear model of who wins, and a linear one of the scores.

use std::array;
use std::fmt;
use std::str::FromStr;

use cornerwise_core::{Position, Variant};

use super::game_class::PerClass;
use super::rows::{self, WeightsError};
use super::value_features::{CAN_MOVE, VALUE_FEATURES, ValueFeatures, value_features};
use crate::evaluator::Value;
use crate::math::Elementary;

/// The phases of the game, by the moves played for every colour.
pub const VALUE_PHASES: usize = 9;

/// The phase of a game in which so many colours have played so many moves in all.
pub fn value_phase(moves: usize, colours: usize) -> usize {
    (moves / colours / 2).min(VALUE_PHASES - 1)
}

/// The weights of the features in a phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseWeights {
    /// The shares of the win are the softmax of the players' sums.
    pub win: ValueFeatures,
    /// The sum is what will be added to a player's score.
    pub score: ValueFeatures,
}

/// The weights of every phase.
///
/// Written as text, they are two lines for each phase, `win` and `score`.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueWeights([PhaseWeights; VALUE_PHASES]);

/// The rows of the text.
const ROWS: [(&str, usize); 2] = [("win", VALUE_FEATURES.len()), ("score", VALUE_FEATURES.len())];
/// Cells are counted by the hundred, so that their weights are small.
const DECIMALS: usize = 5;

impl ValueWeights {
    /// Asks for the weights of every phase.
    #[must_use]
    pub fn from_fn(phase: impl FnMut(usize) -> PhaseWeights) -> ValueWeights {
        ValueWeights(array::from_fn(phase))
    }

    /// Those that were learnt for games like this one.
    pub fn learnt(variant: &Variant) -> &'static ValueWeights {
        static LEARNT: PerClass<ValueWeights> = PerClass::new([
            include_str!("../../../../../data/linear/value/duo.txt"),
            include_str!("../../../../../data/linear/value/classic-2.txt"),
            include_str!("../../../../../data/linear/value/classic.txt"),
        ]);
        LEARNT.of(variant)
    }

    /// The weights of every phase, by its number.
    pub fn phases(&self) -> &[PhaseWeights; VALUE_PHASES] {
        &self.0
    }

    /// The probable end of a game that is not over.
    pub fn value(&self, position: &Position) -> Value {
        let variant = position.variant();
        let players = variant.player_count();
        let weights = &self.0[value_phase(position.moves_played(), variant.colour_count())];
        let all = value_features(position);
        let mut value = Value::default();
        for player in variant.players() {
            let own = &all[player.index()];
            value.shares[player.index()] = dot(own, &weights.win);
            let gain = if own[CAN_MOVE] > 0.0 { dot(own, &weights.score).max(0.0) } else { 0.0 };
            value.scores[player.index()] = f64::from(position.player_score(player)) + gain;
        }
        softmax(&mut value.shares[..players]);
        value
    }
}

fn dot(features: &ValueFeatures, weights: &ValueFeatures) -> f64 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<f32>().into()
}

/// Makes shares of the logarithms of their proportions.
pub fn softmax(logs: &mut [f64]) {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for log in &mut *logs {
        *log = (*log - highest).exponential();
        total += *log;
    }
    for share in logs {
        *share /= total;
    }
}

impl fmt::Display for ValueWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weights = self.0.iter().flat_map(|phase| phase.win.iter().chain(&phase.score));
        rows::write(f, &ROWS, DECIMALS, &weights.copied().collect::<Vec<_>>())
    }
}

impl FromStr for ValueWeights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<ValueWeights, WeightsError> {
        let weights = rows::read(text, VALUE_PHASES, &ROWS)?;
        let row = |number: usize| array::from_fn(|at| weights[number * VALUE_FEATURES.len() + at]);
        Ok(ValueWeights::from_fn(|phase| PhaseWeights {
            win: row(2 * phase),
            score: row(2 * phase + 1),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    fn weights() -> ValueWeights {
        let row = |begin: usize| array::from_fn(|feature| (begin + feature) as f32 / 1024.0);
        ValueWeights::from_fn(|phase| PhaseWeights { win: row(phase), score: row(100 * phase) })
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let rounded: ValueWeights = weights().to_string().parse().unwrap();
        assert_eq!(rounded.to_string(), weights().to_string());
        assert_eq!(rounded.to_string().parse(), Ok(rounded.clone()));
        let error = |text: &str| text.parse::<ValueWeights>().unwrap_err().to_string();
        let text = rounded.to_string();
        assert_eq!(
            error(&text.replacen("0 score", "0 scores", 1)),
            "line 2: \"s\" is not a weight"
        );
        assert_eq!(
            error(text.lines().next().unwrap()),
            "line 2: the weights of phase 0, score, are missing"
        );
    }

    #[test]
    fn shares_are_shares_and_scores_never_fall() {
        let weights = weights();
        for name in ["duo", "classic", "classic-2", "classic-3", "7x7"] {
            let mut position = Position::start(name.parse().unwrap());
            let mut rng = game_rng(2, 0);
            while !position.is_over() {
                let players = position.variant().player_count();
                let Value { shares, scores } = weights.value(&position);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(shares[..players].iter().all(|&share| share > 0.0));
                let now = position.player_scores();
                assert!(scores.iter().zip(&now).all(|(&score, &now)| score >= f64::from(now)));
                position.play(position.sample_move(&mut rng).unwrap()).unwrap();
            }
        }
    }
}
