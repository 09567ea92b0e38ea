//! `cornerwise._native`: what the Python package is made of. It only binds; the package's stubs tell what everything does.

mod action;
mod agent;
mod agents_in_python;
mod arena;
mod batch;
mod board;
mod budget;
mod data;
mod decision;
mod environment;
mod error;
mod moves;
mod setup;
mod solver;
mod variant;
mod work;

use pyo3::prelude::*;

/// The module that Python imports.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::add_to(module)?;
    module.add_class::<variant::PyVariant>()?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<budget::PyBudget>()?;
    module.add_class::<decision::PyCandidate>()?;
    module.add_class::<decision::PyDecision>()?;
    module.add_class::<agent::PyAgent>()?;
    module.add_class::<setup::PySetup>()?;
    module.add_class::<environment::PyEnvironment>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_function(wrap_pyfunction!(agent::agents, module)?)?;
    module.add_function(wrap_pyfunction!(agent::check_spec, module)?)?;
    module.add_function(wrap_pyfunction!(agents_in_python::register, module)?)?;
    module.add_function(wrap_pyfunction!(agents_in_python::forget, module)?)?;
    module.add_function(wrap_pyfunction!(arena::plan_games, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_games, module)?)?;
    module.add_function(wrap_pyfunction!(arena::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(arena::estimate, module)?)?;
    module.add_function(wrap_pyfunction!(arena::standings, module)?)?;
    module.add_class::<data::PySamples>()?;
    module.add_class::<data::PySampleBatches>()?;
    module.add_function(wrap_pyfunction!(data::self_play, module)?)?;
    module.add_function(wrap_pyfunction!(data::merge_games, module)?)?;
    module.add_function(wrap_pyfunction!(solver::solve, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("instruction_set", cornerwise_core::instruction_set())
}
