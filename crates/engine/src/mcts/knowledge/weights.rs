//! The weights of the model, and the text file that they stand in.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use cornerwise_core::{Piece, Variant};

use super::view::{BORDERED, COVERED, RINGS, TOUCHED};

/// The phases of the game, by the pieces that a colour has placed, each with weights of its own.
pub const PHASES: usize = 6;

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Piece,
    Ring,
    Covered,
    Bordered,
    Touched,
}

/// The parts with the number of their classes.
const PARTS: [(Part, &str, usize); 5] = [
    (Part::Piece, "piece", Piece::COUNT),
    (Part::Ring, "ring", RINGS),
    (Part::Covered, "covered", COVERED),
    (Part::Bordered, "bordered", BORDERED),
    (Part::Touched, "touched", TOUCHED),
];

/// The weights of a phase.
const PER_PHASE: usize = Piece::COUNT + RINGS + COVERED + BORDERED + TOUCHED;
/// All weights.
pub const FEATURES: usize = PHASES * PER_PHASE;

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
pub struct Feature(u16);

impl Feature {
    #[inline]
    pub(super) fn new(phase: usize, part: Part, class: usize) -> Feature {
        Feature((phase * PER_PHASE + part.range().0 + class) as u16)
    }

    /// All of them, by their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Feature> {
        (0..FEATURES as u16).map(Feature)
    }

    /// A number below [`FEATURES`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A weight for every feature.
///
/// Written as text, they are lines of a phase, a part and the weights of its classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f32>);

impl Weights {
    /// Asks for the weight of every feature.
    #[must_use]
    pub fn from_fn(weight: impl FnMut(Feature) -> f32) -> Weights {
        Weights(Feature::all().map(weight).collect())
    }

    /// Those that were learnt for games like this one.
    pub fn learnt(variant: &Variant) -> &'static Weights {
        static DUO: LazyLock<Weights> =
            LazyLock::new(|| read(include_str!("../../../../../data/priors/duo.txt")));
        static CLASSIC: LazyLock<Weights> =
            LazyLock::new(|| read(include_str!("../../../../../data/priors/classic.txt")));
        if variant.colour_count() == 2 { &DUO } else { &CLASSIC }
    }

    /// The weight of a feature.
    #[inline]
    pub fn of(&self, feature: Feature) -> f32 {
        self.0[feature.index()]
    }

    /// The weights of a part in a phase.
    pub(super) fn part(&self, phase: usize, part: Part) -> &[f32] {
        let (begin, len) = part.range();
        &self.0[phase * PER_PHASE + begin..][..len]
    }
}

fn read(text: &str) -> Weights {
    text.parse().expect("the weights that come with the program are well-formed")
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for phase in 0..PHASES {
            for (part, name, _) in PARTS {
                write!(f, "{phase} {name}")?;
                for weight in self.part(phase, part) {
                    write!(f, " {weight:.3}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// What is wrong with a file of weights, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct WeightsError {
    line: usize,
    what: String,
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Vec::with_capacity(FEATURES);
        let wanted = (0..PHASES).flat_map(|phase| PARTS.map(|(_, name, len)| (phase, name, len)));
        let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_content(line));
        let mut last = 0;
        for (phase, name, len) in wanted {
            let (line, content) = lines.next().ok_or_else(|| WeightsError {
                line: last + 1,
                what: format!("the weights of phase {phase}, {name}, are missing"),
            })?;
            last = line;
            let error = |what: String| WeightsError { line, what };
            let content = content
                .strip_prefix(&format!("{phase} {name}"))
                .ok_or_else(|| error(format!("expected the weights of \"{phase} {name}\"")))?;
            let before = weights.len();
            for word in content.split_whitespace() {
                let weight: f32 = word
                    .parse()
                    .ok()
                    .filter(|weight: &f32| weight.is_finite())
                    .ok_or_else(|| error(format!("\"{word}\" is not a weight")))?;
                weights.push(weight);
            }
            if weights.len() - before != len {
                let found = weights.len() - before;
                return Err(error(format!("{found} weights where {len} are needed")));
            }
        }
        match lines.next() {
            None => Ok(Weights(weights)),
            Some((line, _)) => Err(WeightsError { line, what: "nothing was expected here".into() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let weights = Weights::from_fn(|feature| feature.index() as f32 / 8.0 - 20.0);
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        let good = Weights::from_fn(|_| 0.5).to_string();
        let error = |text: String| text.parse::<Weights>().unwrap_err().to_string();
        assert_eq!(error(good.replacen("0.500", "half", 1)), "line 1: \"half\" is not a weight");
        assert_eq!(error(good.replacen(" 0.500", "", 1)), "line 1: 20 weights where 21 are needed");
        assert_eq!(error(format!("{good}\n7 piece 1\n")), "line 32: nothing was expected here");
        let short: String = good.lines().take(3).map(|line| format!("{line}\n")).collect();
        assert_eq!(error(short), "line 4: the weights of phase 0, bordered, are missing");
        assert_eq!(
            error(good.replacen("ring", "king", 1)),
            "line 2: expected the weights of \"0 ring\""
        );
    }
}
