//! The side of GTP that plays: commands in, responses out, in the dialect that Pentobi's engine speaks.
//!
//! An [`Engine`] is a game, an agent and clocks, and executes one command at a time. A [`session()`] reads the
//! commands from a stream and writes the responses to another.

mod about;
mod analysis;
mod board;
mod call;
mod choice;
mod clocks;
mod game_files;
mod inbox;
mod refusal;
mod session;
mod settings;
mod table;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cornerwise_core::{Colour, Game, Player, Position, Tables, Variant};
use cornerwise_engine::{Agent, Decision, Registry, SpecError};

pub use analysis::Analysis;
pub use refusal::Refusal;
pub use session::session;
pub use table::{COMMANDS, Row};

use crate::protocol::{Command, Response};
use call::Call;
use clocks::Clocks;
use table::Handler;

/// What an engine begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game until `set_game` says another one.
    pub variant: Variant,
    /// The spec of the agent that plays.
    pub agent: String,
    /// What chance depends on; without one, it is another in every game.
    pub seed: Option<u64>,
    /// The longest time for a move, besides the agent's own limits.
    pub time: Option<Duration>,
    /// Whether the agent thinks on after its move, until the next command.
    pub ponder: bool,
}

/// A game, and an agent that plays it.
///
/// ```
/// use cornerwise_engine::Registry;
/// use cornerwise_gtp::engine::{Engine, Options, Reply};
/// use cornerwise_gtp::protocol::Command;
///
/// let variant = "duo".parse().unwrap();
/// let agent = "largest".to_owned();
/// let options = Options { variant, agent, seed: Some(1), time: None, ponder: false };
/// let mut engine = Engine::new(Registry::default(), options).unwrap();
/// let reply = engine.execute(&Command::read("7 play b e10").unwrap());
/// let Reply::Response(response) = reply else { panic!() };
/// assert_eq!(response.to_string(), "=7 \n\n");
/// assert_eq!(engine.game().moves().len(), 1);
/// ```
pub struct Engine {
    registry: Registry,
    spec: String,
    agent: Box<dyn Agent>,
    limit: Option<Duration>,
    ponders: bool,
    /// The seed that was asked for.
    seed: Option<u64>,
    /// The seed of the game at hand.
    game_seed: u64,
    game: Game,
    clocks: Clocks,
    last: Option<Thought>,
}

/// The last decision and whose it was.
struct Thought {
    mover: Player,
    decision: Decision,
}

/// What comes of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A response.
    Response(Response),
    /// A response with a move; [`Engine::ponder`] may think on until there is another command.
    Move(Response),
    /// A response after which there is no other.
    Last(Response),
    /// A response that is a stream: [`Engine::analyse`] makes its lines until there is another command.
    Analysis {
        /// The number of the command.
        id: Option<u64>,
        /// What is wanted.
        analysis: Analysis,
    },
}

impl Engine {
    /// An engine at the beginning of a game.
    ///
    /// # Errors
    /// When the spec is not one of the registry's.
    pub fn new(registry: Registry, options: Options) -> Result<Engine, SpecError> {
        let agent = registry.agent(&options.agent)?;
        let mut engine = Engine {
            registry,
            spec: options.agent,
            agent,
            limit: options.time,
            ponders: options.ponder,
            seed: options.seed,
            game_seed: 0,
            game: Game::new(Position::start(options.variant)),
            clocks: Clocks::default(),
            last: None,
        };
        engine.begin();
        Ok(engine)
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Does what a command asks.
    pub fn execute(&mut self, command: &Command) -> Reply {
        let id = command.id;
        let Some(row) = Row::of(&command.name) else {
            let unknown = Refusal::UnknownCommand(cornerwise_core::excerpt(&command.name));
            return Reply::Response(Response { id, result: Err(unknown.to_string()) });
        };
        let call = Call { row, command };
        let result = match row.handler {
            Handler::Answer(answer) => answer(self, &call),
            Handler::Decide(decide) => {
                let result = decide(self, &call).map_err(|refusal| refusal.to_string());
                return Reply::Move(Response { id, result });
            }
            Handler::Quit => {
                return Reply::Last(Response { id, result: Ok(String::new()) });
            }
            Handler::Analyse => match self.read_analysis(&call) {
                Ok(analysis) => return Reply::Analysis { id, analysis },
                Err(refusal) => Err(refusal),
            },
        };
        Reply::Response(Response { id, result: result.map_err(|refusal| refusal.to_string()) })
    }

    /// Another game of the variant with these rules.
    fn set_variant(&mut self, variant: &Variant) {
        let tables = self.tables_of(variant);
        self.set_game(Game::new(Position::new(&tables)));
    }

    /// Another game, which may have moves already.
    fn set_game(&mut self, game: Game) {
        self.game = game;
        self.begin();
    }

    /// Tells all concerned that another game has begun.
    fn begin(&mut self) {
        self.game_seed = self.seed.unwrap_or_else(fresh_seed);
        self.agent.new_game(self.game_seed);
        self.clocks.restart();
        self.last = None;
    }

    /// The tables of a variant, made anew only where the game at hand has other ones.
    fn tables_of(&self, variant: &Variant) -> Arc<Tables> {
        let tables = self.game.position().tables();
        if tables.variant() == variant { Arc::clone(tables) } else { Tables::new(variant.clone()) }
    }
}

/// The game as if it were a colour's turn; `None` when the colour cannot move.
fn turn_of(game: &Game, colour: Colour) -> Option<Cow<'_, Game>> {
    let position = game.position();
    if position.to_play() == Some(colour) {
        return Some(Cow::Borrowed(game));
    }
    position.with_turn(colour).map(|position| Cow::Owned(Game::new(position)))
}

/// A seed that is new each time.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
