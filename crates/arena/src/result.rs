//! What is kept of a game that was played.

use cornerwise_core::Move;
use serde::{Deserialize, Serialize};

/// One game of a match or tournament: a line of `games.jsonl`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct GameResult {
    /// Its number in the schedule, from 0.
    pub game: u64,
    /// Games with the same opening and the same entrants in all seatings belong to one round: a pair, with
    /// two players.
    pub round: u64,
    /// By player: which entrant sits there. An entrant may sit in several seats, as one against three.
    pub seats: Vec<usize>,
    /// What chance in the game depends on.
    pub seed: u32,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves from the start, forced passes left out.
    pub moves: Vec<Move>,
    /// By player; 1 is best, ties share.
    pub ranks: Vec<usize>,
    /// By player.
    pub scores: Vec<i32>,
    /// Squares that were not placed, by player.
    pub remaining: Vec<u32>,
    /// How the game ended.
    pub end: End,
    /// One for each move after the opening.
    pub turns: Vec<MoveStats>,
}

/// How a game ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum End {
    /// Nobody could move any more.
    Played,
    /// A player did something that loses the game: an illegal move, no answer in time, a crash.
    Forfeit {
        /// Whose fault it was, from 0.
        player: usize,
        /// What happened, in one line.
        reason: String,
    },
    /// The referee ended it, since its result was clear.
    Adjudicated,
}

/// What a move cost and what its player thought of the game.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub struct MoveStats {
    /// How long the player thought, in milliseconds.
    pub millis: f64,
    /// The mover's own estimate of its expected share of the win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// What is wrong with a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultError {
    /// A list does not have one entry for each player.
    #[error("{list} has {found} entries for {players} players")]
    Length {
        /// The field.
        list: &'static str,
        /// How many entries it has.
        found: usize,
        /// How many players there are.
        players: usize,
    },
    /// Somebody sits there who does not take part.
    #[error("seats names entrant {entrant}, but there are {entrants}")]
    Entrant {
        /// The entrant's number, from 0.
        entrant: usize,
        /// How many entrants there are.
        entrants: usize,
    },
    /// Somebody forfeits who does not play.
    #[error("end names player {player}, but there are {players}")]
    Player {
        /// The player's number, from 0.
        player: usize,
        /// How many players there are.
        players: usize,
    },
}

impl GameResult {
    /// Whether the result fits a contest of this many entrants. Statistics and reports take checked
    /// results only.
    ///
    /// # Errors
    /// Names the field that does not fit.
    pub fn check(&self, entrants: usize) -> Result<(), ResultError> {
        let players = self.seats.len();
        let lengths = [
            ("ranks", self.ranks.len()),
            ("scores", self.scores.len()),
            ("remaining", self.remaining.len()),
        ];
        for (list, found) in lengths {
            if found != players {
                return Err(ResultError::Length { list, found, players });
            }
        }
        if let Some(&entrant) = self.seats.iter().find(|&&entrant| entrant >= entrants) {
            return Err(ResultError::Entrant { entrant, entrants });
        }
        match self.end {
            End::Forfeit { player, .. } if player >= players => {
                Err(ResultError::Player { player, players })
            }
            _ => Ok(()),
        }
    }
}
