//! Parameters of agents: declared once, read by the spec parser, the listing and the docs.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::agent::Agent;
use crate::budget::Budget;
use crate::files;
use crate::registry::Registry;
use crate::spec;

/// One row of an agent's parameter table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The key in a spec.
    pub name: &'static str,
    /// What values are allowed.
    pub kind: ParameterKind,
    /// The value when the spec does not say, written as in a spec; `none` where nothing is.
    pub default: &'static str,
    /// What it does, in one line.
    pub meaning: &'static str,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterKind {
    /// A whole number between two bounds.
    Int(i64, i64),
    /// A number between two bounds.
    Real(f64, f64),
    /// A time such as `500ms`, `1.5s` or `2m`.
    Time,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `yes` or `no`.
    Flag,
    /// Any text.
    Text,
    /// The name of a file, or one of these words, which name none.
    File(&'static [&'static str]),
    /// The spec of another agent.
    Agent,
    /// Weights and specs of other agents, as `0.9*(mc:sims=100)+0.1*random`.
    Mixture,
    /// One of these names, each of which stands for a spec.
    Preset(&'static [(&'static str, &'static str)]),
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Int(min, max) => write!(f, "a whole number from {min} to {max}"),
            ParameterKind::Real(min, max) => write!(f, "a number from {min} to {max}"),
            ParameterKind::Time => f.write_str("a time such as 500ms, 1.5s or 2m"),
            ParameterKind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            ParameterKind::Flag => f.write_str("yes or no"),
            ParameterKind::Text => f.write_str("text"),
            ParameterKind::File([]) => f.write_str("a file"),
            ParameterKind::File(words) => write!(f, "a file, or one of {}", words.join(", ")),
            ParameterKind::Agent => f.write_str("an agent"),
            ParameterKind::Mixture => {
                f.write_str("weights and agents, as 0.9*(mc:sims=100)+0.1*random")
            }
            ParameterKind::Preset(presets) => {
                let names: Vec<_> = presets.iter().map(|(name, _)| *name).collect();
                write!(f, "one of {}", names.join(", "))
            }
        }
    }
}

/// The limits that searching agents have in common; an agent lists those that concern it.
impl Parameter {
    /// The time for a move.
    pub const TIME: Parameter = Parameter {
        name: "time",
        kind: ParameterKind::Time,
        default: "none",
        meaning: "the longest time for a move",
    };
    /// The number of simulations for a move.
    pub const SIMS: Parameter = Parameter {
        name: "sims",
        kind: ParameterKind::Int(1, 1_000_000_000_000),
        default: "none",
        meaning: "the most simulations for a move",
    };
    /// The number of nodes for a move.
    pub const NODES: Parameter = Parameter {
        name: "nodes",
        kind: ParameterKind::Int(1, 1_000_000_000_000),
        default: "none",
        meaning: "the most positions to visit for a move",
    };
    /// The depth of the search.
    pub const DEPTH: Parameter = Parameter {
        name: "depth",
        kind: ParameterKind::Int(1, 100),
        default: "none",
        meaning: "the most plies to look ahead",
    };

    /// The same row with another default.
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> Parameter {
        self.default = default;
        self
    }
}

/// A value that a parameter was given.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    None,
    Int(i64),
    Real(f64),
    Time(Duration),
    Word(String),
    Flag(bool),
}

/// The values of all parameters of an agent, each within its bounds.
pub struct Settings {
    values: BTreeMap<&'static str, Value>,
    /// Where the agents inside of this one come from.
    registry: Registry,
}

impl Settings {
    /// Reads the given keys and values by the rows of a table.
    ///
    /// # Errors
    /// Names the key and what is allowed.
    pub fn read(
        rows: &[Parameter],
        given: &[(String, String)],
        registry: &Registry,
    ) -> Result<Settings, String> {
        let mut values = BTreeMap::new();
        for (key, text) in given {
            let Some(row) = rows.iter().find(|row| row.name == key) else {
                return Err(unknown_key(rows, key));
            };
            if values.contains_key(row.name) {
                return Err(format!("{key} is given twice"));
            }
            let value =
                row.read(text).ok_or_else(|| format!("{key}={text} is not {}", row.kind))?;
            values.insert(row.name, value);
        }
        for row in rows {
            values
                .entry(row.name)
                .or_insert_with(|| row.read(row.default).expect("a default is within its bounds"));
        }
        Ok(Settings { values, registry: registry.clone() })
    }

    /// An agent inside of this one. Parentheses around its spec keep its commas together.
    ///
    /// # Errors
    /// Says what is wrong with its spec.
    pub fn agent(&self, spec: &str) -> Result<Box<dyn Agent>, String> {
        self.registry.agent(without_parentheses(spec)).map_err(|error| error.to_string())
    }

    fn value(&self, name: &str) -> &Value {
        self.values.get(name).unwrap_or_else(|| panic!("the parameter {name} is not declared"))
    }

    /// A whole number, if there is one.
    pub fn int(&self, name: &str) -> Option<i64> {
        if let Value::Int(value) = self.value(name) { Some(*value) } else { None }
    }

    /// A number; 0 when there is none.
    pub fn real(&self, name: &str) -> f64 {
        if let Value::Real(value) = self.value(name) { *value } else { 0.0 }
    }

