//! The prospects of positions, learnt from how games ended: a [`Fit`] finds the weights of the engine's models of who
//! wins and with which score. A [`Tally`] says how near they are.

mod fit;
mod guess;
mod miss;
mod tally;

pub use fit::{Fit, FittedProspects};
pub use tally::Tally;
