//! Policy-and-value networks, learnt from files of searched games.
//!
//! [`Settings`] are everything that decides the result. [`Training`] is a run in a directory: it begins there or goes on, and
//! ends with a network for play. The result depends on settings and games alone, and on no number of threads.

mod baseline;
mod metrics;
mod progress;
mod settings;
mod steps;
mod training;

pub use metrics::{Report, Scores};
pub use progress::Progress;
pub use settings::{NetworkSettings, Settings};
pub use training::{End, Training};
