//! Experiments: the matches behind published tables, to be played again and set beside them.

mod file;
mod findings;
#[cfg(test)]
mod tests;

pub use file::{By, Experiment, ExperimentError, Figure, Match, Scale};
pub use findings::{Finding, findings};

/// The experiments of the directory `experiments`, by name.
const FILES: [(&str, &str); 12] = [
    ("greedy-duo", include_str!("../../../../experiments/greedy-duo.toml")),
    ("greedy-classic", include_str!("../../../../experiments/greedy-classic.toml")),
    ("uct-mc", include_str!("../../../../experiments/uct-mc.toml")),
    ("uct-minimax", include_str!("../../../../experiments/uct-minimax.toml")),
    ("mc-minimax", include_str!("../../../../experiments/mc-minimax.toml")),
    ("enhanced-uct", include_str!("../../../../experiments/enhanced-uct.toml")),
    ("enhanced-mc", include_str!("../../../../experiments/enhanced-mc.toml")),
    ("ucb1-tuned", include_str!("../../../../experiments/ucb1-tuned.toml")),
    ("first-play-urgency", include_str!("../../../../experiments/first-play-urgency.toml")),
    ("progressive-bias", include_str!("../../../../experiments/progressive-bias.toml")),
    ("playout-policies", include_str!("../../../../experiments/playout-policies.toml")),
    ("first-player", include_str!("../../../../experiments/first-player.toml")),
];

/// The names of the experiments that come with Cornerwise, and their texts.
pub fn stored() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter()
}
