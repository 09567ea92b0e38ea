//! Games of agents against themselves, and learning from them.
//!
//! [`SelfPlay`] lets an agent play games against itself and keeps them with what it searched, as a file of [`cornerwise_dataset`] ([`Plan`]); a [`Dataset`] is
//! read from such files. [`linear`] fits the policy and the value of the engine's linear model to them,
//! and [`policy_value`] trains networks.

mod adamw;
mod dataset;
mod error;
mod game_sample;
pub mod linear;
pub mod network;
mod opening;
mod plain_number;
mod plan;
pub mod policy_value;
pub mod run;
mod selfplay;
mod split;

pub use adamw::{AdamW, AdamWSettings};
pub use dataset::{DataError, Dataset, Source};
pub use error::FitError;
pub use game_sample::{GameSample, Visits};
pub use plan::{Plan, random_plies};
pub use selfplay::{SelfPlay, SelfPlayError};
