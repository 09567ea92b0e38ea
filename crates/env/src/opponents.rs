//! Agents that play the seats that the learner does not.

use cornerwise_core::{Colour, Move, Position};
use cornerwise_engine::{Agent, Forfeit, Registry, SpecError, Stop, Turn};

/// The hidden opponents of one thread.
///
/// An opponent begins anew before each of its turns, so that what it plays depends on the position and the seed alone: games are the
/// same alone and in a batch, on any number of threads, and when they were copied or saved in between.
pub struct Opponents {
    agents: Vec<Box<dyn Agent>>,
    /// Moves of the game at hand; kept for its memory.
    history: Vec<Move>,
}

impl Opponents {
    /// Makes an agent for each spec.
    pub(crate) fn new(registry: &Registry, specs: &[String]) -> Result<Opponents, SpecError> {
        let agents = specs.iter().map(|spec| registry.agent(spec)).collect::<Result<_, _>>()?;
        Ok(Opponents { agents, history: Vec::new() })
    }

    /// The move of the opponent that sits so many seats after the learner, from 0.
    pub(crate) fn decide(
        &mut self,
        seat: usize,
        position: &Position,
        placed: &[(Colour, Move)],
        seed: u64,
    ) -> Result<Move, Forfeit> {
        let which = seat.min(self.agents.len() - 1);
        let agent = self.agents[which].as_mut();
        self.history.clear();
        self.history.extend(placed.iter().map(|(_, mv)| mv));
        agent.new_game(seed);
        let stop = Stop::default();
        let decision = Turn::at(position, &self.history, seed, &stop).ask(agent)?;
        Ok(decision.mv)
    }
}
