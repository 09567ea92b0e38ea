//! The strongest player: Monte Carlo tree search (PUCT) with any [evaluator](crate::evaluator).
//!
//! A search is many iterations ([`iteration`]): select a path down the tree, expand its leaf, evaluate it, back up the
//! rewards. A network may guide it from a node's k-th
//! visit on ([`models`]). The parts: the [`tree`] with its statistics, priors of children ([`policy`]), moves before the evaluation ([`playout`]),
//! rewards ([`value`]) and [`time`] management. The tree has a fixed memory, lives from move to move, and is shared by threads
//! without locks.

mod agent;
mod decision;
mod iteration;
mod models;
mod options;
mod parameters;
mod playout;
mod policy;
mod search;
#[cfg(all(test, not(loom)))]
mod tests;
mod time;
mod tree;
mod value;

pub(crate) use parameters::KINDS;
pub use parameters::mcts_with_model;
