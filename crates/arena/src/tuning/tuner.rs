//! Letting what SPSA proposes play.

use std::ops::ControlFlow;
use std::path::Path;

use cornerwise_dataset::pool;
use cornerwise_engine::{Registry, Stop};

use super::log::{Iteration, Log};
use super::plan::TuningPlan;
use super::spsa::{Spsa, Trial};
use crate::arena::ArenaError;
use crate::referee::{Referee, Team};
use crate::result::{End, GameResult};
use crate::rounds::Rounds;
use crate::schedule::{Fixture, Schedule};

/// The two sides of a trial and the opponent that both may have, as entrants.
const PLUS: usize = 0;
const MINUS: usize = 1;
const OPPONENT: usize = 2;

/// A tuning run.
pub struct Tuner {
    plan: TuningPlan,
    registry: Registry,
    spsa: Spsa,
    log: Option<Log>,
    iterations: Vec<Iteration>,
}

impl Tuner {
    /// Makes ready; with a directory, goes on with the iterations that are there.
    ///
    /// # Errors
    /// When the plan cannot be carried out, or the directory holds something else or cannot be used.
    pub fn new(
        plan: TuningPlan,
        registry: &Registry,
        directory: Option<&Path>,
    ) -> Result<Tuner, ArenaError> {
        // Whatever is wrong is told before anything is written.
        Schedule::new(&plan.play)?;
        let mut spsa = Spsa::new(&plan.knobs, plan.gains, plan.play.seed);
        let (log, iterations) = match directory {
            None => (None, Vec::new()),
            Some(directory) => {
                let (log, iterations) = Log::open(directory, &plan)?;
                (Some(log), iterations)
            }
        };
        for iteration in &iterations {
            spsa.resume(&iteration.theta);
        }
        Ok(Tuner { plan, registry: registry.clone(), spsa, log, iterations })
    }

    /// What is tuned.
    pub fn plan(&self) -> &TuningPlan {
        &self.plan
    }

    /// The iterations so far.
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// Goes on until there are so many iterations in all, or the stop is raised, with so many games at once. `watch` sees each
    /// iteration. One that is interrupted does not count.
    ///
    /// An iteration depends on the plan, its number and the values before it alone, so that the results are the same for any
    /// number of threads and after any interruption.
    ///
    /// # Errors
    /// When values that belong to each other are no agent, an iteration cannot be kept, or threads cannot be started.
    pub fn run(
        &mut self,
        count: u64,
        concurrency: usize,
        stop: &Stop,
        mut watch: impl FnMut(&Iteration),
    ) -> Result<(), ArenaError> {
        let games = self.plan.play.games;
        let mut play = self.plan.play.clone();
        play.games = games * count;
        let schedule = Schedule::new(&play)?;
        let done = self.spsa.iteration();
        let mut fixtures = schedule.fixtures().skip((games * done) as usize);
        let mut teams = self.teams(&schedule, concurrency)?;
        for _ in done..count {
            let fixtures: Vec<Fixture> = fixtures.by_ref().take(games as usize).collect();
            let trial = self.spsa.trial();
            for (side, values) in [(PLUS, &trial.plus), (MINUS, &trial.minus)] {
                let spec = self.plan.spec_with(&self.registry, values)?;
                for team in &mut teams {
                    team.renew(&self.registry, side, &spec)?;
                }
            }
            let fixtures = self.sides(fixtures);
            let expected = fixtures.len();
            let referee = Referee {
                plan: &self.plan.play,
                tables: schedule.tables().clone(),
                stop: stop.part(),
            };
            let mut results = Vec::new();
            let play = |fixture, team: &mut Team| referee.play(&fixture, team);
            pool::run(fixtures.into_iter(), &mut teams, &referee.stop, play, |result| {
                results.push(result);
                Ok::<_, ArenaError>(ControlFlow::Continue(()))
            })?;
            if results.len() < expected {
                return Ok(());
            }
            self.learn(trial, &results)?;
            watch(self.iterations.last().expect("one was just learned"));
        }
        Ok(())
    }

    /// The agents of each thread. Those of both sides change with every iteration; an opponent stays.
    fn teams(&self, schedule: &Schedule, concurrency: usize) -> Result<Vec<Team>, ArenaError> {
        let mut specs = vec![self.plan.spec.clone(); 2];
        let mut copies = schedule.copies(2);
        if let Some(opponent) = &self.plan.against {
            specs.push(opponent.clone());
            copies = vec![copies[0], copies[0], copies[1]];
        }
        let team = |_| Team::new(&self.registry, &specs, &copies);
        Ok((0..concurrency.max(1)).map(team).collect::<Result<_, _>>()?)
    }

    /// Who plays the games of an iteration: both sides against each other, or each of them the same games against the opponent, with
    /// the same openings and the same chance.
    fn sides(&self, fixtures: Vec<Fixture>) -> Vec<Fixture> {
        if self.plan.against.is_none() {
            return fixtures;
        }
        let with = |fixture: &Fixture, side: usize| {
            let seats = fixture.seats.iter().map(|&who| if who == 0 { side } else { OPPONENT });
            Fixture { seats: seats.collect(), ..fixture.clone() }
        };
        fixtures.iter().flat_map(|fixture| [with(fixture, PLUS), with(fixture, MINUS)]).collect()
    }

    fn learn(&mut self, trial: Trial, results: &[GameResult]) -> Result<(), ArenaError> {
        let score = |a, b| Rounds::between(results, a, b).score().unwrap_or(0.5);
        let scores = match self.plan.against {
            None => [score(PLUS, MINUS), score(MINUS, PLUS)],
            Some(_) => [score(PLUS, OPPONENT), score(MINUS, OPPONENT)],
        };
        let iteration = self.spsa.iteration();
        self.spsa.learn(&trial, scores[0] - scores[1]);
        let failed = results.iter().filter(|game| matches!(game.end, End::Forfeit { .. }));
        let forfeits = failed.count() as u64;
        let theta = self.spsa.theta().to_vec();
        let learned = Iteration { iteration, trial, scores, forfeits, theta };
        if let Some(log) = &mut self.log {
            log.add(&learned)?;
        }
        self.iterations.push(learned);
        Ok(())
    }
}
