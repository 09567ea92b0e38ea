//! All agents by name.

use crate::agent::Agent;
use crate::alphabeta;
use crate::exact;
use crate::greedy;
use crate::guard::{Guard, Needs};
use crate::levels;
use crate::mcts;
use crate::mixed;
use crate::montecarlo;
use crate::parameter::{Parameter, Settings, unknown_key};
use crate::relaxed;
use crate::spec::{Spec, SpecError};

/// What can be said of all agents with one name.
#[derive(Clone, Copy)]
pub struct AgentKind {
    /// The name in a spec.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The parameters, in order. A value without a key goes to the first one.
    pub parameters: &'static [Parameter],
    /// Makes one. The settings are within their bounds, but may contradict each other.
    pub build: fn(&Settings) -> Result<Box<dyn Agent>, String>,
}

/// The tables of the agents that think for themselves, the simple ones first.
const FAMILIES: [&[AgentKind]; 8] = [
    greedy::KINDS,
    alphabeta::KINDS,
    montecarlo::KINDS,
    mcts::KINDS,
    exact::KINDS,
    mixed::KINDS,
    relaxed::KINDS,
    levels::KINDS,
];

/// The kinds of agents that specs can name.
#[derive(Clone)]
pub struct Registry {
    families: Vec<&'static [AgentKind]>,
    /// What specs may not ask for.
    guard: Option<Guard>,
}

/// All agents of this crate.
impl Default for Registry {
    fn default() -> Registry {
        Registry { families: FAMILIES.to_vec(), guard: None }
    }
}

impl Registry {
    /// The same with further kinds, such as players in other programs.
    #[must_use]
    pub fn with(mut self, family: &'static [AgentKind]) -> Registry {
        self.families.push(family);
        self
    }

    /// The same for specs of people who are not trusted: nothing that the guard forbids is made, in agents inside
    /// of others neither.
    #[must_use]
    pub fn guarded(mut self, guard: Guard) -> Registry {
        self.guard = Some(guard);
        self
    }

    /// All kinds, in order.
    pub fn kinds(&self) -> impl Iterator<Item = &'static AgentKind> {
        self.families.iter().copied().flatten()
    }

    /// Makes the agent that a spec describes.
    ///
    /// # Errors
    /// Names the key that is wrong and what is allowed.
    pub fn agent(&self, spec: &str) -> Result<Box<dyn Agent>, SpecError> {
        let (kind, settings, _) = self.examine(spec)?;
        (kind.build)(&settings).map_err(|reason| SpecError::new(spec, reason))
    }

    /// What the agent of a spec takes at most, with all agents inside of it. Nothing is made for it, and no file is
    /// read.
    ///
    /// # Errors
    /// Names the key that is wrong and what is allowed. Values that contradict each other are seen only when the agent
    /// is made.
    pub fn needs(&self, spec: &str) -> Result<Needs, SpecError> {
        self.examine(spec).map(|(_, _, needs)| needs)
    }

    /// The values of all parameters of a spec.
    pub(crate) fn settings(&self, spec: &str) -> Result<Settings, SpecError> {
        self.examine(spec).map(|(_, settings, _)| settings)
    }

    /// Reads a spec and those inside of it, and holds them to the guard.
    fn examine(&self, spec: &str) -> Result<(&'static AgentKind, Settings, Needs), SpecError> {
        let (kind, parsed) = self.read(spec)?;
        let error = |reason: String| SpecError::new(spec, reason);
        let rows = kind.parameters;
        let settings = Settings::read(rows, &parsed.arguments, self).map_err(error)?;
        let mut needs = Needs::of(rows, &settings);
        for row in rows {
            for inner in row.agents(settings.word(row.name)).map_err(error)? {
                needs = needs.with(self.needs(&inner)?);
            }
        }
        if let Some(guard) = &self.guard {
            guard.check(spec, rows, &settings, needs).map_err(error)?;
        }
        Ok((kind, settings, needs))
    }

    /// The kind of agent that a spec names, and the spec with a key for each value. The values are not
    /// looked at.
    ///
    /// # Errors
    /// When there is no such kind, or a value belongs to no parameter.
    pub fn read(&self, spec: &str) -> Result<(&'static AgentKind, Spec), SpecError> {
        let mut parsed: Spec = spec.parse()?;
        let error = |reason: String| SpecError::new(spec, reason);
        let kind = self.kinds().find(|kind| kind.name == parsed.name).ok_or_else(|| {
            let names: Vec<_> = self.kinds().map(|kind| kind.name).collect();
            error(format!("unknown name; there are {}", names.join(", ")))
        })?;
        for (at, (key, value)) in parsed.arguments.iter_mut().enumerate() {
            if key.is_empty() {
                let first = kind.parameters.first().filter(|_| at == 0);
                let first = first.ok_or_else(|| error(format!("\"{value}\" is not key=value")))?;
                first.name.clone_into(key);
            }
        }
        Ok((kind, parsed))
    }

    /// The spec with one of its agent's parameters set.
    ///
    /// # Errors
    /// When the agent has no such parameter; whether the value is allowed is seen when it is made.
    pub fn set(&self, spec: &str, key: &str, value: &str) -> Result<String, SpecError> {
        let (kind, parsed) = self.read(spec)?;
        if kind.parameters.iter().any(|row| row.name == key) {
            return Ok(parsed.with(key, value).to_string());
        }
        Err(SpecError::new(spec, unknown_key(kind.parameters, key)))
    }
}

/// Makes an agent of this crate from its spec.
///
/// ```
/// assert!(cornerwise_engine::agent("largest").is_ok());
/// let error = cornerwise_engine::agent("largest:size=3").err().unwrap();
/// assert!(error.to_string().contains("size"));
/// ```
///
/// # Errors
/// Names the key that is wrong and what is allowed.
pub fn agent(spec: &str) -> Result<Box<dyn Agent>, SpecError> {
    Registry::default().agent(spec)
}
