//! What can go wrong with another program.

use std::io;
use std::time::Duration;

use cornerwise_core::{Move, ParseMoveError, PlayError};

/// Why a program has no move. Texts of the program are made one short line by [`one_line`].
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("does not start: {0}")]
    Start(io::Error),
    #[error("died ({how}){said}")]
    Died {
        how: String,
        /// The end of what it wrote to stderr, after a colon; empty when there is nothing.
        said: String,
    },
    #[error("no answer to {command} within {limit:?}")]
    Silent { command: String, limit: Duration },
    #[error("its answer to {0} has no end")]
    Flood(String),
    #[error("answered \"{line}\" to {command}: not a response")]
    Garbage { command: String, line: String },
    #[error("answered {command}, command {id}, as command {answered}")]
    WrongId { command: String, id: u64, answered: u64 },
    #[error("refuses {command}: {message}")]
    Refused { command: String, message: String },
    #[error("answered \"{answer}\" to {command}: {error}")]
    NotAMove { command: String, answer: String, error: ParseMoveError },
    #[error("illegal move {mv}: {error}")]
    Illegal { mv: Move, error: PlayError },
    #[error("passes though it has moves")]
    Passes,
    #[error("cannot be told of variant {0}, which is no preset")]
    CustomVariant(String),
    #[error("cannot be told of a position that moves do not lead to")]
    SetUp,
    #[error("interrupted")]
    Interrupted,
    #[error("resigns")]
    Resigned,
}

/// The beginning of a text in one line without control characters.
pub fn one_line(text: &str) -> String {
    const LONGEST: usize = 160;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    let mut chars = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let start: String = chars.by_ref().take(LONGEST).collect();
    if chars.next().is_some() { start + "…" } else { start }
}
