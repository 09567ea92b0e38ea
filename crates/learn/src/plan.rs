//! What is played to learn from.

use cornerwise_core::{Variant, VariantError};
use serde::{Deserialize, Serialize};

/// Games of an agent against itself: the first line of their file. Together with the agent's own behaviour it
/// determines every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The name of the variant.
    variant: String,
    /// Its rules as TOML, unless it is a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// The spec of the agent in every seat.
    pub agent: String,
    /// What all chance depends on.
    pub seed: u64,
    /// The most moves that are drawn by chance at the beginning of a game.
    pub random_plies: usize,
}

impl Plan {
    /// Games of an agent with as many random plies as usual.
    #[must_use]
    pub fn new(variant: &Variant, agent: &str, seed: u64) -> Plan {
        Plan {
            variant: variant.name().to_owned(),
            rules: (!variant.is_preset()).then(|| variant.to_toml()),
            agent: agent.to_owned(),
            seed,
            random_plies: variant.colour_count(),
        }
    }

    /// The variant that is played.
    ///
    /// # Errors
    /// When the plan was written by somebody else and describes none.
    pub fn variant(&self) -> Result<Variant, VariantError> {
        match &self.rules {
            None => self.variant.parse(),
            Some(rules) => Variant::from_toml(rules),
        }
    }
}
