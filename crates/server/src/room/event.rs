//! The event log: what has happened in a room, as it is kept on disk.

use cornerwise_core::Move;
use serde::{Deserialize, Serialize};

use super::Room;
use super::history::Played;
use super::move_delay::MoveDelay;
use super::seat::Occupant;
use super::takeback::Wish;
use crate::response::Reason;
use crate::visitor::Visitor;

/// Something that has happened. Players are indices from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The player to move placed a piece.
    Move {
        /// Its cells.
        #[serde(rename = "move")]
        mv: Move,
        /// How long it took.
        ms: u64,
    },
    /// Somebody or an agent sat down, or a seat became free.
    Seat {
        /// Whose seat.
        player: usize,
        /// Who sits there now.
        occupant: Occupant,
    },
    /// Moves were taken back.
    Undone {
        /// How many are left.
        to: usize,
    },
    /// Moves that had been taken back were played again.
    Redone {
        /// How many there are now.
        to: usize,
    },
    /// Somebody wants to take back.
    Wished {
        /// Who.
        player: usize,
        /// How many moves would be left.
        to: usize,
    },
    /// Somebody agrees to that.
    Agreed {
        /// Who.
        player: usize,
    },
    /// Somebody does not.
    Declined {
        /// Who.
        player: usize,
    },
    /// A player left the game.
    Dropped {
        /// Who.
        player: usize,
        /// Why.
        reason: Reason,
    },
    /// Agents wait.
    Paused,
    /// Agents go on.
    Resumed,
    /// The agent whose turn it is plays although agents wait.
    Stepped,
    /// Agents play after another delay.
    Paced {
        /// In milliseconds.
        pace: MoveDelay,
    },
    /// There is another game of the same people.
    Rematch {
        /// Its room.
        room: String,
    },
    /// Somebody said something.
    Said(Said),
}

/// What somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Said {
    /// Who, from 1.
    pub player: usize,
    /// What they were called then.
    pub name: String,
    /// What they said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// An event that does not fit what came before it: the file was changed by somebody else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version} does not fit the game: {problem}")]
pub struct Misfit {
    version: u64,
    problem: String,
}

impl Room {
    /// Makes an event happen that happened at this time. What [`Room::decide`] has answered always fits.
    ///
    /// # Errors
    /// When it does not fit; the room is then as it was.
    pub fn apply(&mut self, event: &Event, at: u64) -> Result<(), Misfit> {
        self.happen(event, at).map_err(|problem| Misfit { version: self.version + 1, problem })?;
        self.version += 1;
        Ok(())
    }

    fn happen(&mut self, event: &Event, at: u64) -> Result<(), String> {
        match event {
            Event::Move { mv, ms } => self.happen_move(*mv, *ms, at)?,
            Event::Seat { player, occupant } => {
                self.seat_mut(*player)?.occupant = occupant.clone();
                self.wish = None;
                if !self.started && !self.has_open_seat() {
                    self.started = true;
                    self.new_turn(at);
                } else if self.mover() == Some(*player) {
                    // Another agent may have to be asked; what was used of the turn stays used.
                    self.turn += 1;
                }
            }
            Event::Undone { to } => {
                let (mover, used) = (self.mover(), self.spent(at));
                self.history.undo(*to)?;
                self.charge(mover, used);
                for seat in &mut self.seats {
                    seat.dropped = None;
                }
                let has_people = self.seats.iter().any(|seat| seat.holder().is_some());
                self.paused = !has_people;
                self.stepping = false;
                self.wish = None;
                self.new_turn(at);
            }
            Event::Redone { to } => {
                let (mover, used) = (self.mover(), self.spent(at));
                self.history.redo(*to)?;
                self.charge(mover, used);
                self.new_turn(at);
            }
            Event::Wished { player, to } => {
                let holder = self.seat_mut(*player)?.holder().copied();
                let agreed = holder.ok_or("nobody sits there")?;
                self.wish = Some(Wish { player: *player, to: *to, agreed: vec![agreed] });
            }
            Event::Agreed { player } => {
                let holder = self.seat_mut(*player)?.holder().copied();
                let wish = self.wish.as_mut().ok_or("there is no wish")?;
                wish.agreed.extend(holder);
            }
            Event::Declined { .. } => self.wish = None,
            Event::Dropped { player, reason } => {
                let (mover, used) = (self.mover(), self.spent(at));
                self.seat_mut(*player)?.dropped = Some(*reason);
                self.wish = None;
                if mover == Some(*player) {
                    self.charge(mover, used);
                    self.new_turn(at);
                }
            }
            Event::Paused => {
                self.used = self.spent(at);
                self.paused = true;
                self.stepping = false;
            }
            Event::Resumed => {
                self.paused = false;
                self.begin_again(at);
            }
            Event::Stepped => {
                self.stepping = true;
                self.begin_again(at);
            }
            Event::Paced { pace } => {
                self.move_delay = Some(*pace);
                // A delay that is over stays over, so that no clock gets time back.
                if self.delay_left(at) > 0 {
                    self.delay = self.new_delay();
                }
            }
            Event::Rematch { room } => self.next = Some(room.clone()),
            Event::Said(said) => {
                self.said.push_back(said.clone());
                if self.said.len() > super::MOST_SAID {
                    self.said.pop_front();
                }
            }
        }
        Ok(())
    }

    fn happen_move(&mut self, mv: Move, ms: u64, at: u64) -> Result<(), String> {
        let player = self.position().player_to_play().ok_or("the game is over")?.index();
        let by = self.seats[player].name();
        self.history.play(mv, Played::by(by, ms)).map_err(|error| error.to_string())?;
        if let Some(clock) = self.config.options.clock {
            let seat = &mut self.seats[player];
            seat.clock = seat.clock.saturating_sub(ms) + clock.increment_ms();
        }
        self.wish = None;
        self.stepping = false;
        self.new_turn(at);
        Ok(())
    }

    /// Takes what was used of a turn off a player's clock, if there are clocks.
    fn charge(&mut self, player: Option<usize>, used: u64) {
        if let (Some(player), Some(_)) = (player, self.config.options.clock) {
            let seat = &mut self.seats[player];
            seat.clock = seat.clock.saturating_sub(used);
        }
    }

    fn new_turn(&mut self, at: u64) {
        self.began = at;
        self.delay = self.new_delay();
        self.used = 0;
        self.turn += 1;
    }

    /// The turn goes on after a pause: whoever wanted that has seen the board.
    fn begin_again(&mut self, at: u64) {
        self.began = at;
        self.delay = 0;
        // What a search finds that was stopped before is not the answer to this turn.
        self.turn += 1;
    }

    fn seat_mut(&mut self, player: usize) -> Result<&mut super::Seat, String> {
        self.seats.get_mut(player).ok_or_else(|| format!("there is no player {}", player + 1))
    }
}

impl Event {
    /// Who begins to hold a seat by it.
    pub fn new_holder(&self) -> Option<&Visitor> {
        match self {
            Event::Seat { occupant: Occupant::Person { visitor, .. }, .. } => Some(visitor),
            _ => None,
        }
    }
}
