//! Matches and tournaments between agents: what was played, and what it proves.
//!
//! A [`GameResult`] is one game, as a line of `games.jsonl`.

mod result;

pub use result::{End, GameResult, Turn};
