//! A room: a game with seats, as a value without files, sockets or threads.
//!
//! What somebody wants is an [`Action`]. [`Room::decide`] says whether it may be, and answers the [`Event`]s that it
//! makes; [`Room::apply`] makes them happen. A room is what its [`RoomConfig`] and all its events say, so that whoever
//! has these on disk has the room.

mod action;
mod decide;
mod event;
mod history;
mod move_delay;
mod response;
mod room_config;
mod seat;
mod takeback;

pub use action::{Action, Strength};
pub use decide::{Effect, Verdict};
pub use event::{Event, Said};
pub use history::{MoveHistory, Played};
pub use move_delay::MoveDelay;
pub use response::{
    Phase, PlayedMove, Presence, RoomState, RoomSummary, Running, SeatKind, SeatState, SeatSummary,
    Thinking, UndoWish, You,
};
pub use room_config::{ClockRule, NewRoom, NewSeat, RoomConfig, RoomOptions};
pub use seat::{Occupant, Seat};
pub use takeback::Wish;

use std::collections::VecDeque;

use cornerwise_core::{Player, Ply, Position};

use crate::position_spec::{PositionSpec, TablesCache};
use crate::refusal::{Code, Refusal};
use crate::visitor::Visitor;

/// How many chat messages are kept.
const MOST_SAID: usize = 100;
/// Who plays on for somebody who has left a game of more than two.
const STAND_IN: &str = "level:1";

/// A game with seats.
pub struct Room {
    config: RoomConfig,
    /// How many events there have been.
    version: u64,
    history: MoveHistory,
    seats: Vec<Seat>,
    /// Whether all seats have been taken once. From then on clocks run, whoever stands up.
    started: bool,
    /// Whether agents wait although it is their turn.
    paused: bool,
    /// Whether the agent to move plays all the same, this once.
    stepping: bool,
    /// The least time between two moves of agents in a row that somebody chose.
    move_delay: Option<MoveDelay>,
    wish: Option<Wish>,
    next: Option<String>,
    said: VecDeque<Said>,
    /// When the turn began, in milliseconds since 1970, and what was used of it before a pause.
    began: u64,
    used: u64,
    /// For how long after that nobody plays and no clock runs, in milliseconds.
    delay: u64,
    /// Grows whenever it is another turn, or the same one again.
    turn: u64,
}

/// An agent whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    /// The player's index.
    pub player: usize,
    /// The agent.
    pub spec: String,
    /// The longest time for the move, in seconds.
    pub time: Option<f64>,
    /// Which turn it is.
    pub turn: u64,
}

impl Room {
    /// A room in which nothing has happened yet.
    ///
    /// # Errors
    /// When the position that the game is to begin with is not one.
    pub fn new(config: RoomConfig, tables_cache: &TablesCache) -> Result<Room, Refusal> {
        let game = config.start.game(tables_cache)?;
        let players = game.start().variant().player_count();
        if config.seats.len() != players {
            let text = format!(
                "{} has {players} players, and there are {} seats",
                config.start.variant,
                config.seats.len()
            );
            return Err(Refusal::new(Code::Malformed, text));
        }
        let clock = config.options.clock.map_or(0, ClockRule::main_ms);
        let seats =
            config.seats.iter().map(|occupant| Seat::new(occupant.clone(), clock)).collect();
        let mut room = Room {
            began: config.created,
            history: MoveHistory::new(&game),
            move_delay: config.move_delay,
            config,
            version: 0,
            seats,
            started: false,
            paused: false,
            stepping: false,
            wish: None,
            next: None,
            said: VecDeque::new(),
            used: 0,
            delay: 0,
            turn: 0,
        };
        room.started = !room.has_open_seat();
        Ok(room)
    }

    /// The room's name.
    pub fn id(&self) -> &str {
        &self.config.id
    }

    /// What it was made with.
    pub fn config(&self) -> &RoomConfig {
        &self.config
    }

