//! Whether somebody may do what they want, and what comes of it.

use cornerwise_core::Move;

use super::action::{Action, Strength};
use super::event::{Event, Said};
use super::move_delay::MoveDelay;
use super::room_config::check_time;
use super::seat::{Occupant, clean_name};
use super::{Phase, Room};
use crate::limits::Limits;
use crate::refusal::{Code, Refusal};
use crate::response::Reason;
use crate::visitor::Visitor;
use crate::why::Why;
use crate::written_move::WrittenMove;

/// The longest thing to say, in characters.
const LONGEST_TEXT: usize = 300;

/// What comes of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// What happens in the room.
    pub events: Vec<Event>,
    /// What else is to be done, when that has happened.
    pub effect: Effect,
}

/// What is done beside what happens in the room.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// The agent that thinks is to play.
    MoveNow,
    /// Somebody is to be told what to play.
    Hint(Strength),
    /// Somebody is told why a placement is not legal.
    Why(Box<Why>),
    /// There is to be a room for another game; or there is one.
    Rematch(Option<String>),
    /// The room is taken out of somebody's list.
    Forget,
}

impl Verdict {
    pub(super) fn of(event: Event) -> Verdict {
        Verdict { events: vec![event], effect: Effect::None }
    }

    fn effect(effect: Effect) -> Verdict {
        Verdict { events: Vec::new(), effect }
    }
}

impl Room {
    /// What comes of an action, if somebody may do that now. Agents are to be checked before.
    ///
    /// # Errors
    /// Says why not.
    pub fn decide(
        &self,
        visitor: Option<&Visitor>,
        action: &Action,
        now: u64,
        limits: &Limits,
    ) -> Result<Verdict, Refusal> {
        match action {
            Action::Move { number, mv } => self.decide_move(visitor, *number, mv, now),
            Action::Sit { seat, name } => self.decide_sit(visitor, *seat, name.as_deref()),
            Action::Leave { seat } => {
                let player = self.own_seat(visitor, *seat)?;
                self.must_not_be_over()?;
                self.must_not_have_dropped(player)?;
                Ok(Verdict::of(Event::Seat { player, occupant: Occupant::Open }))
            }
            Action::Rename { seat, name } => {
                let player = self.own_seat(visitor, *seat)?;
                let name = clean_name(Some(name), player)?;
                let visitor = *visitor.ok_or_else(not_yours)?;
                Ok(Verdict::of(Event::Seat {
                    player,
                    occupant: Occupant::Person { visitor, name },
                }))
            }
            Action::Agent { seat, agent, time } => {
                self.decide_agent(visitor, *seat, agent, check_time(*time, limits)?)
            }
            Action::Undo { number } => self.decide_undo(visitor, *number),
            Action::Answer { number, agree } => self.decide_answer(visitor, *number, *agree),
            Action::Redo { number } => self.decide_redo(visitor, *number),
            Action::Resign { seat } => {
                let player = self.own_seat(visitor, *seat)?;
                self.must_be_under_way()?;
                self.must_not_have_dropped(player)?;
                Ok(Verdict::of(Event::Dropped { player, reason: Reason::Resigned }))
            }
            Action::MoveNow { number } => {
                self.must_wait_for_agent(visitor, *number)?;
                let events = if self.paused { vec![Event::Resumed] } else { Vec::new() };
                Ok(Verdict { events, effect: Effect::MoveNow })
            }
            Action::Stop { number } => {
                self.must_wait_for_agent(visitor, number.unwrap_or(self.history().len()))?;
                let events = if self.paused { Vec::new() } else { vec![Event::Paused] };
                Ok(Verdict { events, effect: Effect::None })
            }
            Action::Go {} => {
                self.must_control(visitor)?;
                let events = if self.paused { vec![Event::Resumed] } else { Vec::new() };
                Ok(Verdict { events, effect: Effect::None })
            }
            Action::Step {} => {
                self.must_wait_for_agent(visitor, self.history().len())?;
                let mut events = if self.paused { Vec::new() } else { vec![Event::Paused] };
                if !self.stepping {
                    events.push(Event::Stepped);
                }
                Ok(Verdict { events, effect: Effect::None })
            }
            Action::Pace { pace } => {
                self.must_control(visitor)?;
                Ok(Verdict::of(Event::Paced { pace: MoveDelay::of_seconds(*pace)? }))
            }
            Action::Hint { number, strength } => {
                if !self.config().options.hints {
                    return Err(Refusal::new(
                        Code::NotYours,
                        "hints are switched off in this game",
                    ));
                }
                self.must_be_to_move(visitor, *number)?;
                Ok(Verdict::effect(Effect::Hint(*strength)))
            }
            Action::Why { mv } => {
                let over = || Refusal::new(Code::NotNow, "the game is over");
                let colour = self.position().to_play().ok_or_else(over)?;
                let why = Why::of(self.position(), colour, mv);
                Ok(Verdict::effect(Effect::Why(Box::new(why))))
            }
            Action::Rematch {} => {
                if self.phase() != Phase::Over {
                    return Err(Refusal::new(Code::NotNow, "the game is not over yet"));
                }
                if self.seats_of(visitor).is_empty() && !self.made_by(visitor) {
                    return Err(not_yours());
                }
                Ok(Verdict::effect(Effect::Rematch(self.next.clone())))
            }
            Action::Forget {} => {
                // Whoever has left their seat may still have the room in their list.
                visitor.ok_or_else(|| {
                    Refusal::new(Code::NoSession, "only visitors with a session have a list")
                })?;
                Ok(Verdict::effect(Effect::Forget))
            }
            Action::Chat { text } => self.decide_chat(visitor, text, now),
            Action::Ping {} => Ok(Verdict::default()),
        }
    }

