//! A weighted sum of features, as the spec says.

use super::choice::Greedy;
use super::weighted_sum::{Term, WeightedSum};
use crate::features::Feature;
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

pub(crate) const KIND: AgentKind = AgentKind {
    name: "heuristic",
    summary: "the best weighted sum of features; what is not named weighs nothing",
    parameters: &PARAMETERS,
    build: |settings| Ok(Box::new(Greedy::new(weights(settings)))),
    ..AgentKind::PLAIN
};

const WEIGHT: ParameterKind = ParameterKind::Real(-1000.0, 1000.0);

const fn row(name: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, kind: WEIGHT, default: "0", meaning }
}

/// Two rows a feature. The names are those of [`Feature::ALL`], which the tests hold them to.
macro_rules! rows {
    ($($name:literal $meaning:literal,)*) => {
        [
            row("size", "the weight of the squares of the piece that is placed"),
            $(
                row($name, concat!("the own weight of: ", $meaning)),
                row(
                    concat!("opponent-", $name),
                    concat!("the weight, summed over all opponents, of: ", $meaning),
                ),
            )*
        ]
    };
}

const PARAMETERS: [Parameter; 2 * Feature::ALL.len() + 1] = rows![
    "squares" "squares placed",
    "corners" "free cells where the next piece can connect",
    "directions" "corner cells, counted once for each direction",
    "ahead" "corner directions that lead to the middle and beyond",
    "back" "corner directions that lead back to the start",
    "left" "corner directions that lead to the left of the way ahead",
    "right" "corner directions that lead to the right of the way ahead",
    "moves" "legal moves",
    "influence" "cells that the next piece might reach",
    "cover" "cells that some legal move covers",
    "reach" "all cells that can be reached, near ones weigh more",
    "difficulty" "how hard the pieces left are to place",
    "approach" "closeness to the opponents' start cells",
    "centre" "closeness to the middle of the board",
];

fn weights(settings: &Settings) -> WeightedSum {
    let term = |(feature, name, _): (Feature, &str, &str)| Term {
        feature,
        own: settings.real(name),
        opponents: settings.real(&format!("opponent-{name}")),
    };
    let terms = Feature::ALL.into_iter().map(term);
    let terms = terms.filter(|term| term.own != 0.0 || term.opponents != 0.0).collect();
    WeightedSum { terms, size: settings.real("size"), balanced: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_two_rows() {
        let rows = PARAMETERS[1..].chunks(2);
        for ((_, name, meaning), pair) in Feature::ALL.into_iter().zip(rows) {
            assert_eq!(pair[0].name, name);
            assert_eq!(pair[1].name, format!("opponent-{name}"));
            assert!(pair.iter().all(|row| row.meaning.ends_with(meaning)), "{name}");
        }
    }
}
