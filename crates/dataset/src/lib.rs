//! What matches, tuning and learning share to keep games in files and to play them.
//!
//! A [`Journal`](journal::Journal) is a file of JSON lines that grows and outlives a killed process; [`pool`] lets several threads take
//! jobs in order.

mod error;
pub mod journal;
pub mod pool;

pub use error::{FileError, damaged, io_error};
