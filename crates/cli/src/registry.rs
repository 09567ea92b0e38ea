//! All agents that specs on the command line can name.

use std::sync::LazyLock;

use cornerwise_engine::{Agent, Registry, SpecError};

static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Registry::default().with(cornerwise_gtp::controller::KINDS));

/// The kinds of agents.
pub fn registry() -> &'static Registry {
    &REGISTRY
}

/// The agent of a spec.
pub fn agent(spec: &str) -> Result<Box<dyn Agent>, SpecError> {
    REGISTRY.agent(spec)
}
