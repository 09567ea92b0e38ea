//! Playing all games of a plan, on several threads, until they are played or enough is known.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, mpsc};
use std::thread;

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
    #[error("cannot start {count} threads: {error}")]
    Threads {
        /// How many were wanted.
        count: usize,
        /// What the system says.
        error: io::Error,
    },
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
        mut watch: impl FnMut(&GameResult, &[GameResult]) -> ControlFlow<()>,
    ) -> Result<(), ArenaError> {
        let played: BTreeSet<u64> = self.results.iter().map(|result| result.game).collect();
        let missing = self.schedule.fixtures().filter(|fixture| !played.contains(&fixture.game));
        let fixtures = Mutex::new(missing);
        let copies = self.copies();
        let mut teams = Vec::new();
        for _ in 0..concurrency.max(1) {
            teams.push(Team::new(&self.registry, &self.plan.entrants, &copies)?);
        }
        let stop = stop.part();
        let referee = Referee {
            plan: &self.plan,
            tables: self.schedule.tables().clone(),
            stop: stop.clone(),
        };
        let (sender, games) = mpsc::channel();
        thread::scope(|scope| {
            // However this ends, nobody goes on playing.
            let _halt = Halt(&stop);
            for mut team in teams {
                let (sender, fixtures, referee) = (sender.clone(), &fixtures, &referee);
                let work = move || {
                    while !referee.stop.is_raised() {
                        let next = fixtures.lock().expect("nobody panics with it").next();
                        let Some(fixture) = next else { return };
                        let Some(result) = referee.play(&fixture, &mut team) else { return };
                        if sender.send(result).is_err() {
                            return;
                        }
                    }
                };
                let started = thread::Builder::new().spawn_scoped(scope, work);
                started.map_err(|error| ArenaError::Threads { count: concurrency, error })?;
            }
            drop(sender);
            for result in games {
                if let Some(store) = &mut self.store {
                    store.add(&self.plan, self.schedule.tables(), &result)?;
                }
                let at = self.results.partition_point(|earlier| earlier.game < result.game);
                self.results.insert(at, result);
                if watch(&self.results[at], &self.results).is_break() {
                    return Ok(());
                }
            }
            Ok(())
        })
    }

    /// How many agents of each entrant sit at the table together.
    fn copies(&self) -> Vec<usize> {
        let mut copies = vec![0; self.plan.entrants.len()];
        for seats in self.schedule.groups() {
            for (entrant, most) in copies.iter_mut().enumerate() {
                *most = (*most).max(seats.iter().filter(|&&seat| seat == entrant).count());
            }
        }
        copies
    }
}

/// Raises a stop when it goes out of scope.
pub(crate) struct Halt<'s>(pub &'s Stop);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}
