//! Features of the position after a move (its afterstate), for a second look at the most probable moves.

use cornerwise_core::{REACH_STEPS, Reaches};

/// How many there are: the move's logit at the first look, and the cells within reach afterwards.
pub const AFTERSTATE_FEATURES: usize = 1 + 2 * REACH_STEPS.len();

/// The features of a move.
pub type AfterstateFeatures = [f32; AFTERSTATE_FEATURES];

/// Cells are counted by the dozen or so, that their weights are of the size of the others.
const CELLS: f32 = 16.0;

/// The logit of a move at the first look, and the cells within reach of the player and of the others after it.
#[inline]
pub fn afterstate_features(logit: f32, reaches: &Reaches) -> AfterstateFeatures {
    let mut features = [logit; AFTERSTATE_FEATURES];
    let (own, others) = features[1..].split_at_mut(REACH_STEPS.len());
    for (numbers, reach) in [(own, &reaches.own), (others, &reaches.others)] {
        for (number, &cells) in numbers.iter_mut().zip(reach) {
            *number = f32::from(cells) / CELLS;
        }
    }
    features
}

/// What the features of a move add to its logit.
#[inline]
pub fn afterstate_logit(numbers: &AfterstateFeatures, weights: &AfterstateFeatures) -> f32 {
    numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        let own = [16, 32, 48, 64, 80, 96, 112, 128];
        let reaches = Reaches { own, others: own.map(|cells| cells / 2) };
        let numbers = afterstate_features(-3.0, &reaches);
        assert_eq!(numbers[0], -3.0);
        assert_eq!(numbers[1..=8], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(numbers[9..], [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]);
        let mut weights = [0.0; AFTERSTATE_FEATURES];
        (weights[0], weights[8], weights[9]) = (0.5, 1.0, -2.0);
        assert_eq!(afterstate_logit(&numbers, &weights), -1.5 + 8.0 - 1.0);
    }
}
