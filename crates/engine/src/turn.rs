//! Asking an agent for its move in a game.

use cornerwise_core::{Game, Move, Position, game_rng};

use crate::agent::{Agent, Context};
use crate::budget::{Budget, Stop};
use crate::decision::{Decision, Forfeit};
use crate::timing::TimeLeft;

/// A turn in a game that is not over: what an agent is asked under.
///
/// Chance depends on the seed of the game and the number of moves played, so that a game is the same
/// wherever it is played, and a move that was taken back gets the same answer again.
///
/// ```
/// use cornerwise_core::{Game, Position};
/// use cornerwise_engine::{Stop, Turn, agent};
/// let mut game = Game::new(Position::start("5x5".parse().unwrap()));
/// let mut agent = agent("largest").unwrap();
/// let stop = Stop::default();
/// agent.new_game(7);
/// while !game.position().is_over() {
///     let decision = Turn::new(&game, 7, &stop).ask(agent.as_mut()).unwrap();
///     game.play(decision.mv).unwrap();
/// }
/// ```
pub struct Turn<'a> {
    /// The position; the game is not over.
    pub position: &'a Position,
    /// The moves from the start of the game to the position; empty when they do not tell it.
    pub history: &'a [Move],
    /// What chance in the game depends on.
    pub seed: u64,
    /// What the caller allows, besides the agent's own limits.
    pub budget: Budget,
    /// What is left on the player's clock, where one runs; the budget is made to keep to it.
    pub time_left: Option<TimeLeft>,
    /// Raised from outside to end the search.
    pub stop: &'a Stop,
    /// Told what the agent thinks so far, now and then.
    pub report: Option<&'a mut dyn FnMut(&Decision)>,
}

impl<'a> Turn<'a> {
    /// A turn without limits.
    pub fn new(game: &'a Game, seed: u64, stop: &'a Stop) -> Turn<'a> {
        let is_told_by_moves = game.start().moves_played() == 0 && game.is_in_order();
        let history = if is_told_by_moves { game.moves() } else { &[] };
        Turn::at(game.position(), history, seed, stop)
    }

    /// A turn without limits at a position that these moves have led to, for those who keep no positions of the past.
    pub fn at(position: &'a Position, history: &'a [Move], seed: u64, stop: &'a Stop) -> Turn<'a> {
        let budget = Budget::default();
        Turn { position, history, seed, budget, time_left: None, stop, report: None }
    }

    /// The agent's decision; its move is legal.
    ///
    /// # Errors
    /// When the agent resigns, breaks down or answers an illegal move.
    pub fn ask(self, agent: &mut dyn Agent) -> Result<Decision, Forfeit> {
        let position = self.position;
        let decision = self.with_context(|context| agent.decide(position, context))?;
        if let (Some(colour), mv) = (position.to_play(), decision.mv) {
            let refused = |error| Forfeit::Failed(format!("illegal move {mv}: {error}"));
            position.check(colour, mv).map_err(refused)?;
        }
        Ok(decision)
    }

    /// Lets the agent think ahead, until the stop is raised.
    pub fn ponder(self, agent: &mut dyn Agent) {
        let position = self.position;
        self.with_context(|context| agent.ponder(position, context));
    }

    fn with_context<T>(self, ask: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let mut rng = game_rng(self.seed, self.position.moves_played() as u64);
        let time = self.time_left.map(|left| left.allot(self.position));
        let mut context = Context {
            budget: self.budget.and(Budget { time, ..Budget::default() }),
            history: self.history,
            time_left: self.time_left,
            limit: self.budget.time,
            report: self.report.map(|report| report as &mut dyn FnMut(&Decision)),
            ..Context::new(self.stop, &mut rng)
        };
        ask(&mut context)
    }
}
