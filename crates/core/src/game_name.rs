//! The names of variants in game files and protocols.

use crate::variant::Variant;

/// The names that other programs know; the remaining presets are `Blokus` and their name.
const GAMES: [(&str, &str); 4] = [
    ("Blokus Duo", "duo"),
    ("Blokus", "classic"),
    ("Blokus Two-Player", "classic-2"),
    ("Blokus Three-Player", "classic-3"),
];

impl Variant {
    /// The name of the game in files and protocols, which only presets have.
    ///
    /// ```
    /// use cornerwise_core::Variant;
    /// let name = |variant: &str| variant.parse::<Variant>().unwrap().game_name();
    /// assert_eq!(name("classic-2").as_deref(), Some("Blokus Two-Player"));
    /// assert_eq!(name("7x7").as_deref(), Some("Blokus 7x7"));
    /// ```
    pub fn game_name(&self) -> Option<String> {
        if !self.is_preset() {
            return None;
        }
        let known = GAMES.iter().find(|(_, name)| *name == self.name());
        Some(
            known.map_or_else(|| format!("Blokus {}", self.name()), |(game, _)| (*game).to_owned()),
        )
    }

    /// The preset with this name in files and protocols, in any case.
    #[must_use]
    pub fn of_game_name(game: &str) -> Option<Variant> {
        let known = GAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(game));
        if let Some((_, name)) = known {
            return name.parse().ok();
        }
        let prefix = game.get(..7).filter(|start| start.eq_ignore_ascii_case("Blokus "));
        prefix.and_then(|_| game[7..].to_ascii_lowercase().parse().ok())
    }
}
