//! Playing all games of a plan, on several threads, until they are played or enough is known.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::path::Path;

use cornerwise_dataset::pool::{self, ThreadsError};
use cornerwise_engine::{Registry, SpecError, Stop};

use crate::plan::{Plan, PlanError};
use crate::referee::{Referee, Team};
use crate::result::GameResult;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// Why nothing, or not all, was played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The plan cannot be carried out.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A spec names no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The directory of results cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// A plan that is being played.
pub struct Arena {
    plan: Plan,
    schedule: Schedule,
    registry: Registry,
    store: Option<Store>,
    /// In order of their numbers.
    results: Vec<GameResult>,
    /// Games that were there at the beginning.
    kept: usize,
}

impl Arena {
    /// Makes ready for a plan; with a directory, goes on with the games that are there.
    ///
    /// # Errors
    /// When the plan cannot be carried out, a spec is wrong, or the directory cannot be used.
    pub fn new(
        plan: Plan,
        registry: &Registry,
        directory: Option<&Path>,
    ) -> Result<Arena, ArenaError> {
        let schedule = Schedule::new(&plan)?;
        // A wrong spec is told before anything is written.
        Team::new(registry, &plan.entrants, &vec![1; plan.entrants.len()])?;
        let (store, results) = match directory {
            None => (None, Vec::new()),
            Some(directory) => {
                let (store, results) = Store::open(directory, &plan)?;
                (Some(store), results)
            }
        };
        let kept = results.len();
        Ok(Arena { plan, schedule, registry: registry.clone(), store, results, kept })
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its games.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The games so far, in order of their numbers.
    pub fn results(&self) -> &[GameResult] {
        &self.results
    }

    /// How many games were there before this run.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Plays the games that are missing, so many at once. After each, `watch` sees it and all results so far, and may
    /// end the run; so does the stop. A game that is interrupted does not count.
    ///
    /// A game depends on the plan and its number alone, so that the results are the same for any number of threads
    /// and after any interruption.
    ///
    /// # Errors
    /// When a game cannot be kept, or threads cannot be started.
    pub fn run(
        &mut self,
        concurrency: usize,
        stop: &Stop,
        watch: impl FnMut(&GameResult, &[GameResult]) -> ControlFlow<()>,
    ) -> Result<(), ArenaError> {
        self.run_part(0..self.schedule.len(), concurrency, stop, watch)
    }

    /// Plays those of these games that are missing, by their numbers. Parts that are played elsewhere give the results that the whole would
    /// have given.
    ///
    /// # Errors
    /// When a game cannot be kept, or threads cannot be started.
    pub fn run_part(
        &mut self,
        games: Range<u64>,
        concurrency: usize,
        stop: &Stop,
        mut watch: impl FnMut(&GameResult, &[GameResult]) -> ControlFlow<()>,
    ) -> Result<(), ArenaError> {
        let played: BTreeSet<u64> = self.results.iter().map(|result| result.game).collect();
        let is_missing = |game: u64| games.contains(&game) && !played.contains(&game);
        let missing = self.schedule.fixtures().filter(|fixture| is_missing(fixture.game));
        let copies = self.schedule.copies(self.plan.entrants.len());
        let mut teams = Vec::new();
        for _ in 0..concurrency.max(1) {
            teams.push(Team::new(&self.registry, &self.plan.entrants, &copies)?);
        }
        let referee =
            Referee { plan: &self.plan, tables: self.schedule.tables().clone(), stop: stop.part() };
        let (store, results) = (&mut self.store, &mut self.results);
        let play = |fixture, team: &mut Team| referee.play(&fixture, team);
        pool::run(missing, &mut teams, &referee.stop, play, |result| {
            if let Some(store) = store {
                store.add(&self.plan, self.schedule.tables(), &result)?;
            }
            let at = results.partition_point(|earlier| earlier.game < result.game);
            results.insert(at, result);
            Ok(watch(&results[at], results))
        })
    }
}
