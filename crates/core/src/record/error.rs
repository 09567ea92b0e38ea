//! What can be wrong with a record.

use std::fmt;

use super::sgf::SyntaxError;
use crate::legality::PlayError;
use crate::moves::Move;
use crate::notation::{ParseMoveError, Ply};
use crate::variant::{Colour, VariantError};

/// Why a text gives no records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is not SGF.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// It is SGF, but no Blokus game.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A node of a record and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line of the text in which the node begins, if it was read from one.
    pub line: Option<usize>,
    /// The node in the order of writing; the root is node 0.
    pub node: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "node {}: {}", self.node, self.problem)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.problem.source()
    }
}

/// What is wrong with a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The root does not say which game it is.
    #[error("the property GM with the name of the game is missing")]
    NoGame,
    /// It is no game of ours.
    #[error(
        "unknown game \"{0}\"; GM can be Blokus Duo, Blokus, Blokus Two-Player, \
         Blokus Three-Player, Blokus Custom, or Blokus and a variant's name"
    )]
    UnknownGame(String),
    /// A game with rules of its own does not tell them.
    #[error("the game is Blokus Custom, but the property VARIANT with its rules is missing")]
    NoVariant,
    /// The rules of the game contradict each other, or cannot be written.
    #[error("VARIANT: {0}")]
    Variant(VariantError),
    /// A property names a colour that does not play.
    #[error("{0} names no colour of this game")]
    NoSuchColour(String),
    /// A node has more than one move.
    #[error("{0} is a second move in one node")]
    SecondMove(String),
    /// A move or a piece to set up is ill written.
    #[error("{property}: {error}")]
    Notation {
        /// The property.
        property: String,
        /// What is wrong with its value.
        error: ParseMoveError,
    },
    /// A piece to be removed is not there.
    #[error("AE: no piece covers exactly {0}")]
    NothingToRemove(Move),
    /// A piece cannot be set up.
    #[error("set-up: {0}")]
    SetUp(PlayError),
    /// A move or pass breaks a rule.
    #[error("colour {colour}, {ply}: {error}")]
    Play {
        /// Whose move it is.
        colour: Colour,
        /// What it does.
        ply: Ply,
        /// The rule.
        error: PlayError,
    },
    /// A bare list of moves cannot tell a position that was set up.
    #[error("the position is set up, which a list of moves cannot tell")]
    HasSetUp,
    /// A property that the record itself keeps, or no property at all.
    #[error("\"{0}\" cannot be set by hand")]
    Reserved(String),
}
