//! The one way to choose a move.

use cornerwise_core::{GameRng, Position};

use crate::budget::{Budget, Stop};
use crate::decision::Decision;

/// Somebody who chooses moves.
pub trait Agent: Send {
    /// Chooses a move of the colour to play. The game is not over.
    ///
    /// The agent keeps to its own budget and to the one of the context, whichever ends first, and answers
    /// soon after the context's stop is raised. With the same position, budget (other than time), random
    /// numbers and one thread, it answers the same.
    fn decide(&mut self, position: &Position, context: &mut Context<'_>) -> Decision;

    /// Forgets what was learnt of the game at hand, such as a tree to reuse, before another one begins.
    fn new_game(&mut self) {}
}

/// What a decision is made under.
pub struct Context<'a> {
    /// What the caller allows, besides the agent's own limits.
    pub budget: Budget,
    /// Raised from outside to end the search.
    pub stop: &'a Stop,
    /// All chance comes from here.
    pub rng: &'a mut GameRng,
    /// Told what the agent thinks so far, now and then.
    pub report: Option<&'a mut dyn FnMut(&Decision)>,
}

impl<'a> Context<'a> {
    /// A context without limits of its own.
    pub fn new(stop: &'a Stop, rng: &'a mut GameRng) -> Context<'a> {
        Context { budget: Budget::default(), stop, rng, report: None }
    }
}
