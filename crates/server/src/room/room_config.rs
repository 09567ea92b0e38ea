//! What a room is made with.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::move_delay::MoveDelay;
use super::seat::{Occupant, clean_name};
use crate::limits::Limits;
use crate::position_spec::{PositionRequest, PositionSpec, Setup};
use crate::refusal::{Code, Refusal};
use crate::visitor::Visitor;

/// A clock for each player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// Seconds for all moves.
    #[schema(minimum = 1, maximum = 86400)]
    pub main: f64,
    /// Seconds that are added after every move.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub increment: f64,
}

impl ClockRule {
    pub(super) fn main_ms(self) -> u64 {
        (self.main * 1000.0) as u64
    }

    pub(super) fn increment_ms(self) -> u64 {
        (self.increment * 1000.0) as u64
    }

    fn check(self) -> Result<(), Refusal> {
        if (1.0..=86_400.0).contains(&self.main) && (0.0..=3600.0).contains(&self.increment) {
            return Ok(());
        }
        let text = "clock: main can be 1 to 86400 seconds, increment 0 to 3600";
        Err(Refusal::new(Code::Malformed, text))
    }
}

/// What is agreed on for a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RoomOptions {
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Whether players may talk.
    pub chat: bool,
    /// The clock of each player, if there is one.
    pub clock: Option<ClockRule>,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NewSeat {
    /// Whoever makes the room.
    Me {
        /// What to be called.
        #[serde(default)]
        name: Option<String>,
    },
    /// Whoever takes it.
    Open {},
    /// An agent.
    Agent {
        /// Its spec, such as `level:3`.
        #[schema(example = "level:3")]
        agent: String,
        /// The longest time for a move, in seconds.
        #[serde(default)]
        time: Option<f64>,
    },
}

/// What to post for a new room.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The name of a preset.
    #[schema(example = "duo")]
    pub variant: String,
    /// A seat for each player.
    pub seats: Vec<NewSeat>,
    /// Whether the seats are shuffled.
    #[serde(default)]
    pub random_seats: bool,
    /// A clock for each player.
    #[serde(default)]
    pub clock: Option<ClockRule>,
    /// The least time between two moves of agents in a row, in seconds.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10)]
    pub pace: Option<f64>,
    /// Whether players may ask for hints.
    #[serde(default = "yes")]
    pub hints: bool,
    /// Whether players may talk.
    #[serde(default)]
    pub chat: bool,
    /// What is set up before the moves.
    #[serde(default)]
    pub setup: Option<Setup>,
    /// Moves that the game goes on from.
    #[serde(default)]
    pub moves: Vec<String>,
}

fn yes() -> bool {
    true
}

/// What a room is made with, and what never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoomConfig {
    /// The room's name.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Who made it.
    pub maker: Visitor,
    /// Where the game begins.
    #[serde(rename = "place")]
    pub start: PositionSpec,
    /// What was agreed on.
    pub options: RoomOptions,
    /// The least time between two moves of agents in a row, if its maker chose one.
    #[serde(default, rename = "pace")]
    pub move_delay: Option<MoveDelay>,
    /// Who sat down first.
    pub seats: Vec<Occupant>,
    /// What chance in the game depends on.
    pub seed: u64,
}

impl RoomConfig {
    /// The config of a new room. Its agents are checked by `agent`.
    ///
    /// # Errors
    /// When a clock, a time or an agent is not allowed, or a move is ill written.
    pub fn new(
        new: NewRoom,
        id: String,
        maker: Visitor,
        created: u64,
        seed: u64,
        limits: &Limits,
        agent: impl Fn(&str) -> Result<(), Refusal>,
    ) -> Result<RoomConfig, Refusal> {
        if new.seats.len() > cornerwise_core::Colour::MAX {
            return Err(Refusal::new(
                Code::Malformed,
                format!("{} seats are too many", new.seats.len()),
            ));
        }
        if let Some(clock) = new.clock {
            clock.check()?;
        }
        let move_delay = new.pace.map(MoveDelay::of_seconds).transpose()?;
        let mut seats = Vec::new();
        for (at, seat) in new.seats.into_iter().enumerate() {
            seats.push(match seat {
                NewSeat::Open {} => Occupant::Open,
                NewSeat::Me { name } => {
                    Occupant::Person { visitor: maker, name: clean_name(name.as_deref(), at)? }
                }
                NewSeat::Agent { agent: spec, time } => {
                    agent(&spec)?;
                    Occupant::Agent { time: check_time(time, limits)?, spec }
                }
            });
        }
        if new.random_seats {
            shuffle(&mut seats, seed);
        }
        let start =
            PositionRequest { variant: new.variant, setup: new.setup, moves: new.moves }.read()?;
        let options = RoomOptions { hints: new.hints, chat: new.chat, clock: new.clock };
        Ok(RoomConfig { id, created, maker, start, options, move_delay, seats, seed })
    }
}

/// Checks the time for a move of an agent.
pub(super) fn check_time(time: Option<f64>, limits: &Limits) -> Result<Option<f64>, Refusal> {
    let most = limits.thinking.as_secs_f64();
    match time {
        Some(seconds) if !(0.01..=most).contains(&seconds) => {
            let text = format!("time is {seconds}; it can be 0.01 to {most} seconds");
            Err(Refusal::new(Code::Malformed, text))
        }
        _ => Ok(time),
    }
}

/// Puts the seats in an order that depends on the seed.
fn shuffle(seats: &mut [Occupant], seed: u64) {
    let mut rest = seed;
    for last in (1..seats.len()).rev() {
        let count = last as u64 + 1;
        seats.swap(last, (rest % count) as usize);
        rest /= count;
    }
}
