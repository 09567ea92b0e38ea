//! The weights of the model, and the text file that they stand in.

use std::fmt;
use std::str::FromStr;

use cornerwise_core::{Piece, Variant};

use super::afterstate::{AFTERSTATE_FEATURES, AfterstateFeatures};
use super::game_class::PerClass;
use super::policy_features::{BORDERED, COVERED, RINGS, TOUCHED};
use super::rows::{self, WeightsError};

/// The phases of the game, by the pieces that a colour has placed, each with weights of its own.
pub const POLICY_PHASES: usize = 9;

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Piece,
    Ring,
    Covered,
    Bordered,
    Touched,
    Afterstate,
}

/// The parts with the number of their classes.
const PARTS: [(Part, &str, usize); 6] = [
    (Part::Piece, "piece", Piece::COUNT),
    (Part::Ring, "ring", RINGS),
    (Part::Covered, "covered", COVERED),
    (Part::Bordered, "bordered", BORDERED),
    (Part::Touched, "touched", TOUCHED),
    (Part::Afterstate, "afterstate", AFTERSTATE_FEATURES),
];

/// How exactly weights are written.
const DECIMALS: usize = 3;

/// The weights of a phase.
const PER_PHASE: usize = Piece::COUNT + RINGS + COVERED + BORDERED + TOUCHED + AFTERSTATE_FEATURES;
/// All weights.
pub const POLICY_FEATURES: usize = POLICY_PHASES * PER_PHASE;

impl Part {
    /// Where the part's weights begin among those of a phase, and how many there are.
    const fn range(self) -> (usize, usize) {
        let mut begin = 0;
        let mut number = 0;
        while number < self as usize {
            begin += PARTS[number].2;
            number += 1;
        }
        (begin, PARTS[number].2)
    }
}

/// Something that a move can have in a phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyFeature(u16);

impl PolicyFeature {
    #[inline]
    pub(super) fn new(phase: usize, part: Part, class: usize) -> PolicyFeature {
        PolicyFeature((phase * PER_PHASE + part.range().0 + class) as u16)
    }

    /// All of them, by their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = PolicyFeature> {
        (0..POLICY_FEATURES as u16).map(PolicyFeature)
    }

    /// A number below [`POLICY_FEATURES`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A weight for every feature.
///
/// Written as text, they are lines of a phase, a part and the weights of its classes.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyWeights(Vec<f32>);

impl PolicyWeights {
    /// Asks for the weight of every feature.
    #[must_use]
    pub fn from_fn(weight: impl FnMut(PolicyFeature) -> f32) -> PolicyWeights {
        PolicyWeights(PolicyFeature::all().map(weight).collect())
    }

    /// Those that were learnt for games like this one.
    pub fn learnt(variant: &Variant) -> &'static PolicyWeights {
        static LEARNT: PerClass<PolicyWeights> = PerClass::new([
            include_str!("../../../../../data/linear/policy/duo.txt"),
            include_str!("../../../../../data/linear/policy/classic-2.txt"),
            include_str!("../../../../../data/linear/policy/classic.txt"),
        ]);
        LEARNT.of(variant)
    }

    /// What a second look at moves adds to their sums, number by number; `None` where nobody has learnt from one.
    pub fn afterstate_weights(&self, phase: usize) -> Option<&AfterstateFeatures> {
        let weights = self.part(phase, Part::Afterstate).as_array().expect("a part has its length");
        Some(weights).filter(|weights| weights.iter().any(|&weight| weight != 0.0))
    }

    /// The same weights with others for the second look, phase by phase.
    #[must_use]
    pub fn with_afterstate_weights(
        &self,
        mut weights_of: impl FnMut(usize) -> AfterstateFeatures,
    ) -> PolicyWeights {
        let mut weights = self.clone();
        let (begin, len) = Part::Afterstate.range();
        for (phase, weights) in weights.0.chunks_mut(PER_PHASE).enumerate() {
            weights[begin..][..len].copy_from_slice(&weights_of(phase));
        }
        weights
    }

    /// The weight of a feature.
    #[inline]
    pub fn of(&self, feature: PolicyFeature) -> f32 {
        self.0[feature.index()]
    }

    /// The weights of a part in a phase.
    pub(super) fn part(&self, phase: usize, part: Part) -> &[f32] {
        let (begin, len) = part.range();
        &self.0[phase * PER_PHASE + begin..][..len]
    }
}

impl fmt::Display for PolicyWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        rows::write(f, &PARTS.map(|(_, name, len)| (name, len)), DECIMALS, &self.0)
    }
}

impl FromStr for PolicyWeights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<PolicyWeights, WeightsError> {
        rows::read(text, POLICY_PHASES, &PARTS.map(|(_, name, len)| (name, len))).map(PolicyWeights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let weights = PolicyWeights::from_fn(|feature| feature.index() as f32 / 8.0 - 20.0);
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }

    #[test]
    fn files_with_the_old_name_of_a_row_are_read() {
        let weights = PolicyWeights::from_fn(|feature| feature.index() as f32 / 8.0 - 20.0);
        let text = weights.to_string();
        let old = text.replace("afterstate", "sequel");
        assert_ne!(old, text);
        assert_eq!(old.parse(), Ok(weights));
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        let good = PolicyWeights::from_fn(|_| 0.5).to_string();
        let error = |text: String| text.parse::<PolicyWeights>().unwrap_err().to_string();
        assert_eq!(error(good.replacen("0.500", "half", 1)), "line 1: \"half\" is not a weight");
        assert_eq!(error(good.replacen(" 0.500", "", 1)), "line 1: 20 weights where 21 are needed");
        assert_eq!(error(format!("{good}\n7 piece 1\n")), "line 56: nothing was expected here");
        let short: Vec<&str> = good.lines().take(3).collect();
        assert_eq!(
            error(short.join("\n")),
            "line 4: the weights of phase 0, bordered, are missing"
        );
        assert_eq!(
            error(good.replacen("ring", "king", 1)),
            "line 2: expected the weights of \"0 ring\""
        );
    }
}
