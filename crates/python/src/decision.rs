//! `Decision` and `Candidate`.

use cornerwise_engine::{Candidate, Decision};
use pyo3::prelude::*;

use crate::moves::PyMove;

/// A move that was considered.
#[pyclass(name = "Candidate", module = "cornerwise", frozen, get_all)]
#[derive(Clone)]
pub struct PyCandidate {
    #[pyo3(name = "move")]
    mv: PyMove,
    visits: u64,
    value: f64,
    prior: Option<f64>,
    win_share: Option<f64>,
    score: Option<f64>,
}

impl From<&Candidate> for PyCandidate {
    fn from(candidate: &Candidate) -> PyCandidate {
        PyCandidate {
            mv: PyMove(candidate.mv),
            visits: candidate.visits,
            value: candidate.value,
            prior: candidate.prior,
            win_share: candidate.win_share,
            score: candidate.score,
        }
    }
}

#[pymethods]
impl PyCandidate {
    fn __repr__(&self) -> String {
        format!("Candidate('{}', visits={}, value={:.4})", self.mv.0, self.visits, self.value)
    }
}

/// What an agent decides, and why.
#[pyclass(name = "Decision", module = "cornerwise", frozen, get_all)]
#[derive(Clone)]
pub struct PyDecision {
    #[pyo3(name = "move")]
    mv: PyMove,
    values: Option<Vec<f64>>,
    scores: Option<Vec<f64>>,
    candidates: Vec<PyCandidate>,
    line: Vec<PyMove>,
    nodes: u64,
    sims: u64,
    depth: u32,
    seconds: f64,
}

impl PyDecision {
    /// The move.
    pub fn chosen(&self) -> PyMove {
        self.mv
    }
}

impl From<&Decision> for PyDecision {
    fn from(decision: &Decision) -> PyDecision {
        PyDecision {
            mv: PyMove(decision.mv),
            values: decision.values.clone(),
            scores: decision.scores.clone(),
            candidates: decision.candidates.iter().map(PyCandidate::from).collect(),
            line: decision.line.iter().copied().map(PyMove).collect(),
            nodes: decision.counters.nodes,
            sims: decision.counters.simulations,
            depth: decision.counters.depth,
            seconds: decision.counters.time.as_secs_f64(),
        }
    }
}

#[pymethods]
impl PyDecision {
    fn __repr__(&self) -> String {
        let values = self.values.as_ref().map(|values| {
            let values: Vec<String> = values.iter().map(|value| format!("{value:.4}")).collect();
            format!(", values=[{}]", values.join(", "))
        });
        format!("Decision('{}'{})", self.mv.0, values.unwrap_or_default())
    }
}
