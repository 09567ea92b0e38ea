//! Networks: policy and value of a position from one pass through a network of `cornerwise-net`.
//!
//! A [`NetworkModel`] is a network with what `mcts` needs to know of it. Its evaluators remember what they said of the latest positions,
//! so that the value of a leaf and, a few visits later, the policy over its moves cost one pass together.

mod cache;
mod evaluator;
mod model;
mod shipped;

pub use model::NetworkModel;
pub(crate) use shipped::shipped;
