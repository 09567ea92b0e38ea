//! What people want to do in a room.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::written_move::WrittenMove;

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Strength(u8);

impl Strength {
    /// The piece, and where it goes roughly.
    pub const AREA: Strength = Strength(2);
    /// The move.
    pub const MOVE: Strength = Strength(3);
}

impl TryFrom<u8> for Strength {
    type Error = String;

    fn try_from(number: u8) -> Result<Strength, String> {
        if (1..=3).contains(&number) {
            Ok(Strength(number))
        } else {
            Err(format!("the strength {number} is not 1, 2 or 3"))
        }
    }
}

impl From<Strength> for u8 {
    fn from(strength: Strength) -> u8 {
        strength.0
    }
}

/// What somebody wants. Seats are the numbers of players, from 1; `number` is how many moves the game has.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// To place a piece.
    Move {
        /// How many moves the game has before it.
        number: usize,
        /// Its cells.
        #[serde(rename = "move")]
        #[schema(value_type = String, example = "f9,e10,f10,g10,f11")]
        mv: WrittenMove,
    },
    /// To take an open seat.
    Sit {
        /// Which.
        seat: usize,
        /// What to be called.
        #[serde(default)]
        name: Option<String>,
    },
    /// To open one's seat.
    Leave {
        /// Which.
        seat: usize,
    },
    /// To be called otherwise.
    Rename {
        /// On which seat.
        seat: usize,
        /// The name.
        name: String,
    },
    /// To put an agent on a seat.
    Agent {
        /// Which.
        seat: usize,
        /// The agent's spec.
        #[schema(example = "level:2")]
        agent: String,
        /// The longest time for a move, in seconds.
        #[serde(default)]
        time: Option<f64>,
    },
    /// To go back to one's last turn.
    Undo {
        /// How many moves the game has.
        number: usize,
    },
    /// To answer somebody's wish to take back.
    Answer {
        /// How many moves the game has.
        number: usize,
        /// Whether to agree.
        agree: bool,
    },
    /// To play moves again that were taken back.
    Redo {
        /// How many moves the game has.
        number: usize,
    },
    /// To give up.
    Resign {
        /// For which seat.
        seat: usize,
    },
    /// To make the agent that thinks play what it knows so far.
    MoveNow {
        /// How many moves the game has.
        number: usize,
    },
    /// To make agents wait.
    Stop {
        /// How many moves the game has; whenever agents are to move, if it is not said.
        #[serde(default)]
        number: Option<usize>,
    },
    /// To let them go on.
    Go {},
    /// To let the agent whose turn it is play one move, and make the others wait.
    Step {},
    /// To set the least time between two moves of agents in a row.
    Pace {
        /// In seconds.
        #[schema(minimum = 0, maximum = 10)]
        pace: f64,
    },
    /// To be told what to play.
    Hint {
        /// How many moves the game has.
        number: usize,
        /// 1 for the piece, 2 for piece and area, 3 for the move.
        #[schema(value_type = u8, minimum = 1, maximum = 3)]
        strength: Strength,
    },
    /// To know why a placement is not legal.
    Why {
        /// Its cells.
        #[serde(rename = "move")]
        #[schema(value_type = String, example = "a1,b1")]
        mv: WrittenMove,
    },
    /// To play again.
    Rematch {},
    /// To have the room no longer in one's list of rooms.
    Forget {},
    /// To say something.
    Chat {
        /// What.
        text: String,
    },
    /// Nothing.
    Ping {},
}
