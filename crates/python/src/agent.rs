//! `Agent`, and the table of agents.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use cornerwise_engine::{Agent, Forfeit, Registry, Stop, Turn};
use pyo3::prelude::*;

use crate::agents_in_python;
use crate::board::PyBoard;
use crate::budget::PyBudget;
use crate::decision::PyDecision;
use crate::error::{IllegalMoveError, OrRaise};
use crate::moves::PyMove;
use crate::work::interruptible;

/// All agents that specs can name, those in Python among them.
pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
        Registry::default().with(cornerwise_gtp::controller::KINDS).with(agents_in_python::KINDS)
    });
    &REGISTRY
}

/// The kinds of agents with their summaries, and name, default and meaning of each parameter.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "the package makes objects of it")]
pub fn agents()
-> BTreeMap<&'static str, (&'static str, Vec<(&'static str, String, &'static str, &'static str)>)> {
    let kinds = registry().kinds().filter(|kind| kind.name != agents_in_python::NAME);
    kinds
        .map(|kind| {
            let rows = kind.parameters.iter();
            let rows = rows.map(|row| (row.name, row.kind.to_string(), row.default, row.meaning));
            (kind.name, (kind.summary, rows.collect()))
        })
        .collect()
}

/// Raises what is wrong with a spec; nothing is made.
#[pyfunction]
pub fn check_spec(spec: &str) -> PyResult<()> {
    registry().check(spec).or_raise()
}

/// An agent of Cornerwise.
#[pyclass(name = "Agent", module = "cornerwise", frozen)]
pub struct PyAgent {
    spec: String,
    agent: Mutex<Box<dyn Agent>>,
}

#[pymethods]
impl PyAgent {
    #[new]
    fn new(py: Python<'_>, spec: String) -> PyResult<PyAgent> {
        let agent = crate::work::detached(py, || registry().agent(&spec))?;
        Ok(PyAgent { spec, agent: Mutex::new(agent) })
    }

    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    #[pyo3(signature = (board, budget = None, *, seed = 0))]
    fn decide(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        budget: Option<PyBudget>,
        seed: u64,
    ) -> PyResult<PyDecision> {
        let game = board.borrow().game.clone();
        if game.position().is_over() {
            return Err(IllegalMoveError::new_err("the game is over"));
        }
        let budget = budget.map_or_else(Default::default, |budget| budget.0);
        let stop = Stop::default();
        let decision = interruptible(py, &stop, || {
            let mut agent = self.agent.lock().map_err(|_| broken())?;
            Turn { budget, ..Turn::new(&game, seed, &stop) }.ask(agent.as_mut())
        })?;
        Ok(PyDecision::from(&decision))
    }

    #[pyo3(signature = (board, budget = None, *, seed = 0))]
    fn choose(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        budget: Option<PyBudget>,
        seed: u64,
    ) -> PyResult<PyMove> {
        Ok(self.decide(py, board, budget, seed)?.chosen())
    }

    fn new_game(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        crate::work::detached(py, || {
            self.agent.lock().map_err(|_| broken())?.new_game(seed);
            Ok::<_, Forfeit>(())
        })
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?})", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<PyAgent>().into_any(), (self.spec.clone(),))
    }
}

fn broken() -> Forfeit {
    Forfeit::Failed("the agent broke down in an earlier decision".to_owned())
}
