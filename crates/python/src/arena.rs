//! Matches and tournaments.

use std::ops::ControlFlow;

use cornerwise_arena::{
    Arena, ArenaError, EloEstimate, End, Format, GameResult, Limits, Movers, Openings, Plan,
    PlanError, Rounds, Standings,
};
use cornerwise_core::Variant;
use cornerwise_engine::Stop;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::registry;
use crate::budget::PyBudget;
use crate::error::{AgentError, DataError, IntoException, OptionError, OrRaise, wrong_option};
use crate::moves::PyMove;
use crate::variant::VariantLike;
use crate::work::interruptible;

impl IntoException for PlanError {
    fn exception(self) -> PyErr {
        OptionError::new_err(self.to_string())
    }
}

impl IntoException for ArenaError {
    fn exception(self) -> PyErr {
        match self {
            ArenaError::Spec(error) => error.exception(),
            ArenaError::Plan(error) => error.exception(),
            ArenaError::Store(_) | ArenaError::Threads(_) => AgentError::new_err(self.to_string()),
        }
    }
}

/// What is played, as keywords say it.
#[derive(FromPyObject)]
pub struct PlanLike {
    #[pyo3(item)]
    agents: Vec<String>,
    #[pyo3(item)]
    variant: VariantLike,
    #[pyo3(item)]
    format: String,
    #[pyo3(item)]
    games: u64,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    openings: Option<String>,
    #[pyo3(item)]
    budget: Option<PyBudget>,
}

impl PlanLike {
    fn plan(self) -> PyResult<Plan> {
        let variant = self.variant.variant()?;
        let (agents, games) = (self.agents, self.games);
        let tournament = |format| Plan::of_tournament(&variant, agents.clone(), format, games);
        let mut plan = match self.format.as_str() {
            "match" => Plan::of_match(&variant, &agents, games),
            "round_robin" => tournament(Format::RoundRobin),
            "gauntlet" => tournament(Format::Gauntlet),
            "ladder" => tournament(Format::Ladder),
            word => {
                return Err(wrong_option(format!(
                    "unknown format \"{word}\"; there are round_robin, gauntlet and ladder"
                )));
            }
        }
        .or_raise()?;
        plan.seed = self.seed;
        plan.openings = openings(self.openings.as_deref(), &variant).or_raise()?;
        if let Some(PyBudget(budget)) = self.budget {
            let (seconds, simulations) = (budget.time.map(|t| t.as_secs_f64()), budget.simulations);
            plan.limits = Limits { seconds, simulations, nodes: budget.nodes, clock: None };
        }
        Ok(plan)
    }
}

/// Balanced openings where there is a set, else random ones, unless a word says otherwise.
fn openings(word: Option<&str>, variant: &Variant) -> Result<Openings, PlanError> {
    match word {
        Some(word) => Openings::named(word, variant),
        None => {
            Openings::named("balanced", variant).or_else(|_| Openings::named("random", variant))
        }
    }
}

/// How many games are played, and what the entrants are called.
#[pyfunction]
pub fn plan_games(plan: PlanLike) -> PyResult<(u64, Vec<String>)> {
    let plan = plan.plan()?;
    let names = plan.names();
    let arena = Arena::new(plan, registry(), None).or_raise()?;
    Ok((arena.schedule().len(), names))
}

/// Plays games with these numbers, from the first up to the second; answers a line for each, in order.
#[pyfunction]
#[pyo3(signature = (plan, *, first, last, threads))]
pub fn play_games(
    py: Python<'_>,
    plan: PlanLike,
    first: u64,
    last: u64,
    threads: usize,
) -> PyResult<Vec<String>> {
    let plan = plan.plan()?;
    let stop = Stop::default();
    let arena = interruptible(py, &stop, || {
        let mut arena = Arena::new(plan, registry(), None)?;
        arena.run_part(first..last, threads, &stop, |_, _| ControlFlow::Continue(()))?;
        Ok::<_, ArenaError>(arena)
    })?;
    let line = |result: &GameResult| {
        serde_json::to_string(result).map_err(|error| DataError::new_err(error.to_string()))
    };
    arena.results().iter().map(line).collect()
}

fn results(lines: &[String], entrants: usize) -> PyResult<Vec<GameResult>> {
    let read = |(number, line): (usize, &String)| {
        let wrong = |reason: String| DataError::new_err(format!("line {}: {reason}", number + 1));
        let result: GameResult =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        result.check(entrants).map_err(|error| wrong(error.to_string()))?;
        Ok(result)
    };
    lines.iter().enumerate().map(read).collect()
}

/// The games of lines.
#[pyfunction]
pub fn read_games(
    py: Python<'_>,
    lines: Vec<String>,
    entrants: usize,
) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let games = results(&lines, entrants)?;
    let game = |game: &GameResult| {
        let dict = PyDict::new(py);
        dict.set_item("game", game.game)?;
        dict.set_item("round", game.round)?;
        dict.set_item("seats", &game.seats)?;
        dict.set_item("seed", game.seed)?;
        dict.set_item("opening", game.opening)?;
        let moves: Vec<PyMove> = game.moves.iter().copied().map(PyMove).collect();
        dict.set_item("moves", moves)?;
        dict.set_item("ranks", &game.ranks)?;
        dict.set_item("scores", &game.scores)?;
        let forfeit = match &game.end {
            End::Forfeit { player, reason } => Some((*player, reason.clone())),
            End::Played | End::Adjudicated => None,
        };
        dict.set_item("forfeit", forfeit)?;
        Ok(dict)
    };
    games.iter().map(game).collect()
}

/// Score, Elo with both ends of its interval, and likelihood of superiority of the first entrant against the second.
type Estimate = (f64, Option<f64>, Option<f64>, Option<f64>, f64);

/// What lines say of the first entrant against the second; `None` if they have not met.
#[pyfunction]
pub fn estimate(lines: Vec<String>, entrants: usize) -> PyResult<Option<Estimate>> {
    let rounds = Rounds::between(&results(&lines, entrants)?, 0, 1);
    let estimate = EloEstimate::of(&rounds);
    Ok(estimate.map(|elo| (elo.score, elo.elo, elo.low, elo.high, elo.superiority)))
}

/// Name, games, wins, draws, losses, points, Elo and half of its interval.
type Row = (String, u64, u64, u64, u64, f64, f64, f64);

/// What lines say of all entrants, the best first.
#[pyfunction]
pub fn standings(names: Vec<String>, lines: Vec<String>) -> PyResult<Vec<Row>> {
    let standings = Standings::new(&names, &results(&lines, names.len())?, &Movers::default());
    let row = |(_, row): (usize, &cornerwise_arena::Row)| {
        let (elo, margin) = (row.rating.elo, row.rating.margin);
        (row.name.clone(), row.games, row.wins, row.draws, row.losses, row.points, elo, margin)
    };
    Ok(standings.sorted().map(row).collect())
}
