//! Games of an agent against itself.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cornerwise_core::{Game, Position, Tables, VariantError, game_rng};
use cornerwise_dataset::journal::{self, Journal};
use cornerwise_dataset::pool::{self, ThreadsError};
use cornerwise_dataset::{FileError, damaged};
use cornerwise_engine::{Agent, Decision, Forfeit, Registry, SpecError, Stop, Turn};
use rand::RngExt;

use crate::lesson::{Lesson, SearchedGame};
use crate::opening;
use crate::plan::Plan;
use crate::priors::Sight;

/// Keeps the chance of these games apart from that of others with the same seed.
const GAME_CHANCE: u64 = 0x7072_696f;

/// Why nothing, or not all, was played.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The spec names no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There are games of something else.
    #[error(
        "{0}: it holds other games; choose another file, or the same variant, agent, seed and random plies"
    )]
    AnotherPlan(PathBuf),
    /// The agent has no move.
    #[error("game {game}: agent \"{agent}\": {forfeit}")]
    Forfeit {
        /// Counted from 1.
        game: u64,
        /// Its spec.
        agent: String,
        /// Why.
        forfeit: Forfeit,
    },
    /// The agent does not search, or does not tell.
    #[error("agent \"{0}\" does not tell how often it tried each move; one that does is mcts")]
    NoVisits(String),
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// A file of games that grows.
///
/// A game depends on the plan and its number alone, and games are written in order: the file is the same for
/// any number of threads and after any interruption.
pub struct SelfPlay {
    plan: Plan,
    tables: Arc<Tables>,
    registry: Registry,
    journal: Journal,
    /// Whether the file has its first line. It is written with the first game, so that an agent that cannot
    /// play leaves nothing behind that keeps another one out.
    is_begun: bool,
    kept: u64,
}

impl SelfPlay {
    /// Opens the file of a plan, or begins it. Whatever is wrong is told before anything is written.
    ///
    /// # Errors
    /// When the plan cannot be carried out, or the file holds something else or cannot be used.
    pub fn open(plan: Plan, registry: &Registry, path: &Path) -> Result<SelfPlay, SelfPlayError> {
        let tables = Tables::new(plan.variant()?);
        registry.agent(&plan.agent)?;
        let (journal, bytes) = Journal::open_alone(path)?;
        let mut lines = journal::lines(&bytes);
        let first = lines.next();
        if let Some((number, line)) = first {
            let known: Plan = journal::entry(path, number, line)?;
            if known != plan {
                return Err(SelfPlayError::AnotherPlan(path.to_owned()));
            }
        }
        let is_begun = first.is_some();
        let mut kept = 0;
        for (number, line) in lines {
            read_game(path, number, line, &tables, kept)?;
            kept += 1;
        }
        Ok(SelfPlay { plan, tables, registry: registry.clone(), journal, is_begun, kept })
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.kept
    }

    /// Plays until there are so many games in all, or the stop is raised, so many at once. `watch` sees each game when
    /// it is kept. A game that is interrupted does not count.
    ///
    /// # Errors
    /// When the agent cannot play or does not search, a game cannot be kept, or threads cannot be started.
    pub fn run(
        &mut self,
        count: u64,
        concurrency: usize,
        stop: &Stop,
        mut watch: impl FnMut(&SearchedGame),
    ) -> Result<(), SelfPlayError> {
        let mut players = Vec::new();
        for _ in 0..concurrency.max(1) {
            let agent = self.registry.agent(&self.plan.agent)?;
            players.push(Player { agent, sight: Sight::default() });
        }
        let stop = stop.part();
        let (plan, tables) = (&self.plan, &self.tables);
        let play = |game: u64, player: &mut Player| player.play(plan, tables, game, &stop);
        let (journal, is_begun, kept) = (&mut self.journal, &mut self.is_begun, &mut self.kept);
        let mut waiting = BTreeMap::new();
        pool::run(*kept..count, &mut players, &stop, play, |game| {
            let game: SearchedGame = game?;
            waiting.insert(game.game, game);
            while let Some(next) = waiting.remove(kept) {
                if !*is_begun {
                    journal.add(plan)?;
                    *is_begun = true;
                }
                journal.add(&next)?;
                *kept += 1;
                watch(&next);
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// Reads the next game of a file.
pub(crate) fn read_game(
    path: &Path,
    number: usize,
    line: &[u8],
    tables: &Arc<Tables>,
    expected: u64,
) -> Result<Lesson, FileError> {
    let game: SearchedGame = journal::entry(path, number, line)?;
    let error = |reason: &str| damaged(path, Some(number), reason);
    if game.game != expected {
        return Err(error(&format!("game {}, where game {expected} is next", game.game)));
    }
    Lesson::new(tables, game).map_err(|problem| error(&problem.to_string()))
}

/// Who plays the games of one thread. One agent sits in all seats, so that what it found out in one turn is of use
/// in the next.
struct Player {
    agent: Box<dyn Agent>,
    sight: Sight,
}

impl Player {
    /// Plays a game; `None` when it was interrupted.
    fn play(
        &mut self,
        plan: &Plan,
        tables: &Arc<Tables>,
        number: u64,
        stop: &Stop,
    ) -> Option<Result<SearchedGame, SelfPlayError>> {
        let mut rng = game_rng(plan.seed ^ GAME_CHANCE, number);
        let seed: u32 = rng.random();
        let mut game = Game::new(Position::new(tables));
        opening::play(&mut game, plan.random_plies, &mut self.sight, &mut rng);
        let opening = game.moves().len();
        self.agent.new_game(seed.into());
        let mut visits = Vec::new();
        while !game.position().is_over() {
            let asked = Turn::new(&game, seed.into(), stop).ask(self.agent.as_mut());
            if stop.is_raised() {
                return None;
            }
            let decision = match asked {
                Ok(decision) => decision,
                Err(forfeit) => {
                    let (game, agent) = (number + 1, plan.agent.clone());
                    return Some(Err(SelfPlayError::Forfeit { game, agent, forfeit }));
                }
            };
            visits.push(places(&game, &decision));
            game.play(decision.mv).expect("a turn answers legal moves");
        }
        if visits.iter().all(Vec::is_empty) && !visits.is_empty() {
            return Some(Err(SelfPlayError::NoVisits(plan.agent.clone())));
        }
        let moves = game.moves().iter().map(ToString::to_string).collect();
        Some(Ok(SearchedGame { game: number, seed, opening, moves, visits }))
    }
}

/// The visits of a decision by the places of the moves among the legal ones; none if the agent did not search.
fn places(game: &Game, decision: &Decision) -> Vec<(u16, u32)> {
    let legal = game.position().legal_moves();
    let tried = decision.candidates.iter().filter(|candidate| candidate.visits > 0);
    let mut visits: Vec<(u16, u32)> = tried
        .filter_map(|candidate| {
            let place = legal.binary_search(&candidate.mv).ok()?;
            Some((place as u16, candidate.visits.try_into().unwrap_or(u32::MAX)))
        })
        .collect();
    visits.sort_unstable();
    visits
}
