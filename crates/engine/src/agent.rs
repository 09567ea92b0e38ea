//! The one way to choose a move.

use std::time::Duration;

use cornerwise_core::{GameRng, Move, Position};

use crate::budget::{Budget, Stop};
use crate::decision::{Decision, Forfeit};
use crate::timing::TimeLeft;

/// Somebody who chooses moves.
pub trait Agent: Send {
    /// Chooses a move of the colour to play. The game is not over.
    ///
    /// The agent keeps to its own budget and to the one of the context, whichever ends first, and answers
    /// soon after the context's stop is raised. With the same position, budget (other than time), random
    /// numbers and one thread, it answers the same.
    ///
    /// # Errors
    /// When the agent resigns, or cannot choose a move, as a program that has crashed. Agents that think for
    /// themselves always answer a legal move.
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit>;

    /// Thinks ahead while somebody else decides, until the context's stop is raised or there is nothing more to
    /// think of. The position is the one after the agent's own move; the game is not over.
    ///
    /// What comes of it shows in later decisions. Agents that keep nothing from move to move do nothing.
    fn ponder(&mut self, position: &Position, context: &mut Context<'_>) {
        let _ = (position, context);
    }

    /// Forgets what was learnt of the game at hand, such as a tree to reuse, before another one begins.
    ///
    /// The seed is what chance in the game depends on: every decision gets [`game_rng`] of the seed and the
    /// number of moves played. Only agents that pass it on to somebody need it.
    ///
    /// [`game_rng`]: cornerwise_core::game_rng
    fn new_game(&mut self, seed: u64) {
        let _ = seed;
    }
}

/// What a decision is made under.
pub struct Context<'a> {
    /// What the caller allows, besides the agent's own limits.
    pub budget: Budget,
    /// Raised from outside to end the search.
    pub stop: &'a Stop,
    /// All chance comes from here.
    pub rng: &'a mut GameRng,
    /// The moves from the start of the game to the position, forced passes left out; empty when nobody
    /// knows them.
    pub history: &'a [Move],
    /// What is left on the player's clock, where one runs. The budget already keeps to it, with a share that
    /// suits most moves.
    pub time_left: Option<TimeLeft>,
    /// The longest time for the move besides the clock. Who shares the clock among moves better than the budget
    /// does keeps to this and the clock.
    pub limit: Option<Duration>,
    /// Told what the agent thinks so far, now and then.
    pub report: Option<&'a mut dyn FnMut(&Decision)>,
}

impl<'a> Context<'a> {
    /// A context without limits of its own.
    pub fn new(stop: &'a Stop, rng: &'a mut GameRng) -> Context<'a> {
        Context {
            budget: Budget::default(),
            stop,
            rng,
            history: &[],
            time_left: None,
            limit: None,
            report: None,
        }
    }

    /// The move takes no longer than this, if there is such a limit.
    pub(crate) fn restrict(&mut self, limit: Option<Duration>) {
        self.budget = self.budget.and(Budget { time: limit, ..Budget::default() });
        self.limit = self.limit.into_iter().chain(limit).min();
    }

    /// Some of the time has gone by, before another agent is asked.
    pub(crate) fn spend(&mut self, time: Duration) {
        let less = |limit: Option<Duration>| limit.map(|limit| limit.saturating_sub(time));
        self.budget.time = less(self.budget.time);
        self.limit = less(self.limit);
        if let Some(left) = &mut self.time_left {
            left.main = left.main.saturating_sub(time);
        }
    }
}
