//! What all games of a file have in common.

use cornerwise_core::{Variant, VariantError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The name of the format.
pub const FORMAT: &str = "cornerwise-games";
/// Its version. A change that makes older programs read something else than was written raises it.
pub const VERSION: u32 = 1;

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always [`FORMAT`].
    format: String,
    /// Which version of it.
    version: u32,
    /// The name of the variant.
    variant: String,
    /// Its rules as TOML, unless it is a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// What was played, one for each series that the file was merged of.
    pub series: Vec<Series>,
}

/// Games that were played together. With the agents' own behaviour it determines every one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The spec of every player's agent, or a single one for all.
    pub agents: Vec<String>,
    /// What all chance depended on.
    pub seed: u64,
    /// Whatever else the games depend on, by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub settings: Map<String, Value>,
}

/// Why a header is not one of ours.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// Another format.
    #[error("the format is \"{0}\", not \"{FORMAT}\"")]
    Format(String),
    /// A format to come.
    #[error("version {0} of the format; this program knows versions up to {VERSION}")]
    Version(u32),
    /// There is no such variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

impl Header {
    /// The header of games of a variant.
    #[must_use]
    pub fn new(variant: &Variant, series: Vec<Series>) -> Header {
        Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            variant: variant.name().to_owned(),
            rules: (!variant.is_preset()).then(|| variant.to_toml()),
            series,
        }
    }

    /// The variant, if this is a header that we can read.
    ///
    /// # Errors
    /// When the header is of another format or version, or describes no variant.
    pub fn variant(&self) -> Result<Variant, HeaderError> {
        if self.format != FORMAT {
            return Err(HeaderError::Format(cornerwise_core::excerpt(&self.format)));
        }
        if self.version > VERSION {
            return Err(HeaderError::Version(self.version));
        }
        Ok(variant(&self.variant, self.rules.as_deref())?)
    }

    /// The name of the variant.
    pub fn variant_name(&self) -> &str {
        &self.variant
    }

    /// The version of the format.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Takes in the series of another file, those that it has already left out.
    pub fn merge(&mut self, other: &Header) {
        for series in &other.series {
            if !self.series.contains(series) {
                self.series.push(series.clone());
            }
        }
    }

    /// The agents of all series, each once.
    pub fn agents(&self) -> Vec<&str> {
        let mut agents: Vec<&str> = Vec::new();
        for agent in self.series.iter().flat_map(|series| &series.agents) {
            if !agents.contains(&agent.as_str()) {
                agents.push(agent);
            }
        }
        agents
    }
}

/// The variant of a name, or of rules as TOML.
pub(crate) fn variant(name: &str, rules: Option<&str>) -> Result<Variant, VariantError> {
    rules.map_or_else(|| name.parse(), Variant::from_toml)
}
