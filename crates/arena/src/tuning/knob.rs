//! A parameter that is tuned.

use cornerwise_engine::{Parameter, ParameterKind, Registry, SpecError};
use serde::{Deserialize, Serialize};

/// Without a step, a number is tried in steps of at most this share of its range.
const FINENESS: f64 = 1e-3;

/// More decimals than anybody writes.
const MOST_DECIMALS: i32 = 12;

/// A numeric parameter of an agent with the range in which its best value is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knob {
    /// The key in the spec.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The greatest value, a whole number of steps above.
    pub high: f64,
    /// Values that are tried are whole numbers of steps above the least one.
    pub step: f64,
    /// Where tuning begins.
    pub start: f64,
}

/// Why a parameter cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum KnobError {
    /// The agent has no such parameter, or cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Words and times have no gradient.
    #[error("{name} is {kind}; only numbers can be tuned")]
    NotNumeric {
        /// The parameter.
        name: String,
        /// What it takes.
        kind: ParameterKind,
    },
    /// What was given is no range, or leaves the declared one.
    #[error(
        "{given}: not a range such as {name}=LOW..HIGH or {name}=LOW..HIGH:STEP, where {name} is {kind}"
    )]
    Range {
        /// As given.
        given: String,
        /// The parameter.
        name: String,
        /// What it takes.
        kind: ParameterKind,
    },
    /// The agent does without a value.
    #[error("{0} has no value to start from; set it in the spec")]
    NoStart(String),
    /// The start is out of the range.
    #[error(
        "{name} starts with {start}, which is not in {low}..{high}; set it in the spec, or choose another range"
    )]
    Start {
        /// The parameter.
        name: String,
        /// The value in the spec, or the default.
        start: f64,
        /// The range's beginning.
        low: f64,
        /// The range's end.
        high: f64,
    },
    /// A parameter has one range.
    #[error("{0} is named twice")]
    Twice(String),
}

impl Knob {
    /// The knobs that a list names: `key`, `key=LOW..HIGH` or `key=LOW..HIGH:STEP`, separated by commas. Without a range, it is
    /// the one that the agent declares.
    ///
    /// # Errors
    /// When one cannot be tuned, or the spec names no agent.
    pub fn read_list(list: &str, spec: &str, registry: &Registry) -> Result<Vec<Knob>, KnobError> {
        registry.check(spec)?;
        let mut knobs: Vec<Knob> = Vec::new();
        for word in list.split(',') {
            let knob = Knob::read(word.trim(), spec, registry)?;
            // Knobs keep the names that they were given, as old results have names of before.
            let row = registry.parameter(spec, &knob.name)?;
            for other in &knobs {
                if registry.parameter(spec, &other.name)? == row {
                    return Err(KnobError::Twice(knob.name));
                }
            }
            knobs.push(knob);
        }
        Ok(knobs)
    }

    fn read(word: &str, spec: &str, registry: &Registry) -> Result<Knob, KnobError> {
        let (name, range) = match word.split_once('=') {
            None => (word, None),
            Some((name, range)) => (name.trim(), Some(range)),
        };
        let row = registry.parameter(spec, name)?;
        let (_, parsed) = registry.read(spec)?;
        let (declared, grain) = match row.kind {
            ParameterKind::Int(low, high) => ((low as f64, high as f64), Some(1.0)),
            ParameterKind::Real(low, high) => ((low, high), None),
            kind => return Err(KnobError::NotNumeric { name: name.to_owned(), kind }),
        };
        let wrong =
            || KnobError::Range { given: word.to_owned(), name: name.to_owned(), kind: row.kind };
        let (low, high, step) = match range {
            None => (declared.0, declared.1, None),
            Some(range) => read_range(range).ok_or_else(wrong)?,
        };
        let step = step.or(grain).unwrap_or_else(|| fine_step(high - low));
        let is_whole = |value: &f64| grain.is_none() || value.fract() == 0.0;
        let inside = declared.0 <= low && low < high && high <= declared.1;
        let parts = ((high - low) / step + 1e-9).floor();
        let is_grid = step > 0.0 && parts >= 1.0 && [low, high, step].iter().all(is_whole);
        if !(inside && is_grid) {
            return Err(wrong());
        }
        let start = start(row, &parsed.arguments);
        let start = start.ok_or_else(|| KnobError::NoStart(name.to_owned()))?;
        let mut knob = Knob { name: name.to_owned(), low, high, step, start };
        knob.high = knob.tidy(low + parts * step);
        if !(low..=knob.high).contains(&start) {
            return Err(KnobError::Start { name: knob.name, start, low, high: knob.high });
        }
        Ok(knob)
    }

    /// The length of the range.
    pub fn range(&self) -> f64 {
        self.high - self.low
    }

    /// The nearest value that can be tried.
    pub fn nearest(&self, value: f64) -> f64 {
        let steps = ((value.clamp(self.low, self.high) - self.low) / self.step).round();
        self.tidy(self.low + steps * self.step)
    }

    /// A decimal fraction without its binary dust, since it is meant to be written.
    fn tidy(&self, value: f64) -> f64 {
        let scale = 10_f64.powi(self.decimals());
        (value * scale).round() / scale
    }

