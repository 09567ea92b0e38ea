//! Perfect play.

use cornerwise_engine::exact::Solver;
use cornerwise_engine::{Clock, Forfeit, Stop};
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::budget::PyBudget;
use crate::error::wrong_option;
use crate::moves::PyMove;
use crate::work::interruptible;

/// The final scores of all players and a perfect line; `None` when the budget ends the search before.
#[pyfunction]
#[pyo3(signature = (board, budget = None, *, table_mib = 256, threads = 1))]
pub fn solve(
    py: Python<'_>,
    board: &Bound<'_, PyBoard>,
    budget: Option<PyBudget>,
    table_mib: usize,
    threads: usize,
) -> PyResult<Option<(Vec<i32>, Vec<PyMove>)>> {
    if !(4..=1 << 20).contains(&table_mib) || !(1..=1024).contains(&threads) {
        return Err(wrong_option("table_mib can be 4 to 1048576, and threads 1 to 1024"));
    }
    let position = board.borrow().game.position().clone();
    let stop = Stop::default();
    let solution = interruptible(py, &stop, || {
        let failed = |error: &dyn std::fmt::Display| Forfeit::Failed(error.to_string());
        cornerwise_engine::memory::check(table_mib).map_err(|error| failed(&error))?;
        let mut solver = Solver::new(&position, table_mib).map_err(|error| failed(&error))?;
        let budget = budget.map_or_else(Default::default, |budget| budget.0);
        Ok::<_, Forfeit>(solver.run(&Clock::start(budget, &stop), threads))
    })?;
    Ok(solution.map(|solution| (solution.scores, solution.line.into_iter().map(PyMove).collect())))
}
