//! Matches and tournaments between agents: what was played, and what it proves.
//!
//! A [`Plan`] is what is to be played, as data; the [`Schedule`] lists its games; a [`Referee`] plays one; an
//! [`Arena`] plays them all on several threads and keeps them in a [`Store`]. A [`GameResult`] is one game, as a
//! line of `games.jsonl`.

mod arena;
mod plan;
mod referee;
mod result;
mod schedule;
pub mod store;

pub use arena::{Arena, ArenaError};
pub use plan::{Adjudication, Clock, Format, Limits, Openings, Plan, PlanError};
pub use referee::{Referee, Team};
pub use result::{End, GameResult, Turn};
pub use schedule::{Fixture, Schedule};
pub use store::{Store, StoreError};
