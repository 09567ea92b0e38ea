//! The value of positions, learnt from how games ended: a [`Fit`] finds the weights of the engine's models of who wins and
//! with which score. [`Metrics`] say how near they are.

mod baseline;
mod fit;
mod loss;
mod metrics;

pub use fit::{Fit, ValueFit};
pub use metrics::Metrics;
