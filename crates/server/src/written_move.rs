//! A move as somebody wrote it, which is read when the message is.

use cornerwise_core::{Move, ParseMoveError};
use serde::Deserialize;

/// What a written move says, or why it says nothing.
///
/// A text that is no move breaks a rule of the game. It is answered as such, where the rules are, and not as a message
/// that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct WrittenMove(Result<Move, ParseMoveError>);

impl WrittenMove {
    /// The move.
    ///
    /// # Errors
    /// Says why the text is none.
    pub fn read(&self) -> Result<Move, &ParseMoveError> {
        self.0.as_ref().copied()
    }
}

impl From<String> for WrittenMove {
    fn from(text: String) -> WrittenMove {
        WrittenMove(text.parse())
    }
}

impl From<Move> for WrittenMove {
    fn from(mv: Move) -> WrittenMove {
        WrittenMove(Ok(mv))
    }
}
