//! Agents that score every legal move and play the best.

mod alone;
mod choice;
mod corridors;
mod heuristic;
mod hybrid;
mod preferrer;
mod ranking;
mod room;
mod strategy;
mod sweep;
#[cfg(test)]
mod tests;
mod weighted_sum;

use cornerwise_core::Position;

use crate::agent::{Agent, Context};
use crate::decision::{Decision, Forfeit};
use crate::registry::AgentKind;
use strategy::plain;

pub(crate) const KINDS: &[AgentKind] = &[
    AgentKind {
        name: "random",
        summary: "every legal move with the same probability",
        parameters: &[],
        build: |_| Ok(Box::new(Random)),
        ..AgentKind::PLAIN
    },
    plain("largest", "a piece as large as can be", |_| strategy::agent("largest")),
    plain("corners", "the most corner cells after the move", |_| strategy::agent("corners")),
    plain("max-moves", "the most own moves next turn", |_| strategy::agent("max-moves")),
    plain("min-moves", "the fewest moves left to the opponents", |_| strategy::agent("min-moves")),
    plain("max-min", "many own moves, few of the opponents", |_| strategy::agent("max-min")),
    plain("influence-plus", "the most cells that the next piece might reach", |_| {
        strategy::agent("influence-plus")
    }),
    plain("influence", "many cells within own reach, few within the opponents'", |_| {
        strategy::agent("influence")
    }),
    plain("corridors", "through the diagonal gaps of an opponent, else a largest piece", |_| {
        strategy::agent("corridors")
    }),
    hybrid::KIND,
    preferrer::KIND,
    heuristic::KIND,
];

struct Random;

impl Agent for Random {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        Ok(Decision::of(position.sample_move(context.rng).expect("the game is not over")))
    }
}
