//! Protocols that Blokus programs speak with each other.
//!
//! [`protocol`] is the syntax of GTP, the Go Text Protocol in its Blokus dialect, which both sides share. [`engine`] is
//! the side that plays, and [`controller`] makes agents of programs that speak it. [`analysis`] answers requests in JSON,
//! many at a time. [`contest`] is the protocol of design contests, for players and hosts.

pub mod analysis;
pub mod contest;
pub mod controller;
pub mod engine;
pub mod lines;
pub mod protocol;
