//! `Budget`.

use std::time::Duration;

use cornerwise_engine::Budget;
use pyo3::prelude::*;

use crate::error::wrong_option;

/// Limits of a decision.
#[pyclass(name = "Budget", module = "cornerwise", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub struct PyBudget(pub Budget);

#[pymethods]
impl PyBudget {
    #[new]
    #[pyo3(signature = (*, time = None, sims = None, nodes = None, depth = None))]
    fn new(
        time: Option<f64>,
        sims: Option<u64>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<PyBudget> {
        let read = |seconds: f64| {
            Duration::try_from_secs_f64(seconds).map_err(|_| {
                wrong_option(format!("time is {seconds}; it can be seconds from 0 on"))
            })
        };
        let time = time.map(read).transpose()?;
        Ok(PyBudget(Budget { time, simulations: sims, nodes, depth }))
    }

    #[getter]
    fn time(&self) -> Option<f64> {
        self.0.time.map(|time| time.as_secs_f64())
    }

    #[getter]
    fn sims(&self) -> Option<u64> {
        self.0.simulations
    }

    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    #[getter]
    fn depth(&self) -> Option<u32> {
        self.0.depth
    }

    fn __repr__(&self) -> String {
        let time = self.time().map(|time| format!("time={time}"));
        let number = |name: &str, value: Option<u64>| value.map(|value| format!("{name}={value}"));
        let parts = [
            time,
            number("sims", self.0.simulations),
            number("nodes", self.0.nodes),
            number("depth", self.0.depth.map(u64::from)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("Budget({})", parts.join(", "))
    }
}
