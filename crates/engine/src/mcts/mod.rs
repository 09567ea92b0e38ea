//! The strongest player without a network: Monte Carlo tree search with knowledge.
//!
//! A simulation walks down the tree ([`walk`]), where moves are judged by their results, by results of
//! games in which they were played later, and by what they look like ([`knowledge`]); plays the game to its
//! end with moves that answer the last ones ([`playout`]); and adds what the end is worth to every player
//! ([`worth`]) to the nodes on its way. The tree ([`tree`]) has a fixed memory, lives from move to move, and is shared
//! by threads without locks.

mod agent;
mod decision;
mod expansion;
#[cfg(all(test, loom))]
mod model;
mod node;
mod options;
mod pace;
mod parameters;
mod playout;
mod proof;
mod replies;
mod schedule;
mod search;
mod seen;
mod standing;
mod symmetry;
mod sync;
#[cfg(all(test, not(loom)))]
mod tests;
mod times;
mod totals;
mod tree;
mod walk;
mod worth;

pub(crate) use parameters::KINDS;
pub use parameters::mcts_with_model;