    fn decide_move(
        &self,
        visitor: Option<&Visitor>,
        number: usize,
        written: &WrittenMove,
        now: u64,
    ) -> Result<Verdict, Refusal> {
        self.must_be_to_move(visitor, number)?;
        if self.time_left(now) == Some(0) {
            return Err(Refusal::new(Code::NotNow, "your time is up"));
        }
        let unreadable = |error| Refusal::of_placement(Why::of_unreadable(error));
        self.play(written.read().map_err(unreadable)?, now)
    }

    /// The move of whoever's turn it is.
    ///
    /// # Errors
    /// When the game is not under way, or a rule forbids it.
    pub fn play(&self, mv: Move, now: u64) -> Result<Verdict, Refusal> {
        self.must_be_under_way()?;
        let over = || Refusal::new(Code::NotNow, "the game is over");
        let colour = self.position().to_play().ok_or_else(over)?;
        let why = Why::of_move(self.position(), colour, mv);
        if !why.legal {
            return Err(Refusal::of_placement(why));
        }
        Ok(Verdict::of(Event::Move { mv, ms: self.spent(now) }))
    }

    fn decide_sit(
        &self,
        visitor: Option<&Visitor>,
        seat: usize,
        name: Option<&str>,
    ) -> Result<Verdict, Refusal> {
        let visitor = *visitor.ok_or_else(|| {
            Refusal::new(Code::NoSession, "only visitors with a session can sit down")
        })?;
        let player = self.player(seat)?;
        if self.seats()[player].occupant != Occupant::Open {
            return Err(Refusal::new(Code::Taken, format!("seat {seat} is taken")));
        }
        self.must_not_be_over()?;
        let name = clean_name(name, player)?;
        Ok(Verdict::of(Event::Seat { player, occupant: Occupant::Person { visitor, name } }))
    }

    fn decide_agent(
        &self,
        visitor: Option<&Visitor>,
        seat: usize,
        spec: &str,
        time: Option<f64>,
    ) -> Result<Verdict, Refusal> {
        let player = self.player(seat)?;
        let is_allowed = match self.seats()[player].occupant {
            Occupant::Person { .. } => self.holds(visitor, player),
            Occupant::Open | Occupant::Agent { .. } => self.made_by(visitor),
        };
        if !is_allowed {
            return Err(not_yours());
        }
        self.must_not_be_over()?;
        let occupant = Occupant::Agent { spec: spec.to_owned(), time };
        Ok(Verdict::of(Event::Seat { player, occupant }))
    }

