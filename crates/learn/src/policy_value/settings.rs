//! What decides the result of a run.

use std::ops::RangeInclusive;

use cornerwise_core::Variant;
use cornerwise_net::{Architecture, ENCODER_VERSION, Residual};
use serde::{Deserialize, Serialize};

use crate::adamw::AdamWSettings;
use crate::network::LossWeights;
use crate::plain_number::plain_number;
use crate::run::RunError;

/// The algorithm's name in run directories.
const ALGORITHM: &str = "policy-value";

/// Everything that decides the result of a run, but for the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// How often every position is learnt from; fractions are possible.
    pub epochs: f64,
    /// The positions of a step.
    pub batch: usize,
    /// The share of the games that is held out.
    pub holdout: f64,
    /// Which games are held out. It stays the same for runs that are to be compared.
    pub holdout_seed: u64,
    /// What all other chance depends on.
    pub seed: u64,
    /// How many positions wait to be drawn by chance.
    pub window: usize,
    /// Whether positions are mirrored by chance, where the variant allows it.
    pub augment: bool,
    /// The share of the steps, at the end, in which weights and activations are rounded as they are in play.
    pub quantised: f64,
    /// The network.
    pub network: NetworkSettings,
    /// What the parts of the loss count.
    pub loss: LossWeights,
    /// How weights move.
    pub optimizer: AdamWSettings,
}

/// How large the network is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSettings {
    /// Channels of the trunk, a multiple of 16.
    pub channels: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Where activations are cut off.
    #[serde(serialize_with = "plain_number")]
    pub limit: f32,
    /// Whether the network corrects the linear model instead of replacing it.
    pub linear: bool,
}

impl Default for NetworkSettings {
    fn default() -> NetworkSettings {
        NetworkSettings { channels: 32, blocks: 4, limit: Architecture::LIMIT, linear: true }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            epochs: 8.0,
            batch: 256,
            holdout: 0.05,
            holdout_seed: 1,
            seed: 1,
            window: 32_768,
            augment: true,
            quantised: 0.25,
            network: NetworkSettings::default(),
            loss: LossWeights::default(),
            optimizer: AdamWSettings::default(),
        }
    }
}

impl Settings {
    /// Checks the settings.
    ///
    /// # Errors
    /// Names the one that is out of its range.
    pub fn checked(self) -> Result<Settings, RunError> {
        let Settings { network, loss, optimizer, .. } = &self;
        let weights: [(&str, f32); 7] = [
            ("the weight of the policy", loss.policy),
            ("the weight of the soft policy", loss.soft_policy),
            ("the weight of the value", loss.value),
            ("the weight of the scores", loss.scores),
            ("the weight of the margin", loss.margin),
            ("the weight of the ownership", loss.ownership),
            ("the weight of the reply", loss.reply),
        ];
        let weights =
            weights.map(|(name, weight)| (name, f64::from(weight), 0.0..=1000.0, "0 to 1000"));
        let rows: [Row; 13] = [
            ("the number of epochs", self.epochs, 1e-3..=1e6, "0.001 to 1000000"),
            ("the batch", self.batch as f64, 1.0..=65_536.0, "1 to 65536 positions"),
            ("the share held out", self.holdout, 0.0..=0.9, "0 to 0.9"),
            ("the window", self.window as f64, 1.0..=1e7, "1 to 10000000 positions"),
            ("the quantised share", self.quantised, 0.0..=1.0, "0 to 1"),
            ("the limit", network.limit.into(), 0.1..=100.0, "0.1 to 100"),
            ("the share of the root value", loss.root_value.into(), 0.0..=1.0, "0 to 1"),
            ("the rate", optimizer.rate, 1e-9..=10.0, "0.000000001 to 10"),
            ("the final rate", optimizer.final_rate, 0.0..=1.0, "0 to 1"),
            ("the warm-up", optimizer.warm_up as f64, 0.0..=1e9, "0 to 1000000000 steps"),
            ("the decay", optimizer.decay, 0.0..=10.0, "0 to 10"),
            ("the greatest norm", optimizer.clip, 1e-6..=1e9, "0.000001 to 1000000000"),
            ("the average", optimizer.average, 0.0..=0.999_999, "0 to 0.999999"),
        ];
        for (name, value, allowed, range) in rows.into_iter().chain(weights) {
            if !allowed.contains(&value) {
                return Err(RunError::Setting { name, value: value.to_string(), range });
            }
        }
        let channels = network.channels;
        if channels == 0 || !channels.is_multiple_of(16) || channels > 256 {
            let value = channels.to_string();
            let range = "a multiple of 16 up to 256";
            return Err(RunError::Setting { name: "the number of channels", value, range });
        }
        Ok(self)
    }

    /// The architecture for a variant.
    pub fn architecture(&self, variant: &Variant) -> Architecture {
        let NetworkSettings { channels, blocks, limit, linear } = self.network;
        let Architecture::Residual(residual) = Architecture::residual(variant, channels, blocks);
        Architecture::Residual(Residual { limit, linear, ..residual })
    }

    /// As they stand in `run.toml`, with what else decides the result.
    pub fn to_table(&self, variant: &Variant, data: &[(String, u64)]) -> toml::Table {
        let mut table = toml::Table::new();
        let mut add = |name: &str, value: toml::Value| table.insert(name.to_owned(), value);
        add("algorithm", ALGORITHM.into());
        add("version", env!("CARGO_PKG_VERSION").into());
        add("variant", variant.name().into());
        add("encoder", i64::from(ENCODER_VERSION).into());
        let data = data.iter().map(|(file, games)| {
            let entries =
                [("file", toml::Value::from(file.clone())), ("games", (*games as i64).into())];
            toml::Table::from_iter(entries.map(|(key, value)| (key.to_owned(), value))).into()
        });
        add("data", toml::Value::Array(data.collect()));
        let settings = toml::Table::try_from(self).expect("settings are plain data");
        add("settings", settings.into());
        table
    }
}

/// A setting with what it can be, as numbers and in words.
type Row = (&'static str, f64, RangeInclusive<f64>, &'static str);
