//! Strengths for people: each level is a spec, a good deal stronger than the one below.
//!
//! Lower levels search less and choose more freely among the moves that the search thinks well of, so that they play
//! weakly rather than absurdly. `cornerwise tournament --ladder` measures the steps.

use crate::agent::Agent;
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "level",
    summary: "a strength for people: novice, or 1 to 9",
    parameters: &[Parameter {
        name: "level",
        kind: ParameterKind::Preset(&LEVELS),
        default: "3",
        meaning: "the strength",
    }],
    build,
    ..AgentKind::PLAIN
}];

/// What the levels are called, the weakest first, and the agents behind them. Trees have room for all that a search and
/// what it keeps of the search before can grow, and no more: a server counts the memory of its agents.
const LEVELS: [(&str, &str); 10] = [
    ("novice", "relaxed:of=(mcts:sims=1,look=0,tree-mib=1),temperature=6,least=0.001"),
    ("1", "relaxed:of=(mcts:sims=1,look=0,tree-mib=1),temperature=2.2,least=0.01"),
    ("2", "relaxed:of=(mcts:sims=1,look=0,tree-mib=1),temperature=1.2,least=0.04"),
    ("3", "relaxed:of=(mcts:sims=1,look=0,tree-mib=1),temperature=0.6,least=0.1"),
    ("4", "relaxed:of=(mcts:sims=32,tree-mib=4),temperature=0.5,least=0.1,early=2"),
    ("5", "relaxed:of=(mcts:sims=120,tree-mib=8),temperature=0.4,least=0.2,early=2"),
    ("6", "relaxed:of=(mcts:sims=500,tree-mib=32),temperature=0.3,least=0.2,early=2,book=yes"),
    ("7", "relaxed:of=(mcts:sims=2000,tree-mib=128),temperature=0.2,least=0.3,early=2,book=yes"),
    ("8", "relaxed:of=(mcts:sims=20000),temperature=0,early=1,book=yes"),
    ("9", "relaxed:of=(mcts:time=5s),temperature=0,early=1,book=yes"),
];

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let level = settings.word("level");
    let (_, spec) = LEVELS.iter().find(|(name, _)| *name == level).expect("the choices are these");
    settings.agent(spec)
}
