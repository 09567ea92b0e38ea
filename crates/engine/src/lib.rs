//! Agents that play Blokus, from greedy to searching.
//!
//! There is one way to choose a move: an [`Agent`] gets a position and a [`Budget`] and answers a
//! [`Decision`]. Agents are named by specs such as `uct:sims=1000,c=0.7`, which [`agent()`] reads with the
//! parameter tables of the registry.
//!
//! ```
//! use cornerwise_core::{Game, Position};
//! use cornerwise_engine::{Stop, Turn};
//! let game = Game::new(Position::start("7x7".parse().unwrap()));
//! let mut agent = cornerwise_engine::agent("mcts:sims=100").unwrap();
//! let decision = Turn::new(&game, 1, &Stop::default()).ask(agent.as_mut()).unwrap();
//! assert!(game.position().is_legal(decision.mv));
//! assert_eq!(decision.candidates[0].mv, decision.mv);
//! ```

mod agent;
mod alphabeta;
mod book;
mod budget;
mod decision;
mod evaluation;
pub mod evaluator;
pub mod exact;
mod features;
pub mod files;
mod greedy;
mod guard;
mod levels;
mod math;
mod mcts;
pub mod memory;
mod mixed;
mod montecarlo;
mod outcome;
mod parameter;
mod registry;
mod relaxed;
mod running_stats;
mod shared_files;
mod spec;
mod timing;
mod turn;

pub use agent::{Agent, Context};
pub use book::{Book, BookError, BookMakingError, BookSearch, Page, Recipe};
pub use budget::{Budget, Clock, Stop};
pub use decision::{Candidate, Counters, Decision, Forfeit};
pub use evaluation::{EVALUATIONS, Evaluation, NamedEvaluation, Term};
pub use features::Feature;
pub use guard::{Guard, Needs};
pub use mcts::mcts_with_model;
pub use outcome::PerPlayer;
pub use parameter::{Parameter, ParameterKind, Settings, read_time};
pub use registry::{AgentKind, Registry, agent};
pub use spec::{Spec, SpecError};
pub use timing::{TimeLeft, TimeLeftError};
pub use turn::Turn;
