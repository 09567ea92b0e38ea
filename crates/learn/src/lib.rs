//! Games of agents against themselves, and learning from them.
//!
//! [`SelfPlay`] lets an agent play games against itself and keeps them with what it searched, as a file of [`cornerwise_dataset`] ([`Plan`]); a [`Dataset`] is
//! read from such files. Two models of the engine are fitted to them:
//! [`priors`], the probabilities of moves before a search, and [`prospects`], who wins and with which score.

mod course;
mod dataset;
mod error;
mod fitted;
mod lesson;
mod newton;
mod opening;
mod plan;
pub mod priors;
pub mod prospects;
mod selfplay;

pub use dataset::{DataError, Dataset, Source};
pub use error::FitError;
pub use fitted::{ByPhase, Fitted};
pub use lesson::{Lesson, Visits};
pub use newton::{Coefficients, Quadratic};
pub use plan::{Plan, random_plies};
pub use selfplay::{SelfPlay, SelfPlayError};
