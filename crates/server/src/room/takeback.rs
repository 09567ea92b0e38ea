//! Taking back, and playing again.

use super::decide::{Verdict, not_yours};
use super::event::Event;
use super::{Phase, Room};
use crate::refusal::{Code, Refusal};
use crate::visitor::Visitor;

/// A wish to take back that waits for other people.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Whose it is.
    pub player: usize,
    /// How many moves would be left.
    pub to: usize,
    /// Who has agreed, who wishes included.
    pub(super) agreed: Vec<Visitor>,
}

impl Room {
    /// The number of moves at the last turn of any of these seats.
    fn last_turn_of(&self, seats: &[usize]) -> Option<usize> {
        let played = self.history().played();
        let turn = played.iter().rposition(|played| seats.contains(&played.player))?;
        (turn >= self.history().given()).then_some(turn)
    }

    /// Where an undo would go to, if there is anything to undo.
    pub(super) fn undo_target(&self, visitor: Option<&Visitor>) -> Option<usize> {
        let own = self.seats_of(visitor);
        if own.is_empty() {
            let last = self.history().len().checked_sub(1)?;
            return (self.controls(visitor) && last >= self.history().given()).then_some(last);
        }
        self.last_turn_of(&own)
    }

    /// Where a redo would go to.
    pub(super) fn redo_target(&self, visitor: Option<&Visitor>) -> Option<usize> {
        let undone = self.history().undone();
        if undone == 0 || !self.controls(visitor) {
            return None;
        }
        let own = self.seats_of(visitor);
        let is_own = |&moves: &usize| {
            self.history()
                .mover_after_redo(moves)
                .is_some_and(|player| own.is_empty() || own.contains(&player))
        };
        let moves = (1..=undone).find(is_own).unwrap_or(undone);
        Some(self.history().len() + moves)
    }

    pub(super) fn decide_undo(
        &self,
        visitor: Option<&Visitor>,
        number: usize,
    ) -> Result<Verdict, Refusal> {
        self.must_play(visitor)?;
        self.must_be(number)?;
        let nothing = || Refusal::new(Code::NotNow, "there is no move of yours to take back");
        let to = self.undo_target(visitor).ok_or_else(nothing)?;
        if self.controls(visitor) {
            return Ok(Verdict::of(Event::Undone { to }));
        }
        if self.phase() != Phase::Playing {
            return Err(Refusal::new(
                Code::NotNow,
                "with other people, moves are taken back during the game only",
            ));
        }
        if self.wish.is_some() {
            return Err(Refusal::new(Code::NotNow, "there is a wish to take back already"));
        }
        let player = self.history().played()[to].player;
        Ok(Verdict::of(Event::Wished { player, to }))
    }

    pub(super) fn decide_answer(
        &self,
        visitor: Option<&Visitor>,
        number: usize,
        agree: bool,
    ) -> Result<Verdict, Refusal> {
        self.must_play(visitor)?;
        self.must_be(number)?;
        let player = *self.seats_of(visitor).first().ok_or_else(not_yours)?;
        let none = || Refusal::new(Code::NotNow, "nobody wants to take back");
        let wish = self.wish.as_ref().ok_or_else(none)?;
        if !agree {
            // Whoever wishes may think better of it.
            return Ok(Verdict::of(Event::Declined { player }));
        }
        if !self.asked(wish).contains(&player) {
            return Err(Refusal::new(Code::NotNow, "you have agreed already"));
        }
        let waits_for_more = self.asked(wish).iter().any(|&other| !self.holds(visitor, other));
        let mut events = vec![Event::Agreed { player }];
        if !waits_for_more {
            events.push(Event::Undone { to: wish.to });
        }
        Ok(Verdict { events, ..Verdict::default() })
    }

    pub(super) fn decide_redo(
        &self,
        visitor: Option<&Visitor>,
        number: usize,
    ) -> Result<Verdict, Refusal> {
        self.must_control(visitor)?;
        self.must_be(number)?;
        let nothing = || Refusal::new(Code::NotNow, "there is nothing to play again");
        let to = self.redo_target(visitor).ok_or_else(nothing)?;
        Ok(Verdict::of(Event::Redone { to }))
    }

    /// The seats of people who have not agreed to a wish yet.
    pub(super) fn asked(&self, wish: &Wish) -> Vec<usize> {
        let asked = |&player: &usize| {
            self.seats()[player].holder().is_some_and(|holder| !wish.agreed.contains(holder))
        };
        (0..self.seats().len()).filter(asked).collect()
    }

    /// Those who have agreed.
    pub(super) fn agreed(&self, wish: &Wish) -> Vec<usize> {
        let agreed = |&player: &usize| {
            self.seats()[player].holder().is_some_and(|holder| wish.agreed.contains(holder))
        };
        (0..self.seats().len()).filter(agreed).collect()
    }
}
