//! Agents that look ahead to a horizon: plain minimax, and alpha-beta with all its helpers.
//!
//! Two searches share their parts. [`maxn`] looks at every move of every player, each of whom wants the
//! most for itself; with two sides this is minimax. [`negamax`] knows one player against all others and
//! cuts off what cannot matter.

mod cache;
mod choice;
mod effort;
mod frontier;
mod history;
mod judge;
mod maxn;
mod minimax;
mod negamax;
mod order;
mod pruning;
mod record;
mod table;
mod variation;

#[cfg(test)]
mod tests;

use crate::registry::AgentKind;

pub(crate) const KINDS: &[AgentKind] = &[minimax::KIND, pruning::KIND];
