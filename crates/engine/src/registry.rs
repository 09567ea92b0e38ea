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
    /// Keys of before and what is written today: `("urgency", "fpu")`, or with values `("turns=0", "evaluate=no")`.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Finds what is wrong with settings that are within their bounds, such as values that contradict each other.
    /// Nothing is made and no file is read for it.
    pub check: fn(&Settings) -> Result<(), String>,
    /// Makes one from settings that were checked.
    pub build: fn(&Settings) -> Result<Box<dyn Agent>, String>,
}

impl AgentKind {
    /// What most kinds have in common: no keys of before, and settings that cannot contradict each other. Names nothing
    /// that could be made.
    pub const PLAIN: AgentKind = AgentKind {
        name: "",
        summary: "",
        parameters: &[],
        aliases: &[],
        check: |_| Ok(()),
        build: |_| Err("there is nothing to make".to_owned()),
    };

    /// A key and its value as they are written today.
    fn resolve<'s>(&self, key: &'s str, value: &'s str) -> (&'s str, &'s str) {
        for (old, new) in self.aliases {
            match (old.split_once('='), new.split_once('=')) {
                (Some(written), Some(today)) if written == (key, value) => return today,
                (None, None) if *old == key => return (new, value),
                _ => {}
            }
        }
        (key, value)
    }
}

/// The tables of the agents that think for themselves, the simple ones first.
const FAMILIES: &[&[AgentKind]] = &[
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

    /// Finds what is wrong with a spec and those inside of it. Nothing is made for it, and no file is read: whether files can
    /// be read and memory is there is seen when the agent is made.
    ///
    /// ```
    /// use cornerwise_engine::Registry;
    /// let registry = Registry::default();
    /// assert!(registry.check("mcts:sims=1000,policy-weights=not-there-yet.txt").is_ok());
    /// let error = registry.check("hybrid:opening-until=0.9,middle-until=0.1").unwrap_err();
    /// assert!(error.to_string().contains("middle-until is less than opening-until"));
    /// ```
    ///
    /// # Errors
    /// Names the key that is wrong and what is allowed.
    pub fn check(&self, spec: &str) -> Result<(), SpecError> {
        self.examine(spec).map(drop)
    }

    /// What the agent of a spec takes at most, with all agents inside of it. Nothing is made for it, and no file is
    /// read.
    ///
    /// # Errors
    /// Names the key that is wrong and what is allowed.
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
        (kind.check)(&settings).map_err(error)?;
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

    /// The kind of agent that a spec names, and the spec with a key for each value, as they are written today. The values are not
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
            let (today, meant) = kind.resolve(key, value);
            (*key, *value) = (today.to_owned(), meant.to_owned());
        }
        Ok((kind, parsed))
    }

    /// The row of a parameter of a spec's agent, also by a name of before.
    ///
    /// # Errors
    /// When the agent has no such parameter.
    pub fn parameter(&self, spec: &str, key: &str) -> Result<&'static Parameter, SpecError> {
        let (kind, _) = self.read(spec)?;
        let (key, _) = kind.resolve(key, "");
        let row = kind.parameters.iter().find(|row| row.name == key);
        row.ok_or_else(|| SpecError::new(spec, unknown_key(kind.parameters, key)))
    }

    /// The spec with one of its agent's parameters set.
    ///
    /// # Errors
    /// When the agent has no such parameter; whether the value is allowed is seen when it is checked.
    pub fn set(&self, spec: &str, key: &str, value: &str) -> Result<String, SpecError> {
        let (kind, parsed) = self.read(spec)?;
        let (key, value) = kind.resolve(key, value);
        self.parameter(spec, key)?;
        Ok(parsed.with(key, value).to_string())
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
