//! The priors of moves, learnt from what a search does: a [`Fit`] finds the weights of the log-linear model of the
//! engine whose probabilities are nearest to the shares of the visits. A [`Tally`] says how near.

mod adam;
mod fit;
mod gradient;
mod model;
mod second_look;
mod tally;

pub use fit::{Fit, FittedPriors, Stage};
pub use gradient::Gradient;
pub use model::{Sight, Theta};
pub use tally::Tally;
