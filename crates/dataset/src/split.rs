//! Which games are learnt from, and which are held out.

use crate::game::SearchedGame;

/// A side of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// To learn from.
    Training,
    /// Held out, to measure with.
    Validation,
}

/// A split of games by their identity: all positions of a game are on one side, and a game is on the same side in every file, whatever is merged or
/// added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// The share of the games that is held out, 0 to 1.
    pub validation: f64,
    /// Other seeds make other splits.
    pub seed: u64,
}

impl Split {
    /// The side of a game.
    ///
    /// It is the validation side if the hash of the game's seed and number, as a fraction of all 64-bit numbers, is below the share.
    pub fn side(&self, game: &SearchedGame) -> Side {
        let hash = mix(mix(mix(self.seed) ^ game.seed) ^ game.game);
        // The upper 53 bits are what a float can hold.
        let fraction = (hash >> 11) as f64 / (1_u64 << 53) as f64;
        if fraction < self.validation { Side::Validation } else { Side::Training }
    }
}

/// The step and the mixing of `SplitMix64` (Steele, Lea and Flood 2014). It never changes, since it decides what was held out.
pub(crate) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