    /// A time, if there is one.
    pub fn time(&self, name: &str) -> Option<Duration> {
        if let Value::Time(value) = self.value(name) { Some(*value) } else { None }
    }

    /// A word or text; empty when there is none.
    pub fn word(&self, name: &str) -> &str {
        if let Value::Word(value) = self.value(name) { value } else { "" }
    }

    /// What is in the file that a parameter names.
    ///
    /// # Errors
    /// Names the file and says why it cannot be read.
    pub fn file<T>(
        &self,
        name: &str,
        read: impl FnOnce(&[u8]) -> Result<T, String>,
    ) -> Result<T, String> {
        let file = self.word(name);
        let bytes = files::read(file.as_ref()).map_err(|error| error.to_string());
        bytes.and_then(|bytes| read(&bytes)).map_err(|error| format!("{file}: {error}"))
    }

    /// The same for a file of text.
    ///
    /// # Errors
    /// Names the file and says why it cannot be read.
    pub fn text_file<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, String> {
        self.file(name, |bytes| read(&String::from_utf8_lossy(bytes)))
    }

    /// Whether a flag is set.
    pub fn flag(&self, name: &str) -> bool {
        *self.value(name) == Value::Flag(true)
    }

    /// The limits that are declared among `time`, `sims`, `nodes` and `depth`.
    pub fn budget(&self) -> Budget {
        let int = |name: &str| {
            let declared = self.values.contains_key(name);
            declared.then(|| self.int(name)).flatten()
        };
        Budget {
            time: self.values.contains_key("time").then(|| self.time("time")).flatten(),
            simulations: int("sims").map(|most| most as u64),
            nodes: int("nodes").map(|most| most as u64),
            depth: int("depth").map(|most| most as u32),
        }
    }
}

pub(crate) fn unknown_key(rows: &[Parameter], key: &str) -> String {
    if rows.is_empty() {
        return format!("unknown key \"{key}\"; the agent has no parameters");
    }
    let names: Vec<_> = rows.iter().map(|row| row.name).collect();
    format!("unknown key \"{key}\"; there are {}", names.join(", "))
}

impl Parameter {
    fn read(&self, text: &str) -> Option<Value> {
        if text == "none" && self.default == "none" {
            return Some(Value::None);
        }
        match self.kind {
            ParameterKind::Int(min, max) => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(Value::Int(value))
            }
            ParameterKind::Real(min, max) => {
                let value: f64 = text.parse().ok()?;
                (min..=max).contains(&value).then_some(Value::Real(value))
            }
            ParameterKind::Time => read_time(text).map(Value::Time),
            ParameterKind::Choice(words) => {
                words.contains(&text).then(|| Value::Word(text.to_owned()))
            }
            ParameterKind::Flag => match text {
                "yes" => Some(Value::Flag(true)),
                "no" => Some(Value::Flag(false)),
                _ => None,
            },
            ParameterKind::Preset(presets) => {
                let is_known = presets.iter().any(|(name, _)| *name == text);
                is_known.then(|| Value::Word(text.to_owned()))
            }
            ParameterKind::Text
            | ParameterKind::File(_)
            | ParameterKind::Agent
            | ParameterKind::Mixture => Some(Value::Word(text.to_owned())),
        }
    }

    /// The specs of the agents that a value names.
    ///
    /// # Errors
    /// When the value is not written as the kind of the parameter asks for.
    pub(crate) fn agents(&self, value: &str) -> Result<Vec<String>, String> {
        Ok(match self.kind {
            ParameterKind::Agent => vec![without_parentheses(value).to_owned()],
            ParameterKind::Mixture => mixture(value)?.into_iter().map(|(_, spec)| spec).collect(),
            ParameterKind::Preset(presets) => {
                let spec = presets.iter().find(|(name, _)| *name == value);
                spec.map(|(_, spec)| (*spec).to_owned()).into_iter().collect()
            }
            _ => Vec::new(),
        })
    }
}

/// A spec without the parentheses that keep its commas together.
fn without_parentheses(spec: &str) -> &str {
    let spec = spec.trim();
    spec.strip_prefix('(').and_then(|spec| spec.strip_suffix(')')).unwrap_or(spec)
}

/// The weights and specs of a mixture; some weight is not 0.
pub(crate) fn mixture(text: &str) -> Result<Vec<(f64, String)>, String> {
    let read = |part: &str| {
        let (weight, spec) =
            part.split_once('*').ok_or_else(|| format!("\"{part}\" is not weight*agent"))?;
        let weight: f64 = weight
            .trim()
            .parse()
            .ok()
            .filter(|weight: &f64| weight.is_finite() && *weight >= 0.0)
            .ok_or_else(|| format!("the weight \"{weight}\" is not a number from 0 on"))?;
        Ok((weight, without_parentheses(spec).to_owned()))
    };
    let parts: Vec<(f64, String)> =
        spec::split(text, '+')?.into_iter().map(read).collect::<Result<_, String>>()?;
    if parts.iter().all(|(weight, _)| *weight == 0.0) {
        return Err("all weights are 0".to_owned());
    }
    Ok(parts)
}

/// Reads `500ms`, `1.5s` or `2m`, up to a day.
pub fn read_time(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let value = number.parse::<f64>().ok()? * seconds;
    (value > 0.0 && value <= 86_400.0).then(|| Duration::from_secs_f64(value))
}
