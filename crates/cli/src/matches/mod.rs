//! What the commands that play matches share.

mod conditions;
mod session;
mod tables;

pub use conditions::{Conditions, concurrency};
pub use session::{Session, Watcher};
pub use tables::{cross_table, standings_table, steps_table};