    /// How many events there have been.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The moves, and what they lead to.
    pub fn history(&self) -> &MoveHistory {
        &self.history
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The game so far, as whoever sets it up again needs it.
    pub fn position_spec(&self) -> PositionSpec {
        let moves = self.history.played().iter().map(|played| Ply::Move(played.mv));
        PositionSpec { moves: moves.collect(), ..self.config.start.clone() }
    }

    /// The seats, one for each player.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Where the game stands.
    pub fn phase(&self) -> Phase {
        if self.is_over() {
            Phase::Over
        } else if self.waits_for_somebody() {
            Phase::Waiting
        } else {
            Phase::Playing
        }
    }

    fn has_open_seat(&self) -> bool {
        self.seats.iter().any(|seat| seat.occupant == Occupant::Open)
    }

    /// A game begins when all have sat down. Later it waits only for whoever is to move.
    fn waits_for_somebody(&self) -> bool {
        match self.mover() {
            None => self.has_open_seat(),
            Some(player) => {
                let seat = &self.seats[player];
                seat.occupant == Occupant::Open && seat.dropped.is_none()
            }
        }
    }

    /// The index of the player whose turn it is in a game that has begun, also while the seat is empty.
    pub fn mover(&self) -> Option<usize> {
        if !self.started || self.is_over() {
            return None;
        }
        self.position().player_to_play().map(Player::index)
    }

    fn is_over(&self) -> bool {
        let left = self.seats.iter().filter(|seat| seat.dropped.is_none()).count();
        self.position().is_over() || left < 2
    }

    /// The index of the player whose turn it is, while the game is under way.
    pub fn to_move(&self) -> Option<usize> {
        self.mover().filter(|_| self.phase() == Phase::Playing)
    }

    /// The agent that has to move now.
    pub fn due(&self) -> Option<Due> {
        let player = self.to_move().filter(|_| self.is_running())?;
        let seat = &self.seats[player];
        let (spec, time) = match &seat.occupant {
            _ if seat.dropped.is_some() => (STAND_IN, None),
            Occupant::Agent { spec, time } => (spec.as_str(), *time),
            _ => return None,
        };
        Some(Due { player, spec: spec.to_owned(), time, turn: self.turn })
    }

    /// The milliseconds that the player to move has left on the clock, if one runs. It runs on while the seat is empty.
    pub fn time_left(&self, now: u64) -> Option<u64> {
        let player = self.mover()?;
        self.config.options.clock?;
        let seat = &self.seats[player];
        // Who has left plays on without a clock.
        seat.dropped.is_none().then(|| seat.clock.saturating_sub(self.spent(now)))
    }

    /// Whether whoever is to move may do so.
    fn is_running(&self) -> bool {
        !self.paused || self.stepping
    }

    /// The milliseconds that were used of this turn.
    fn spent(&self, now: u64) -> u64 {
        let since = self.began + self.delay;
        self.used + if self.is_running() { now.saturating_sub(since) } else { 0 }
    }

    /// The clock goes on from now: nobody pays for the time in which there was no server.
    pub fn resume(&mut self, now: u64) {
        self.began = now;
    }

    /// Whether somebody holds a seat.
    pub fn holds(&self, visitor: Option<&Visitor>, player: usize) -> bool {
        let holder = self.seats.get(player).and_then(Seat::holder);
        visitor.is_some_and(|visitor| holder == Some(visitor))
    }

    /// The indices of the seats that somebody holds.
    pub fn seats_of(&self, visitor: Option<&Visitor>) -> Vec<usize> {
        (0..self.seats.len()).filter(|&player| self.holds(visitor, player)).collect()
    }

    /// Whether somebody made the room.
    pub fn made_by(&self, visitor: Option<&Visitor>) -> bool {
        visitor == Some(&self.config.maker)
    }

    /// Whether somebody may stop, undo and redo without asking: who holds all the seats of people, or made a room without
    /// any.
    pub fn controls(&self, visitor: Option<&Visitor>) -> bool {
        let mut holders = self.seats.iter().filter_map(Seat::holder).peekable();
        if holders.peek().is_none() {
            return self.made_by(visitor);
        }
        holders.all(|holder| visitor == Some(holder))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::limits::Limits;

    fn visitor(number: u8) -> Visitor {
        serde_json::from_value(json!(format!("{number:02x}").repeat(32))).unwrap()
    }

    /// A game with three seconds for each player, and another seat for somebody else.
    fn clocked() -> Room {
        let new = json!({"variant": "duo", "clock": {"main": 3}, "seats": [{"kind": "me"}, {"kind": "open"}]});
        let new: NewRoom = serde_json::from_value(new).unwrap();
        let limits = Limits::default();
        let config = RoomConfig::new(new, "room".to_owned(), visitor(1), 0, 7, &limits, |_| Ok(()));
        Room::new(config.unwrap(), &TablesCache::default()).unwrap()
    }

    fn act(room: &mut Room, who: u8, action: &serde_json::Value, at: u64) -> Result<(), Refusal> {
        let action: Action = serde_json::from_value(action.clone()).unwrap();
        let verdict = room.decide(Some(&visitor(who)), &action, at, &Limits::default())?;
        for event in &verdict.events {
            room.apply(event, at).unwrap();
        }
        Ok(())
    }

    fn play(room: &mut Room, who: u8, at: u64) -> Result<(), Refusal> {
        let mv = room.position().legal_moves()[0].to_string();
        let number = room.history().len();
        act(room, who, &json!({"type": "move", "number": number, "move": mv}), at)
    }

    #[test]
    fn nobody_gets_time_back_by_standing_up() {
        let mut room = clocked();
        // The clock does not run before everybody is there.
        assert_eq!(room.time_left(100_000), None);
        act(&mut room, 2, &json!({"type": "sit", "seat": 2}), 100_000).unwrap();
        assert_eq!(room.time_left(101_000), Some(2000));
        act(&mut room, 1, &json!({"type": "rename", "seat": 1, "name": "Ada"}), 101_000).unwrap();
        assert_eq!(room.time_left(101_000), Some(2000));
        act(&mut room, 1, &json!({"type": "leave", "seat": 1}), 101_000).unwrap();
        assert_eq!((room.phase(), room.time_left(101_500)), (Phase::Waiting, Some(1500)));
        act(&mut room, 1, &json!({"type": "sit", "seat": 1}), 102_000).unwrap();
        assert_eq!(room.time_left(102_000), Some(1000));
        assert!(play(&mut room, 1, 103_000).is_err());
        assert_eq!(room.time_left(103_000), Some(0));
    }

    #[test]
    fn a_game_goes_on_while_somebody_else_is_away() {
        let mut room = clocked();
        act(&mut room, 2, &json!({"type": "sit", "seat": 2}), 0).unwrap();
        act(&mut room, 2, &json!({"type": "leave", "seat": 2}), 500).unwrap();
        assert_eq!(room.phase(), Phase::Playing);
        play(&mut room, 1, 1000).unwrap();
        // Now it waits for whoever has left, on their clock.
        assert_eq!((room.phase(), room.time_left(1500)), (Phase::Waiting, Some(2500)));
        act(&mut room, 3, &json!({"type": "sit", "seat": 2}), 2000).unwrap();
        play(&mut room, 3, 2500).unwrap();
        assert_eq!(room.seats()[1].clock, 1500);
    }

    #[test]
    fn what_was_used_of_a_turn_is_paid_when_it_is_taken_back() {
        let new = json!({"variant": "duo", "clock": {"main": 3}, "seats": [{"kind": "me"}, {"kind": "me"}]});
        let new: NewRoom = serde_json::from_value(new).unwrap();
        let limits = Limits::default();
        let config = RoomConfig::new(new, "room".to_owned(), visitor(1), 0, 7, &limits, |_| Ok(()));
        let mut room = Room::new(config.unwrap(), &TablesCache::default()).unwrap();
        play(&mut room, 1, 1000).unwrap();
        act(&mut room, 1, &json!({"type": "undo", "number": 1}), 1500).unwrap();
        assert_eq!(room.seats().iter().map(|seat| seat.clock).collect::<Vec<_>>(), [2000, 2500]);
    }
}
