//! Protocols that Blokus programs speak with each other.
//!
//! [`protocol`] is the syntax of GTP, the Go Text Protocol in its Blokus dialect, which both sides share, and [`engine`] the side that
//! plays.

pub mod engine;
pub mod files;
pub mod lines;
pub mod protocol;
