//! Strengths for people: each level is a spec, a good deal stronger than the one below.

use crate::agent::Agent;
use crate::parameter::{Kind, Parameter, Settings};
use crate::registry::AgentKind;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "level",
    summary: "a strength from 1, for beginners, to 9",
    parameters: &[Parameter {
        name: "level",
        kind: Kind::Int(1, LEVELS.len() as i64),
        default: "3",
        meaning: "the strength",
    }],
    build,
}];

/// The agents behind the levels, the weakest first.
const LEVELS: [&str; 9] = [
    "mixed:0.7*random+0.3*largest",
    "mixed:0.4*random+0.6*largest",
    "largest",
    "mixed:0.6*largest+0.4*influence",
    "influence",
    "alphabeta:depth=1",
    "alphabeta:depth=2",
    "alphabeta:depth=3,endgame=20000",
    "alphabeta:time=5s,endgame=100000",
];

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let level = settings.int("level").unwrap_or(1) as usize;
    settings.agent(LEVELS[level - 1])
}
