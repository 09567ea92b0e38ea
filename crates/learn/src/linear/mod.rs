//! Fits of the linear model of the engine: the [`policy`] to the visits of searches, and the [`value`] to how games ended.
//!
//! Both have weights for every phase of the game, and hold games out for their metrics.

mod by_phase;
mod fit_result;
mod newton;
pub mod policy;
pub mod value;

pub use by_phase::ByPhase;
pub use fit_result::FitResult;
pub use newton::{Coefficients, Quadratic};
