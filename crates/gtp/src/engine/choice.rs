//! Commands that ask the agent, or about what it thought.

use std::time::Instant;

use cornerwise_core::Colour;
use cornerwise_engine::{Budget, Decision, Forfeit, Stop, TimeLeft, Turn};

use super::call::{self, Call};
use super::refusal::Refusal;
use super::{Engine, Thought, turn_of};

/// What chance depends on in regression tests.
const REGRESSION_SEED: u64 = 1;
const PASS: &str = "pass";

impl Engine {
    pub(super) fn genmove(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [colour] = call.exactly()?;
        let colour = call::colour(self.game.position().variant(), colour)?;
        self.decide_and_play(colour)
    }

    pub(super) fn genmove_next(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        match self.game.position().to_play() {
            Some(colour) => self.decide_and_play(colour),
            None => Ok(PASS.to_owned()),
        }
    }

    fn decide_and_play(&mut self, colour: Colour) -> Result<String, Refusal> {
        let begin = Instant::now();
        let mover = self.game.position().player_of(colour);
        let left = match self.game.position().with_turn(colour) {
            Some(position) => self.clocks.left(&position),
            None => return Ok(PASS.to_owned()),
        };
        let decided = self.ask(colour, self.game_seed, left);
        self.clocks.spend(mover, begin.elapsed());
        match decided {
            Ok(None) => Ok(PASS.to_owned()),
            Ok(Some(mv)) => {
                self.game.play_as(colour, mv.mv)?;
                Ok(mv.mv.to_string())
            }
            Err(Forfeit::Resigned) => Ok("resign".to_owned()),
            Err(forfeit) => Err(forfeit.into()),
        }
    }

    pub(super) fn reg_genmove(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [colour] = call.exactly()?;
        let colour = call::colour(self.game.position().variant(), colour)?;
        // What the agent remembers of the game must not matter either.
        self.agent.new_game(REGRESSION_SEED);
        let decided = self.ask(colour, REGRESSION_SEED, None);
        self.agent.new_game(self.game_seed);
        match decided {
            Ok(decision) => {
                Ok(decision.map_or(PASS.to_owned(), |decision| decision.mv.to_string()))
            }
            Err(Forfeit::Resigned) => Ok("resign".to_owned()),
            Err(forfeit) => Err(forfeit.into()),
        }
    }

    /// The agent's decision for a colour, which is remembered; `None` when the colour cannot move.
    fn ask(
        &mut self,
        colour: Colour,
        seed: u64,
        time_left: Option<TimeLeft>,
    ) -> Result<Option<Decision>, Forfeit> {
        let Some(game) = turn_of(&self.game, colour) else { return Ok(None) };
        let mover = game.position().player_of(colour);
        let stop = Stop::default();
        let budget = Budget { time: self.limit, ..Budget::default() };
        let turn = Turn { budget, time_left, ..Turn::new(&game, seed, &stop) };
        let decision = turn.ask(self.agent.as_mut())?;
        self.last = Some(Thought { mover, decision: decision.clone() });
        Ok(Some(decision))
    }

    /// Thinks ahead until the stop is raised, if that is wanted and the game is not over.
    pub fn ponder(&mut self, stop: &Stop) {
        if self.ponders && !self.game.position().is_over() {
            Turn::new(&self.game, self.game_seed, stop).ponder(self.agent.as_mut());
        }
    }

    pub(super) fn get_value(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        let value = self.last.as_ref().and_then(|thought| {
            let values = thought.decision.values.as_ref()?;
            values.get(thought.mover.index())
        });
        value.map(|value| format!("{value:.4}")).ok_or(Refusal::NoDecision("a value"))
    }

    pub(super) fn move_values(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        let thought = self.last.as_ref().ok_or(Refusal::NoDecision("candidates"))?;
        let candidates = thought.decision.candidates.iter();
        let lines = candidates.map(|candidate| {
            format!("{} {:.4} {}", candidate.visits, candidate.value, candidate.mv)
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}
