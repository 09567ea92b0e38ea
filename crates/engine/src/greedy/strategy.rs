//! The strategies without parameters, each a way to score a move.

use super::choice::Greedy;
use super::corridors::Corridors;
use super::sweep::Score;
use super::weighted_sum::WeightedSum;
use crate::agent::Agent;
use crate::features::Feature;
use crate::parameter::Settings;
use crate::registry::AgentKind;

/// The names of the strategies.
pub(crate) const NAMES: [&str; 8] = [
    "largest",
    "corners",
    "max-moves",
    "min-moves",
    "max-min",
    "influence-plus",
    "influence",
    "corridors",
];

/// The strategy with a name.
pub(crate) fn named(name: &str) -> Option<Box<dyn Score>> {
    Some(match name {
        "largest" => Box::new(WeightedSum::of(Feature::Squares, 1.0, 0.0)),
        "corners" => Box::new(WeightedSum::of(Feature::Corners, 1.0, 0.0)),
        "max-moves" => Box::new(WeightedSum::of(Feature::Moves, 1.0, 0.0)),
        "min-moves" => Box::new(WeightedSum::of(Feature::Moves, 0.0, -1.0)),
        "max-min" => Box::new(WeightedSum::balance(Feature::Moves)),
        "influence-plus" => Box::new(WeightedSum::of(Feature::Influence, 1.0, 0.0)),
        "influence" => Box::new(WeightedSum::balance(Feature::Influence)),
        "corridors" => Box::new(Corridors),
        _ => return None,
    })
}

/// The agent that plays by a strategy alone.
pub(crate) fn agent(name: &str) -> Result<Box<dyn Agent>, String> {
    let strategy = named(name).ok_or_else(|| format!("there is no strategy \"{name}\""))?;
    Ok(Box::new(Greedy::new(strategy)))
}

/// A kind of agents without parameters.
pub(crate) const fn plain(
    name: &'static str,
    summary: &'static str,
    build: fn(&Settings) -> Result<Box<dyn Agent>, String>,
) -> AgentKind {
    AgentKind { name, summary, parameters: &[], build, ..AgentKind::PLAIN }
}
