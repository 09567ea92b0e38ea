//! Matches.

use std::ops::ControlFlow;

use cornerwise_arena::{
    Arena, ArenaError, EloEstimate, End, Limits, Openings, Plan, PlanError, Rounds,
};
use cornerwise_engine::Stop;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::registry;
use crate::budget::PyBudget;
use crate::error::{AgentError, IntoException, OptionError, OrRaise};
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

/// Plays a match; answers its games and what they say of the first two agents.
#[pyfunction]
#[pyo3(signature = (agents, variant, *, games, seed, openings, budget, threads))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of the package's function")]
pub fn play_match<'py>(
    py: Python<'py>,
    agents: Vec<String>,
    variant: VariantLike,
    games: u64,
    seed: u64,
    openings: Option<&str>,
    budget: Option<PyBudget>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let variant = variant.variant()?;
    let mut plan = Plan::of_match(&variant, &agents, games).or_raise()?;
    plan.seed = seed;
    plan.openings = if let Some(word) = openings {
        Openings::named(word, &variant).or_raise()?
    } else {
        let balanced = Openings::named("balanced", &variant);
        balanced.or_else(|_| Openings::named("random", &variant)).or_raise()?
    };
    if let Some(PyBudget(budget)) = budget {
        let (seconds, simulations) = (budget.time.map(|t| t.as_secs_f64()), budget.simulations);
        plan.limits = Limits { seconds, simulations, nodes: budget.nodes, clock: None };
    }
    let stop = Stop::default();
    let arena = interruptible(py, &stop, || {
        let mut arena = Arena::new(plan, registry(), None)?;
        arena.run(threads, &stop, |_, _| ControlFlow::Continue(()))?;
        Ok::<_, ArenaError>(arena)
    })?;
    let result = PyDict::new(py);
    let results = arena.results();
    let rounds = Rounds::between(results, 0, 1);
    if let Some(elo) = EloEstimate::of(&rounds) {
        result.set_item("score", elo.score)?;
        result.set_item("elo", elo.elo)?;
        result.set_item("low", elo.low)?;
        result.set_item("high", elo.high)?;
        result.set_item("superiority", elo.superiority)?;
    }
    let games: Vec<Bound<'_, PyDict>> = results
        .iter()
        .map(|game| {
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
        })
        .collect::<PyResult<_>>()?;
    result.set_item("games", games)?;
    Ok(result)
}
