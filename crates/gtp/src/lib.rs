//! Protocols that Blokus programs speak with each other.
//!
//! [`protocol`] is the syntax of GTP, the Go Text Protocol in its Blokus dialect, which both sides share.
//! [`controller`] makes agents of programs that speak it.

pub mod controller;
pub mod protocol;
