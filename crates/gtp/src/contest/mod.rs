//! The protocol of the Blokus Duo design contests of ICFPT and HEART: short ASCII messages over a serial line
//! or a socket.
//!
//! [`notation`] has the moves, [`message`] the messages. A [`Player`] answers the messages of a host; a
//! [`Referee`] is the host, and lets two [`Contestant`]s play by the rules.

mod board;
mod contestant;
pub mod message;
pub mod notation;
mod player;
mod referee;

pub use board::{Board, Start};
pub use contestant::{Contestant, Fault, LocalContestant, Remote};
pub use player::{Player, PlayerError, Reply};
pub use referee::{End, Referee, Report};
