//! Agents that score every legal move and play the best.

use cornerwise_core::Position;

use crate::agent::{Agent, Context};
use crate::decision::Decision;
use crate::registry::AgentKind;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "random",
    summary: "every legal move with the same probability",
    parameters: &[],
    build: |_| Ok(Box::new(Random)),
}];

struct Random;

impl Agent for Random {
    fn decide(&mut self, position: &Position, context: &mut Context<'_>) -> Decision {
        Decision::of(position.sample_move(context.rng).expect("the game is not over"))
    }
}
