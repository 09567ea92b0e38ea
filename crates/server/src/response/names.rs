//! What players and agents are called.

use cornerwise_core::{Player, Variant};

/// A player by colour: `Black`, or `Blue and red` where a player has two.
pub fn player_name(variant: &Variant, player: Player) -> String {
    let names: Vec<_> =
        variant.colours_of(player).map(|colour| variant.colour_name(colour)).collect();
    capitalised(&names.join(" and "))
}

/// What an agent is called: `Level 3`, or its spec.
pub fn agent_title(spec: &str) -> String {
    match spec.strip_prefix("level:").map(|level| level.strip_prefix("level=").unwrap_or(level)) {
        Some(level) if level.chars().all(|digit| digit.is_ascii_digit()) => {
            format!("Level {level}")
        }
        Some(level) => capitalised(level),
        None => spec.to_owned(),
    }
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
