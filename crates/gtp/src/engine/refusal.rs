//! Why a command is not done.

use cornerwise_core::record::{Problem, ReadError, RecordError};
use cornerwise_core::{ParseMoveError, PlayError};
use cornerwise_engine::{Forfeit, SpecError};

/// What is wrong with a command; the text is the response.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such command.
    #[error("unknown command ({0})")]
    UnknownCommand(String),
    /// There are too many words or too few.
    #[error("usage: {0}")]
    Usage(String),
    /// A word is not what it should be.
    #[error("invalid argument \"{word}\": not {expected}")]
    Argument {
        /// The word.
        word: String,
        /// What it should be.
        expected: String,
    },
    /// A move is ill written.
    #[error("invalid move: {0}")]
    InvalidMove(#[from] ParseMoveError),
    /// A rule forbids a move.
    #[error("illegal move: {0}")]
    IllegalMove(#[from] PlayError),
    /// There is no move to take back.
    #[error("cannot undo: there is no move")]
    NothingToUndo,
    /// A file cannot be read or written.
    #[error("cannot {action} {path}: {error}")]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: String,
        /// Why it failed.
        error: std::io::Error,
    },
    /// A file is no game.
    #[error("{path}: {error}")]
    NoGame {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: ReadError,
    },
    /// The game cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Problem),
    /// A spec names no agent, or a parameter is not its.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The agent has no move.
    #[error("the agent failed: {0}")]
    Forfeit(#[from] Forfeit),
    /// Nobody has thought of a move yet, or had no opinion of it.
    #[error("no decision with {0} yet")]
    NoDecision(&'static str),
    /// There is nothing to analyse.
    #[error("{0} has no move")]
    NoMove(&'static str),
}

impl Refusal {
    /// A word that is not what it should be.
    pub(super) fn argument(word: &str, expected: impl Into<String>) -> Refusal {
        Refusal::Argument { word: cornerwise_core::excerpt(word), expected: expected.into() }
    }

    /// A record that does not follow the rules.
    pub(super) fn of_record(path: &str, error: RecordError) -> Refusal {
        Refusal::NoGame { path: path.to_owned(), error: error.into() }
    }
}