    fn decide_chat(
        &self,
        visitor: Option<&Visitor>,
        text: &str,
        now: u64,
    ) -> Result<Verdict, Refusal> {
        if !self.config().options.chat {
            return Err(Refusal::new(Code::NotYours, "chat is switched off in this room"));
        }
        let player = *self.seats_of(visitor).first().ok_or_else(not_yours)?;
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > LONGEST_TEXT {
            let text = format!("a message has 1 to {LONGEST_TEXT} characters");
            return Err(Refusal::new(Code::Malformed, text));
        }
        let name = self.seats()[player].name();
        Ok(Verdict::of(Event::Said(Said { player: player + 1, name, text, at: now })))
    }

    /// The index of the player with this number.
    fn player(&self, seat: usize) -> Result<usize, Refusal> {
        let player = seat.checked_sub(1).filter(|&player| player < self.seats().len());
        player.ok_or_else(|| {
            let text = format!("seat {seat}: the seats are 1 to {}", self.seats().len());
            Refusal::new(Code::Malformed, text)
        })
    }

    fn own_seat(&self, visitor: Option<&Visitor>, seat: usize) -> Result<usize, Refusal> {
        let player = self.player(seat)?;
        if self.holds(visitor, player) { Ok(player) } else { Err(not_yours()) }
    }

    pub(super) fn must_be(&self, number: usize) -> Result<(), Refusal> {
        let moves = self.history().len();
        if number == moves {
            return Ok(());
        }
        Err(Refusal::new(Code::Late, format!("the game has {moves} moves, not {number}")))
    }

    fn must_not_be_over(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Over => Err(Refusal::new(Code::NotNow, "the game is over")),
            Phase::Waiting | Phase::Playing => Ok(()),
        }
    }

    fn must_not_have_dropped(&self, player: usize) -> Result<(), Refusal> {
        match self.seats()[player].dropped {
            None => Ok(()),
            Some(_) => Err(Refusal::new(Code::NotNow, "you have left the game already")),
        }
    }

    fn must_be_under_way(&self) -> Result<(), Refusal> {
        self.must_not_be_over()?;
        match self.phase() {
            Phase::Waiting => {
                Err(Refusal::new(Code::NotNow, "the game waits for somebody to sit down"))
            }
            Phase::Playing | Phase::Over => Ok(()),
        }
    }

    /// Only whoever sits here, or made a room of agents.
    pub(super) fn must_play(&self, visitor: Option<&Visitor>) -> Result<(), Refusal> {
        if self.seats_of(visitor).is_empty() && !self.controls(visitor) {
            return Err(not_yours());
        }
        Ok(())
    }

    pub(super) fn must_control(&self, visitor: Option<&Visitor>) -> Result<(), Refusal> {
        if self.controls(visitor) {
            return Ok(());
        }
        let text = "only for who plays alone, or watches agents in a room of their own";
        Err(Refusal::new(Code::NotYours, text))
    }

    fn must_wait_for_agent(&self, visitor: Option<&Visitor>, number: usize) -> Result<(), Refusal> {
        self.must_control(visitor)?;
        self.must_be_under_way()?;
        self.must_be(number)?;
        let is_agent =
            self.to_move().is_some_and(|player| self.seats()[player].is_played_by_agent());
        if is_agent { Ok(()) } else { Err(Refusal::new(Code::NotNow, "it is not an agent's turn")) }
    }

    fn must_be_to_move(&self, visitor: Option<&Visitor>, number: usize) -> Result<(), Refusal> {
        if self.seats_of(visitor).is_empty() {
            return Err(not_yours());
        }
        self.must_be_under_way()?;
        self.must_be(number)?;
        let player = self.to_move();
        if player.is_some_and(|player| {
            self.holds(visitor, player) && self.seats()[player].dropped.is_none()
        }) {
            return Ok(());
        }
        let colour = self.position().to_play();
        let name = colour.map_or("nobody", |colour| self.position().variant().colour_name(colour));
        Err(Refusal::new(Code::OutOfTurn, format!("it is {name}'s turn, which is not yours")))
    }
}

pub(super) fn not_yours() -> Refusal {
    Refusal::new(Code::NotYours, "that is for somebody else to do")
}
