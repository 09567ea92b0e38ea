//! The policy, learnt from what a search does: a [`Fit`] finds the weights whose probabilities of moves are nearest to the
//! shares of the visits. [`Metrics`] say how near.

mod adam;
mod afterstate;
mod fit;
mod gradient;
mod metrics;
mod prediction;
mod weights;

pub use fit::{Fit, PolicyFit, Stage};
pub use gradient::Gradient;
pub use metrics::Metrics;
pub use prediction::Prediction;
pub use weights::TrainedWeights;
