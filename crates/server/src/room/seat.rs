//! A seat: who plays for a player.

use cornerwise_core::excerpt;
use serde::{Deserialize, Serialize};

use crate::refusal::{Code, Refusal};
use crate::response::{Reason, agent_title};
use crate::visitor::Visitor;

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// Somebody who holds its secret.
    Person {
        /// Who it is.
        visitor: Visitor,
        /// What they are called.
        name: String,
    },
    /// An agent.
    Agent {
        /// Its spec.
        spec: String,
        /// The longest time for a move, in seconds.
        time: Option<f64>,
    },
}

/// A seat of a game under way.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Who sits there.
    pub occupant: Occupant,
    /// Why the player has left the game, if so.
    pub dropped: Option<Reason>,
    /// The milliseconds that are left, at the beginning of the turn.
    pub clock: u64,
}

impl Seat {
    pub(super) fn new(occupant: Occupant, clock: u64) -> Seat {
        Seat { occupant, dropped: None, clock }
    }

    /// Whoever holds the seat's secret.
    pub fn holder(&self) -> Option<&Visitor> {
        match &self.occupant {
            Occupant::Person { visitor, .. } => Some(visitor),
            _ => None,
        }
    }

    /// Whether who sits there is connected, as people are if `is_here`.
    pub fn is_connected(&self, is_here: impl Fn(&Visitor) -> bool) -> bool {
        match &self.occupant {
            Occupant::Open => false,
            Occupant::Agent { .. } => true,
            Occupant::Person { visitor, .. } => is_here(visitor),
        }
    }

    /// What who sits there is called.
    pub fn name(&self) -> String {
        match &self.occupant {
            Occupant::Open => String::new(),
            Occupant::Person { name, .. } => name.clone(),
            Occupant::Agent { spec, .. } => agent_title(spec),
        }
    }
}

/// A name as it is shown: without control characters and spaces around it.
pub(super) fn clean_name(name: Option<&str>, player: usize) -> Result<String, Refusal> {
    let name: String = name.unwrap_or("").chars().filter(|letter| !letter.is_control()).collect();
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME {
        let text =
            format!("the name \"{}\" has more than {LONGEST_NAME} characters", excerpt(name));
        return Err(Refusal::new(Code::Malformed, text));
    }
    Ok(if name.is_empty() { format!("Player {}", player + 1) } else { name.to_owned() })
}
