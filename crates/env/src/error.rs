//! What can be wrong with options and actions.

use cornerwise_core::{Move, PlayError};
use cornerwise_engine::SpecError;
use cornerwise_net::ActionError;

/// Why there is no such environment, or no such step.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EnvError {
    /// A word that is not among those allowed.
    #[error("unknown {what} \"{word}\"; there are {allowed}")]
    Word {
        /// What the word stands for.
        what: &'static str,
        /// The word.
        word: String,
        /// All words that are allowed.
        allowed: String,
    },
    /// An opponent's spec names no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There are neither no opponents, nor one for all other seats, nor one for each.
    #[error("{found} opponents for {players} players; there can be none, 1 or {}", players - 1)]
    Opponents {
        /// How many were named.
        found: usize,
        /// How many players the variant has.
        players: usize,
    },
    /// The learner's seat is not one of the variant's.
    #[error("seat {seat} of {players}; seats count from 0")]
    Seat {
        /// The seat.
        seat: usize,
        /// How many players the variant has.
        players: usize,
    },
    /// A number is out of its bounds.
    #[error("{what} is {value}; it can be {allowed}")]
    Number {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A step after the end.
    #[error("the game is over; reset it first")]
    Over,
    /// There is no such action.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// The action is a placement that the rules forbid.
    #[error("action {action}, {mv}: {error}")]
    Illegal {
        /// The action.
        action: i64,
        /// The placement.
        mv: Move,
        /// The rule.
        error: PlayError,
    },
    /// An action is negative.
    #[error("there is no action {0}; actions count from 0")]
    Negative(i64),
    /// An array has not the size that it must have.
    #[error("{what} has {found} elements; it must have {expected}")]
    Length {
        /// The array.
        what: &'static str,
        /// How many elements it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// There are no games in a batch.
    #[error("a batch has 1 or more games")]
    NoGames,
    /// The system has no more threads.
    #[error("cannot start {count} threads: {reason}")]
    Threads {
        /// How many were wanted.
        count: usize,
        /// What the system says.
        reason: String,
    },
    /// A saved game cannot be restored.
    #[error("the saved game does not belong to this environment: {0}")]
    Saved(String),
}
