//! The project's random numbers: a named generator, so that a seed means the same game for ever.

use rand::SeedableRng;

/// The generator that all of Cornerwise uses; core functions take any other one too.
pub type GameRng = rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of one game of a series. Games depend on the series' seed and their own number
/// alone, so that a series is the same on any number of threads.
///
/// ```
/// use cornerwise_core::{Position, game_rng};
/// let mut position = Position::start("duo".parse().unwrap());
/// position.playout(&mut game_rng(7, 0));
/// ```
#[must_use]
pub fn game_rng(seed: u64, game: u64) -> GameRng {
    // Both words pass through the generator's own seeding, so that neighbours are unrelated.
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip([seed, game, !seed, !game]) {
        chunk.copy_from_slice(&crate::hash::mix(word).to_le_bytes());
    }
    GameRng::from_seed(bytes)
}
