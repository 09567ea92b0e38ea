//! The priors of moves, learnt from what a search does.
//!
//! [`SelfPlay`] lets an agent play games against itself and keeps how often it tried each move, as lines of a
//! file ([`Plan`], [`SearchedGame`]). [`Dataset`] reads such files, and a [`Fit`] finds the weights of the log-linear
//! model of the engine whose probabilities are nearest to the shares of the visits. [`Figures`] say how near.

mod adam;
mod dataset;
mod figures;
mod fit;
mod gradient;
mod lesson;
mod model;
mod opening;
mod plan;
mod selfplay;

pub use dataset::{DataError, Dataset, Source};
pub use figures::{Figures, Tally};
pub use fit::{Fit, FitError, Fitted};
pub use gradient::Gradient;
pub use lesson::{Lesson, LessonError, SearchedGame};
pub use model::{Sight, Theta};
pub use plan::Plan;
pub use selfplay::{SelfPlay, SelfPlayError};
