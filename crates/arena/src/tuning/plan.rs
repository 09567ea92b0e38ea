//! What is tuned, and under which conditions.

use cornerwise_core::Variant;
use cornerwise_engine::{Registry, SpecError};
use serde::{Deserialize, Serialize};

use super::gains::Gains;
use super::knob::{Knob, KnobError};
use crate::plan::{Format, Plan};
use crate::schedule::period;

/// An agent's parameters and the games by which they are tuned: the first line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningPlan {
    /// The agent, with the values of everything that is not tuned.
    pub spec: String,
    /// What is tuned.
    pub knobs: Vec<Knob>,
    /// How far it tries and steps.
    pub gains: Gains,
    /// Whom both sides play; each other, if nobody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The games of an iteration, in which the first entrant is what is tuned. Its seed is what all chance depends on.
    pub play: Plan,
}

/// Why nothing can be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TuningError {
    /// A parameter cannot be tuned.
    #[error(transparent)]
    Knob(#[from] KnobError),
    /// An iteration without games.
    #[error("the number of pairs is {0}; it can be 1 to 1000000")]
    Pairs(u64),
}

impl TuningPlan {
    /// A plan for the knobs of a list (see [`Knob::read_list`]), with so many rounds in every iteration: with two players, pairs
    /// of games.
    ///
    /// Without an opponent both sides share the seats of each game. Otherwise each of them plays as one against opponents in all
    /// other seats.
    ///
    /// # Errors
    /// When an agent does not exist, or something cannot be tuned.
    pub fn new(
        registry: &Registry,
        variant: &Variant,
        spec: &str,
        over: &str,
        against: Option<&str>,
        pairs: u64,
    ) -> Result<TuningPlan, TuningError> {
        let knobs = Knob::read_list(over, spec, registry)?;
        if !(1..=1_000_000).contains(&pairs) {
            return Err(TuningError::Pairs(pairs));
        }
        let opponent = against.unwrap_or(spec);
        registry.check(opponent).map_err(KnobError::Spec)?;
        let others = |seat| if against.is_some() { usize::from(seat > 0) } else { seat % 2 };
        let seats: Vec<usize> = (0..variant.player_count()).map(others).collect();
        let games = pairs * period(&seats) as u64;
        let entrants = vec![spec.to_owned(), opponent.to_owned()];
        Ok(TuningPlan {
            spec: spec.to_owned(),
            knobs,
            gains: Gains::default(),
            against: against.map(str::to_owned),
            play: Plan::new(variant, entrants, Format::Match(seats), games),
        })
    }

    /// How many games an iteration has.
    pub fn games(&self) -> u64 {
        // Against an opponent both sides play the same games.
        self.play.games * if self.against.is_some() { 2 } else { 1 }
    }

    /// The agent with these values of what is tuned.
    ///
    /// # Errors
    /// When there is no such agent.
    pub fn spec_with(&self, registry: &Registry, values: &[f64]) -> Result<String, SpecError> {
        let mut spec = self.spec.clone();
        for (knob, value) in self.knobs.iter().zip(values) {
            spec = registry.set(&spec, &knob.name, &knob.nearest(*value).to_string())?;
        }
        Ok(spec)
    }
}
