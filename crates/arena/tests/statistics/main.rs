//! Statistics hold against published figures and against simulated matches whose truth is known.

mod published;
mod simulated;
mod simulation;
mod summed_up;

use cornerwise_arena::{End, GameResult};

/// A game without moves: these entrants in the seats, with these ranks.
fn game(round: u64, seats: &[usize], ranks: &[usize]) -> GameResult {
    GameResult {
        game: 0,
        round,
        seats: seats.to_vec(),
        seed: 0,
        opening: 0,
        moves: Vec::new(),
        ranks: ranks.to_vec(),
        scores: ranks.iter().map(|&rank| -10 * rank as i32).collect(),
        remaining: ranks.iter().map(|&rank| 10 * rank as u32).collect(),
        end: End::Played,
        turns: Vec::new(),
    }
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
}
