//! Rooms to play and analyse Blokus in, over HTTP and `WebSocket`s.
//!
//! A [`room::Room`] is a game with seats, as a value: what it was made with and what has happened. A [`app_state::AppState`]
//! has the rooms that are awake, the [`store::Store`] on whose disk everything is before it is answered, and the
//! [`pool::Pool`]s of threads in which agents think. [`api`](crate::Server) and sockets only read, check and tell. The rules are those of
//! `cornerwise-core`, the agents those of `cornerwise-engine`.

mod agents;
mod analysis;
mod api;
pub mod app_state;
mod clock;
mod connections;
mod files;
mod limits;
mod page;
pub mod pool;
pub mod position_spec;
mod rate;
pub mod refusal;
pub mod response;
pub mod room;
mod server;
mod shares;
mod socket;
pub mod store;
pub mod visitor;
mod why;
mod written_move;

pub use agents::half_of_machine;
pub use api::Hosts;
pub use limits::Limits;
pub use server::{Server, ServerError, Settings, serve};
pub use socket::{Envelope, Unread};
pub use why::{Rule, Why};
pub use written_move::WrittenMove;

pub(crate) use api::wrong_method as api_wrong_method;
