//! Matches and tournaments between agents: what was played, and what it proves.
//!
//! A [`GameResult`] is one game, as a line of `games.jsonl`. [`EloEstimate`] compares two entrants,
//! [`Sprt`] decides when a match has an answer, [`Ratings`] put any number of entrants on one scale, and
//! [`Standings`] sum up who did how well. [`report`] writes all of it as a page.

mod comparison;
mod cross_table;
mod elo;
mod matrix;
mod movers;
mod rating;
pub mod report;
mod result;
mod rounds;
mod sequential;
mod sprt;
mod standings;
mod student;

pub use comparison::{Comparison, comparisons};
pub use cross_table::{CrossTable, Meeting, Tally};
pub use elo::{EloEstimate, elo, expected_score};
pub use movers::Movers;
pub use rating::{PRIOR, Rating, RatingError, Ratings};
pub use result::{End, GameResult, ResultError, Turn};
pub use rounds::{RoundScore, Rounds};
pub use sequential::SequentialTest;
pub use sprt::{Sprt, SprtError, SprtState, Verdict};
pub use standings::{Mean, Row, Standings};
