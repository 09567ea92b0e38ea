//! A number that stays the same as long as the rules and the searches do.

use cornerwise_core::{Generator, Position, Tables, game_rng, perft};

use super::agents;

/// Variants with few and many colours, shared ones, and boards with few and many lanes.
const VARIANTS: [&str; 8] =
    ["duo", "classic", "classic-2", "classic-3", "5x5", "7x7", "10x10-3", "14x14-4"];
const GAMES: u64 = 20;

/// The legal moves of fixed random games, the positions two plies below their tenth moves, and what
/// searches of fixed positions visit.
pub fn signature() -> u64 {
    VARIANTS.iter().map(|name| count(name)).sum::<u64>() + agents::signature()
}

fn count(name: &str) -> u64 {
    let tables = Tables::new(name.parse().expect("a preset's name"));
    let mut sum = 0;
    for game in 0..GAMES {
        let mut rng = game_rng(0, game);
        let mut position = Position::new(&tables);
        for _ in 0..10 {
            let Some(mv) = position.sample_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        sum += perft(&position, 2, Generator::Fast);
        position.playout_counting(&mut rng, |moves| sum += moves as u64);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever changes what is counted announces it by changing the file, and in the commit message.
    #[test]
    fn the_signature_is_the_announced_one() {
        let announced = include_str!("../../../../../data/bench.txt");
        assert_eq!(signature().to_string(), announced.trim());
    }
}
