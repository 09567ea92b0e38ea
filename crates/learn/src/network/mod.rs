//! Residual networks that learn, in plain Rust.
//!
//! [`Layout`] has the numbers of all tensors in one row, [`Network`] computes losses and their gradient.
//! A position is computed at a time, so that all its activations stay in the cache; that is what makes this several times as fast
//! as a framework that takes a whole batch through one layer after the other.

mod gradient;
mod kernel;
mod layout;
mod loss;
mod packing;
mod policy_head;
#[cfg(test)]
mod tests;
mod trunk;
mod value_head;

pub(crate) use gradient::cross_entropy;
pub use gradient::{Network, Workspace};
pub use layout::Layout;
pub(crate) use loss::places;
pub use loss::{LossWeights, Losses};
