//! How fast agents play that nobody could follow otherwise.
//!
//! An agent's turn that follows another agent's move begins with a beat. The agent may think meanwhile, but plays only
//! after it, and its clock does not run before.

use serde::{Deserialize, Serialize};

use super::Room;
use super::seat::{Occupant, Seat};
use crate::refusal::{Code, Refusal};

/// The longest beat, in seconds.
const LONGEST: f64 = 10.0;

/// The least time between two moves of agents in a row, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pace(u64);

impl Pace {
    /// Where nobody plays, there is time to look at every move.
    const WATCHED: Pace = Pace(1000);
    /// Between people's turns, moves are only told from each other.
    const BETWEEN_TURNS: Pace = Pace(400);

    /// A pace as visitors write it.
    ///
    /// # Errors
    /// When it is out of bounds.
    pub fn of_seconds(seconds: f64) -> Result<Pace, Refusal> {
        if (0.0..=LONGEST).contains(&seconds) {
            return Ok(Pace((seconds * 1000.0).round() as u64));
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
    pub fn pace(&self) -> Pace {
        let has_people = self.seats.iter().any(|seat| seat.holder().is_some());
        let usual = if has_people { Pace::BETWEEN_TURNS } else { Pace::WATCHED };
        self.pace.unwrap_or(usual)
    }

    /// The pace that somebody chose.
    pub fn chosen_pace(&self) -> Option<Pace> {
        self.pace
    }

    /// The beat, in milliseconds, with which a turn begins now.
    pub(super) fn new_beat(&self) -> u64 {
        let is_agents = |player: usize| self.seats[player].is_played_by_agent();
        let own = &self.ledger.played()[self.ledger.given()..];
        let follows_agent = own.last().is_some_and(|played| is_agents(played.player));
        if follows_agent && self.to_move().is_some_and(is_agents) { self.pace().0 } else { 0 }
    }

    /// The milliseconds until the beat of this turn is over.
    pub fn beat_left(&self, now: u64) -> u64 {
        (self.began + self.beat).saturating_sub(now)
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
    use crate::place::Shelf;
    use crate::room::{Charter, Event, NewRoom};

    fn room(new: serde_json::Value) -> Room {
        let new: NewRoom = serde_json::from_value(new).unwrap();
        let maker = serde_json::from_str(&format!("\"{}\"", "01".repeat(32))).unwrap();
        let limits = Limits::default();
        let charter = Charter::new(new, "room".to_owned(), maker, 0, 7, &limits, |_| Ok(()));
        Room::new(charter.unwrap(), &Shelf::default()).unwrap()
    }

    fn play(room: &mut Room, at: u64) {
        let mv = room.position().legal_moves()[0].to_string();
        for event in room.play(&mv, at).unwrap().events {
            room.apply(&event, at).unwrap();
        }
    }

    #[test]
    fn only_moves_of_agents_in_a_row_have_a_beat() {
        let agent = serde_json::json!({"kind": "agent", "agent": "largest"});
        let seats = serde_json::json!([{"kind": "me"}, agent, agent, agent]);
        let mut room = room(serde_json::json!({"variant": "classic", "seats": seats}));
        let beat = Pace::BETWEEN_TURNS.0;
        // What follows the person, two agents, a third one that the person follows, and the person again.
        for (turn, expected) in [0, beat, beat, 0, 0, beat].into_iter().enumerate() {
            let at = turn as u64 * 10_000;
            play(&mut room, at);
            assert_eq!(room.beat_left(at), expected, "after move {}", turn + 1);
            assert_eq!(room.beat_left(at + beat), 0);
        }
        // A pace of one's own holds from the beat that runs on.
        room.apply(&Event::Paced { pace: Pace(3000) }, 50_100).unwrap();
        assert_eq!(room.beat_left(50_100), 2900);
        room.apply(&Event::Paced { pace: Pace(0) }, 50_100).unwrap();
        assert_eq!(room.beat_left(50_100), 0);
    }

    #[test]
    fn no_clock_runs_during_a_beat() {
        let agent = serde_json::json!({"kind": "agent", "agent": "largest"});
        let clock = serde_json::json!({"main": 60});
        let seats = serde_json::json!([agent, agent]);
        let new = serde_json::json!({"variant": "duo", "seats": seats, "clock": clock});
        let mut room = room(new);
        play(&mut room, 2000);
        let beat = Pace::WATCHED.0;
        assert_eq!(room.beat_left(2000), beat);
        assert_eq!(room.time_left(2000 + beat), Some(60_000));
        assert_eq!(room.time_left(2000 + beat + 500), Some(59_500));
        // A beat that is over gives no time back when the pace changes.
        room.apply(&Event::Paced { pace: Pace(9000) }, 2000 + beat + 500).unwrap();
        assert_eq!(room.time_left(2000 + beat + 500), Some(59_500));
        play(&mut room, 2000 + beat + 500);
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
        assert_eq!((room.due(), room.ledger().len()), (None, 1));
    }
}
