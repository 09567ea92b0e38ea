//! Contests whose truth is known.

use cornerwise_arena::{GameResult, expected_score};
use cornerwise_core::GameRng;
use rand::RngExt;

use super::game;

/// How often a simulated game is a draw.
const DRAWS: f64 = 0.2;
/// How much a simulated opening favours one of the seats, in points.
const BIAS: f64 = 0.15;

/// A pair of games from one opening with swapped seats, in which the first entrant is this many Elo points ahead.
///
/// Openings are not fair, so that the games of a pair depend on each other; but the mean score of a pair is
/// exactly what the difference says.
pub fn pair(rng: &mut GameRng, round: u64, (a, b): (usize, usize), ahead: f64) -> [GameResult; 2] {
    let mean = expected_score(ahead);
    // Chances stay between 0 and 1.
    let room = mean.min(1.0 - mean) - DRAWS / 2.0;
    assert!(room >= 0.0, "a difference of {ahead} leaves no room for draws");
    let bias = if rng.random::<bool>() { BIAS.min(room) } else { -BIAS.min(room) };
    let mut outcome = |mean: f64| {
        let x: f64 = rng.random();
        let win = mean - DRAWS / 2.0;
        if x < win {
            [1, 2]
        } else if x < win + DRAWS {
            [1, 1]
        } else {
            [2, 1]
        }
    };
    let first = outcome(mean + bias);
    let [ours, theirs] = outcome(mean - bias);
    [game(round, &[a, b], &first), game(round, &[b, a], &[theirs, ours])]
}

/// A game of three or four by the model of Plackett and Luce: the first place goes to each with a chance that is
/// proportional to its strength, the second among the rest, and so on. Everybody is then before everybody else
/// with the chance that the Elo difference says.
pub fn table(rng: &mut GameRng, round: u64, seats: &[usize], elo: &[f64]) -> GameResult {
    let strength = |player: usize| 10_f64.powf(elo[seats[player]] / 400.0);
    let mut ranks = vec![0; seats.len()];
    for rank in 1..=seats.len() {
        let open: Vec<usize> = (0..seats.len()).filter(|&player| ranks[player] == 0).collect();
        let total: f64 = open.iter().map(|&player| strength(player)).sum();
        let mut x = rng.random::<f64>() * total;
        let next = open.iter().find(|&&player| {
            x -= strength(player);
            x < 0.0
        });
        ranks[*next.unwrap_or(&open[0])] = rank;
    }
    game(round, seats, &ranks)
}

/// A round of games at one table: everybody sits in every seat once.
pub fn rotation(rng: &mut GameRng, round: u64, seats: &[usize], elo: &[f64]) -> Vec<GameResult> {
    let turned = |by: usize| {
        let mut seats = seats.to_vec();
        seats.rotate_left(by);
        seats
    };
    (0..seats.len()).map(|by| table(rng, round, &turned(by), elo)).collect()
}
