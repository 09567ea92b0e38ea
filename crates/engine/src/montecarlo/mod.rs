//! Agents that judge moves by playing games to the end: flat Monte Carlo and trees of it.
//!
//! One search serves them all: select → expand → simulate → back up ([`search`]), over an arena of nodes
//! ([`tree`]). `mc` is the search whose tree ends below the root; `uct` and `uct-enhanced` differ in
//! defaults only. Every simulation gives every player a reward, and a node adds up the rewards of the player
//! who moves there, so that two players are no special case.

mod agent;
mod choice;
mod heuristic;
mod limits;
mod options;
mod parallel;
mod playout;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use limits::Limits;
pub(crate) use tables::KINDS;
