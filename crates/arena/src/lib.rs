//! Matches and tournaments between agents: what was played, and what it proves.
//!
//! A [`Plan`] is what is to be played, as data; the [`Schedule`] lists its games; a [`Referee`] plays one; an
//! [`Arena`] plays them all on several threads and keeps them in a [`Store`]. A [`GameResult`] is one game, as a
//! line of `games.jsonl`.
//!
//! [`EloEstimate`] compares two entrants, [`Sprt`] decides when a match has an answer, [`Ratings`] put any number
//! of entrants on one scale, and [`Standings`] sum up who did how well. [`report`] writes all of it
//! as a page.
//!
//! An [`OpeningSearch`] finds openings after which nobody is ahead, and [`balanced`] has sets of them. An
//! [`Experiment`] is the matches behind a published table, with what was published. [`tuning`] finds better values of an
//! agent's parameters. All of them are kept in journals and played by the pool of threads of [`cornerwise_dataset`].
//!
//! ```
//! use std::ops::ControlFlow;
//! use cornerwise_arena::{Arena, EloEstimate, Plan, Rounds};
//! use cornerwise_engine::{Registry, Stop};
//! let agents = ["largest".to_owned(), "random".to_owned()];
//! let plan = Plan::of_match(&"7x7".parse().unwrap(), &agents, 40).unwrap();
//! let mut arena = Arena::new(plan, &Registry::default(), None).unwrap();
//! arena.run(1, &Stop::default(), |_, _| ControlFlow::Continue(())).unwrap();
//! let rounds = Rounds::between(arena.results(), 0, 1);
//! assert!(rounds.score().unwrap() > 0.7);
//! assert!(EloEstimate::of(&rounds).is_some());
//! ```

mod arena;
mod chi_square;
mod comparison;
pub mod complexity;
mod cross_table;
mod elo;
mod experiment;
mod interval;
mod matrix;
mod movers;
mod openings;
mod plan;
mod rating;
mod referee;
pub mod report;
mod result;
mod rounds;
mod schedule;
mod sequential;
mod sprt;
mod standings;
pub mod store;
mod student;
pub mod tuning;

pub use arena::{Arena, ArenaError};
pub use chi_square::ChiSquare;
pub use comparison::{Comparison, comparisons};
pub use cross_table::{CrossTable, Meeting, WinDrawLoss};
pub use elo::{EloEstimate, elo, expected_score};
pub use experiment::{
    By, Experiment, ExperimentError, Figure, Finding, Match, Scale, findings,
    stored as stored_experiments,
};
pub use interval::{Estimate, Share};
pub use movers::Movers;
pub use openings::{Found, Opening, OpeningError, OpeningSearch, balanced};
pub use plan::{Adjudication, Clock, Format, Limits, Openings, Plan, PlanError};
pub use rating::{PRIOR, Rating, RatingError, Ratings};
pub use referee::{Referee, Team};
pub use result::{End, GameResult, MoveStats, ResultError};
pub use rounds::{RoundScore, Rounds};
pub use schedule::{Fixture, Schedule};
pub use sequential::SequentialTest;
pub use sprt::{Sprt, SprtError, SprtState, Verdict};
pub use standings::{Mean, Row, Standings};
pub use store::{Store, StoreError};
