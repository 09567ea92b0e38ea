//! The least time between two moves of agents in a row, whose games nobody could follow otherwise.
//!
//! Messages and files call it `pace`.
//!
//! An agent's turn that follows another agent's move begins with a delay. The agent may think meanwhile, but plays only
//! after it, and its clock does not run before.

use serde::{Deserialize, Serialize};

use super::Room;
use super::seat::{Occupant, Seat};
use crate::refusal::{Code, Refusal};

/// The longest delay, in seconds.
const LONGEST: f64 = 10.0;

/// The least time between two moves of agents in a row, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoveDelay(u64);

impl MoveDelay {
    /// Where nobody plays, there is time to look at every move.
    const WATCHED: MoveDelay = MoveDelay(1000);
    /// Between people's turns, moves are only told from each other.
    const BETWEEN_TURNS: MoveDelay = MoveDelay(400);

    /// A delay as visitors write it.
    ///
    /// # Errors
    /// When it is out of bounds.
    pub fn of_seconds(seconds: f64) -> Result<MoveDelay, Refusal> {
        if (0.0..=LONGEST).contains(&seconds) {
            return Ok(MoveDelay((seconds * 1000.0).round() as u64));
        }
        let text = format!("pace is {seconds}; it can be 0 to {LONGEST} seconds");
        Err(Refusal::new(Code::Malformed, text))
    }

    /// As visitors read it.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Room {
    /// The least time between two moves of agents in a row: what was chosen, or what suits who plays.
    pub fn move_delay(&self) -> MoveDelay {
        let has_people = self.seats.iter().any(|seat| seat.holder().is_some());
        let usual = if has_people { MoveDelay::BETWEEN_TURNS } else { MoveDelay::WATCHED };
        self.move_delay.unwrap_or(usual)
    }

    /// The least time between two moves of agents in a row that somebody chose.
    pub fn chosen_move_delay(&self) -> Option<MoveDelay> {
        self.move_delay
    }

    /// The delay, in milliseconds, with which a turn begins now.
    pub(super) fn new_delay(&self) -> u64 {
        let is_agents = |player: usize| self.seats[player].is_played_by_agent();
        let own = &self.history.played()[self.history.given()..];
        let follows_agent = own.last().is_some_and(|played| is_agents(played.player));
        if follows_agent && self.to_move().is_some_and(is_agents) { self.move_delay().0 } else { 0 }
    }

    /// The milliseconds until the delay of this turn is over.
    pub fn delay_left(&self, now: u64) -> u64 {
        (self.began + self.delay).saturating_sub(now)
    }
}

impl Seat {
    /// Whether an agent plays for it: its own, or one that stands in for who left.
    pub(super) fn is_played_by_agent(&self) -> bool {
        self.dropped.is_some() || matches!(self.occupant, Occupant::Agent { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::position_spec::TablesCache;
    use crate::room::{Event, NewRoom, RoomConfig};

    fn room(new: serde_json::Value) -> Room {
        let new: NewRoom = serde_json::from_value(new).unwrap();
        let maker = serde_json::from_str(&format!("\"{}\"", "01".repeat(32))).unwrap();
        let limits = Limits::default();
        let config = RoomConfig::new(new, "room".to_owned(), maker, 0, 7, &limits, |_| Ok(()));
        Room::new(config.unwrap(), &TablesCache::default()).unwrap()
    }

    fn play(room: &mut Room, at: u64) {
        let mv = room.position().legal_moves()[0];
        for event in room.play(mv, at).unwrap().events {
            room.apply(&event, at).unwrap();
        }
    }

    #[test]
    fn only_moves_of_agents_in_a_row_have_a_delay() {
        let agent = serde_json::json!({"kind": "agent", "agent": "largest"});
        let seats = serde_json::json!([{"kind": "me"}, agent, agent, agent]);
        let mut room = room(serde_json::json!({"variant": "classic", "seats": seats}));
        let delay = MoveDelay::BETWEEN_TURNS.0;
        // What follows the person, two agents, a third one that the person follows, and the person again.
        for (turn, expected) in [0, delay, delay, 0, 0, delay].into_iter().enumerate() {
            let at = turn as u64 * 10_000;
            play(&mut room, at);
            assert_eq!(room.delay_left(at), expected, "after move {}", turn + 1);
            assert_eq!(room.delay_left(at + delay), 0);
        }
        // One that was chosen holds from the delay that runs on.
        room.apply(&Event::Paced { pace: MoveDelay(3000) }, 50_100).unwrap();
        assert_eq!(room.delay_left(50_100), 2900);
        room.apply(&Event::Paced { pace: MoveDelay(0) }, 50_100).unwrap();
        assert_eq!(room.delay_left(50_100), 0);
    }

    #[test]
    fn no_clock_runs_during_a_delay() {
        let agent = serde_json::json!({"kind": "agent", "agent": "largest"});
        let clock = serde_json::json!({"main": 60});
        let seats = serde_json::json!([agent, agent]);
        let new = serde_json::json!({"variant": "duo", "seats": seats, "clock": clock});
        let mut room = room(new);
        play(&mut room, 2000);
        let delay = MoveDelay::WATCHED.0;
        assert_eq!(room.delay_left(2000), delay);
        assert_eq!(room.time_left(2000 + delay), Some(60_000));
        assert_eq!(room.time_left(2000 + delay + 500), Some(59_500));
        // A delay that is over gives no time back when the pace changes.
        room.apply(&Event::Paced { pace: MoveDelay(9000) }, 2000 + delay + 500).unwrap();
        assert_eq!(room.time_left(2000 + delay + 500), Some(59_500));
        play(&mut room, 2000 + delay + 500);
        assert_eq!(room.seats()[1].clock, 59_500);
    }

    #[test]
    fn a_turn_that_goes_on_is_another_one() {
        let agent = serde_json::json!({"kind": "agent", "agent": "largest"});
        let mut room = room(serde_json::json!({"variant": "duo", "seats": [agent, agent]}));
        let before = room.due();
        room.apply(&Event::Paused, 10).unwrap();
        room.apply(&Event::Resumed, 20).unwrap();
        assert!(before.is_some() && room.due().is_some());
        assert_ne!(room.due(), before);
    }

    #[test]
    fn a_step_is_one_move_of_a_paused_game() {
        let agent = serde_json::json!({"kind": "agent", "agent": "largest"});
        let seats = serde_json::json!([agent, agent]);
        let mut room = room(serde_json::json!({"variant": "duo", "seats": seats}));
        room.apply(&Event::Paused, 10).unwrap();
        assert_eq!(room.due(), None);
        room.apply(&Event::Stepped, 20).unwrap();
        assert_eq!(room.due().map(|due| due.player), Some(0));
        play(&mut room, 30);
        assert_eq!((room.due(), room.history().len()), (None, 1));
    }
}
