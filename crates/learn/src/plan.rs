//! What is played to learn from.

use cornerwise_core::Variant;
use cornerwise_dataset::{Header, Series};
use serde_json::Map;

/// The name of the setting in files.
const RANDOM_PLIES: &str = "random_plies";

/// Games of an agent against itself. Together with the agent's own behaviour it determines every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What is played.
    pub variant: Variant,
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
        let random_plies = variant.colour_count();
        Plan { variant: variant.clone(), agent: agent.to_owned(), seed, random_plies }
    }

    /// The header of their file.
    pub fn header(&self) -> Header {
        let settings = Map::from_iter([(RANDOM_PLIES.to_owned(), self.random_plies.into())]);
        let series = Series { agents: vec![self.agent.clone()], seed: self.seed, settings };
        Header::new(&self.variant, vec![series])
    }
}

/// The most moves that were drawn by chance at the beginning of the games of a series, if it says so.
pub fn random_plies(series: &Series) -> Option<u64> {
    series.settings.get(RANDOM_PLIES)?.as_u64()
}
