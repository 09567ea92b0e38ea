//! The evaluations that specs can name.

use super::{Evaluation, Term};
use crate::features::Feature;
use crate::parameter::{Parameter, ParameterKind, Settings};

/// An evaluation that is known by name.
pub struct NamedEvaluation {
    /// The name in specs.
    pub name: &'static str,
    /// What it looks at, in one line.
    pub summary: &'static str,
    terms: fn(&NamedWeights) -> Vec<Term>,
}

/// The values of the nine weights, in the order of their parameters.
type NamedWeights = [f64; WEIGHTS.len()];

/// All named evaluations.
pub const EVALUATIONS: [NamedEvaluation; 7] = [
    NamedEvaluation {
        name: "area",
        summary: "squares placed, own less opponents'",
        terms: |_| vec![Term::difference(Feature::Squares, 1.0)],
    },
    NamedEvaluation {
        name: "corners-squares",
        summary: "half a point for each corner cell, 0.7 for each square",
        terms: |_| {
            vec![Term::difference(Feature::Corners, 0.5), Term::difference(Feature::Squares, 0.7)]
        },
    },
    NamedEvaluation {
        name: "three-stage",
        summary: "approach the opponent for 3 moves, then own corners, from move 17 on opponents' corners",
        terms: |_| {
            vec![
                Term::difference(Feature::Approach, 1.0).during(0, 3),
                Term::difference(Feature::Squares, 3.0).during(4, usize::MAX),
                Term::new(Feature::Corners, 5.0, -2.0).during(4, 16),
                Term::new(Feature::Corners, 3.0, -4.0).during(17, usize::MAX),
            ]
        },
    },
    NamedEvaluation {
        name: "valid-cells",
        summary: "cells that legal moves cover, closeness to the opponent's start, opponents' corners",
        terms: |_| {
            vec![
                // The distance before the move is the same for all moves of a position.
                Term::difference(Feature::Approach, 5.0),
                Term::new(Feature::Corners, 0.0, -10.0),
                Term::difference(Feature::Cover, 1.0),
            ]
        },
    },
    NamedEvaluation {
        name: "influence",
        summary: "cells that the next piece might reach, and squares",
        terms: |_| {
            vec![Term::difference(Feature::Influence, 1.0), Term::difference(Feature::Squares, 1.0)]
        },
    },
    NamedEvaluation {
        name: "reach",
        summary: "all cells that can be reached, near ones weigh more, and squares",
        terms: |_| {
            vec![Term::difference(Feature::Reach, 1.0), Term::difference(Feature::Squares, 1.0)]
        },
    },
    NamedEvaluation {
        name: "nine-weights",
        summary: "corners, their directions, opponents' corners, scores, hard pieces left: w-… set the weights",
        terms: |&[corners, ahead, left, right, back, blocked, own, opponents, difficulty]| {
            vec![
                Term::new(Feature::Corners, corners, -blocked),
                Term::new(Feature::Ahead, ahead, 0.0),
                Term::new(Feature::Left, left, 0.0),
                Term::new(Feature::Right, right, 0.0),
                Term::new(Feature::Back, back, 0.0),
                Term::new(Feature::Squares, own, -opponents),
                Term::new(Feature::Difficulty, -difficulty, 0.0),
            ]
        },
    },
];

const fn weight(name: &'static str, default: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Real(-1000.0, 1000.0), default, meaning }
}

/// The parameters of the evaluation `nine-weights`.
pub(crate) const WEIGHTS: [Parameter; 9] = [
    weight("w-corners", "0.1", "nine-weights: each own corner cell"),
    weight("w-ahead", "0.2", "nine-weights: each own corner that leads ahead"),
    weight("w-left", "0.1", "nine-weights: each own corner that leads to the left"),
    weight("w-right", "0.1", "nine-weights: each own corner that leads to the right"),
    weight("w-back", "0", "nine-weights: each own corner that leads back"),
    weight("w-blocked", "2", "nine-weights: each corner cell that opponents do not have"),
    weight("w-score", "1", "nine-weights: each own square"),
    weight("w-opponents", "1", "nine-weights: each square that opponents do not have"),
    weight("w-difficulty", "0.3", "nine-weights: ease of the own pieces that are left"),
];

/// An agent's own parameters followed by the [`WEIGHTS`].
pub(crate) const fn with_weights<const OWN: usize, const ALL: usize>(
    own: [Parameter; OWN],
) -> [Parameter; ALL] {
    assert!(OWN + WEIGHTS.len() == ALL);
    let mut all = [CHOICE; ALL];
    let mut i = 0;
    while i < ALL {
        all[i] = if i < OWN { own[i] } else { WEIGHTS[i - OWN] };
        i += 1;
    }
    all
}

const NAMES: [&str; EVALUATIONS.len()] = {
    let mut names = [""; EVALUATIONS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = EVALUATIONS[i].name;
        i += 1;
    }
    names
};

/// The parameter that names an evaluation.
pub(crate) const CHOICE: Parameter = Parameter {
    name: "eval",
    kind: ParameterKind::Choice(&NAMES),
    default: "area",
    meaning: "what positions at the horizon are judged by",
};

impl Evaluation {
    /// The evaluation with this name, with its default weights.
    ///
    /// ```
    /// assert!(cornerwise_engine::Evaluation::named("influence").is_some());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Evaluation> {
        let defaults = WEIGHTS.map(|row| row.default.parse().expect("the default is a number"));
        find(name, &defaults)
    }
}

fn find(name: &str, weights: &NamedWeights) -> Option<Evaluation> {
    let named = EVALUATIONS.iter().find(|named| named.name == name)?;
    Some(Evaluation::new((named.terms)(weights)))
}

/// The evaluation that an agent's parameters [`CHOICE`] and [`WEIGHTS`] describe.
pub(crate) fn from_settings(settings: &Settings) -> Evaluation {
    let weights = WEIGHTS.map(|row| settings.real(row.name));
    find(settings.word(CHOICE.name), &weights).expect("the parameter allows only known names")
}

/// A word that tells evaluations with different terms apart.
pub(crate) fn description(settings: &Settings) -> String {
    let name = settings.word(CHOICE.name);
    if name != "nine-weights" {
        return name.to_owned();
    }
    let weights = WEIGHTS.map(|row| settings.real(row.name).to_string());
    format!("{name}:{}", weights.join(","))
}

#[cfg(test)]
mod tests {
    use cornerwise_core::Position;

    use super::*;

    /// Both players stand alike at the start and after mirrored moves, whatever is looked at.
    #[test]
    fn symmetric_positions_are_even() {
        let mut position = Position::start("duo".parse().unwrap());
        for mv in ["e10,f10,g10", "h5,i5,j5"] {
            position.play(mv.parse().unwrap()).unwrap();
        }
        for named in &EVALUATIONS {
            let values = Evaluation::named(named.name).unwrap().values(&position);
            assert!((values[0] - values[1]).abs() < 1e-9, "{}: {values:?}", named.name);
        }
    }
}
