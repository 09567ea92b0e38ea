//! Protocols that Blokus programs speak with each other.
//!
//! [`protocol`] is the syntax of GTP, the Go Text Protocol in its Blokus dialect, which both sides share. [`engine`] is
//! the side that plays, and [`controller`] makes agents of programs that speak it. [`analysis`] answers requests in JSON,
//! many at a time. [`contest`] is the protocol of design contests, for players and hosts.
//!
//! ```
//! use cornerwise_engine::Registry;
//! use cornerwise_gtp::protocol::Command;
//! let command = Command::read("7 genmove b").unwrap();
//! assert_eq!((command.id, command.name.as_str()), (Some(7), "genmove"));
//! // A program that speaks GTP is an agent like any other.
//! let registry = Registry::default().with(cornerwise_gtp::controller::KINDS);
//! assert!(registry.check("gtp:\"pentobi-gtp --nobook --level 3\"").is_ok());
//! ```

pub mod analysis;
pub mod contest;
pub mod controller;
pub mod engine;
pub mod lines;
pub mod protocol;