    /// Where a value lies in the range, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        (value - self.low) / self.range()
    }

    /// A value as people read it: with a decimal more than those that are tried.
    pub fn written(&self, value: f64) -> String {
        let whole = self.step.fract() == 0.0 && self.low.fract() == 0.0;
        let decimals = if whole { 1 } else { self.decimals() as usize };
        format!("{value:.decimals$}")
    }

    fn decimals(&self) -> i32 {
        let is_enough = |decimals: &i32| {
            let scale = 10_f64.powi(*decimals);
            [self.low, self.step].iter().all(|&value| {
                let scaled = value * scale;
                (scaled - scaled.round()).abs() < 1e-6
            })
        };
        (0..MOST_DECIMALS).find(is_enough).unwrap_or(MOST_DECIMALS)
    }
}

/// The value in the spec, or else the default.
fn start(row: &Parameter, given: &[(String, String)]) -> Option<f64> {
    let given = given.iter().find(|(key, _)| key == row.name);
    given.map_or(row.default, |(_, value)| value).parse().ok()
}

/// Reads `LOW..HIGH` or `LOW..HIGH:STEP`.
fn read_range(text: &str) -> Option<(f64, f64, Option<f64>)> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    let (ends, step) = match text.split_once(':') {
        None => (text, None),
        Some((ends, step)) => (ends, Some(number(step)?)),
    };
    let (low, high) = ends.split_once("..")?;
    Some((number(low)?, number(high)?, step))
}

/// A power of ten that is fine enough.
fn fine_step(range: f64) -> f64 {
    let exponent = (range * FINENESS).log10().floor() as i32;
    10_f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &str, spec: &str) -> Result<Vec<Knob>, String> {
        Knob::read_list(list, spec, &Registry::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn ranges_come_from_the_list_or_the_declaration() {
        let knobs = read("c=0.2..2, bonus,expand=1..20:4,k=1..2:0.25", "uct:sims=9,expand=5,k=1.5");
        let knobs = knobs.unwrap();
        let rows: Vec<_> = knobs
            .iter()
            .map(|knob| (knob.name.as_str(), knob.low, knob.high, knob.step, knob.start))
            .collect();
        assert_eq!(
            rows,
            [
                ("c", 0.2, 2.0, 0.001, 1.0),
                ("bonus", 0.0, 1.0, 0.001, 0.25),
                ("expand", 1.0, 17.0, 4.0, 5.0),
                ("k", 1.0, 2.0, 0.25, 1.5),
            ]
        );
        assert_eq!(knobs[0].nearest(0.712_49), 0.712);
        assert_eq!(knobs[0].nearest(-3.0), 0.2);
        assert_eq!(knobs[2].nearest(18.9), 17.0);
        assert_eq!(knobs[2].nearest(7.1), 9.0);
        assert_eq!(knobs[3].nearest(1.61), 1.5);
    }

    #[test]
    fn what_can_be_tried_can_be_written_in_a_spec() {
        for list in ["c=0.2..2", "c", "c=0.05..0.06", "fpu-value=-3..3:0.3", "k=0.0001..0.9"] {
            let knob = read(list, "uct:c=0.055").or_else(|_| read(list, "uct")).unwrap().remove(0);
            for part in 0..=37 {
                let value = knob.nearest(knob.low + knob.range() * f64::from(part) / 37.0);
                let text = value.to_string();
                assert!(text.len() <= 9, "{list}: {text}");
                let spec = Registry::default().set("uct", &knob.name, &text).unwrap();
                assert!(Registry::default().agent(&spec).is_ok(), "{spec}");
            }
        }
    }

    #[test]
    fn what_cannot_be_tuned_is_told_apart() {
        for (list, spec, says) in [
            ("d", "uct", "agent \"uct\": unknown key \"d\"; there are sims,"),
            ("", "uct", "agent \"uct\": unknown key \"\""),
            ("c", "uvt", "agent \"uvt\": unknown name"),
            ("c", "uct:c=x", "agent \"uct:c=x\": c=x is not a number"),
            (
                "fpu",
                "uct",
                "fpu is one of infinite, constant, heuristic; only numbers can be tuned",
            ),
            ("time", "uct", "time is a time such as"),
            ("c=1", "uct", "c=1: not a range such as c=LOW..HIGH"),
            ("c=2..1", "uct", "c=2..1: not a range"),
            ("c=1..1", "uct", "c=1..1: not a range"),
            ("c=-1..1", "uct", "c=-1..1: not a range"),
            ("c=0..NaN", "uct", "c=0..NaN: not a range"),
            ("c=0..2:0", "uct", "c=0..2:0: not a range"),
            ("c=0..2:3", "uct", "c=0..2:3: not a range"),
            ("expand=1.5..3", "uct", "expand=1.5..3: not a range"),
            ("expand=1..3:0.5", "uct", "expand=1..3:0.5: not a range"),
            ("c=2..3", "uct", "c starts with 1, which is not in 2..3"),
            ("sims=1..9", "uct", "sims has no value to start from"),
            ("c,c", "uct", "c is named twice"),
        ] {
            let error = read(list, spec).unwrap_err();
            assert!(error.starts_with(says), "{list}: {error}");
        }
    }
}
