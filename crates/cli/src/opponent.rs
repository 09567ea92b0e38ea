//! Who plays against the user.

use std::cmp::Reverse;

use clap::ValueEnum;
use cornerwise_core::{GameRng, Move, Player, Position, game_rng};
use rand::RngExt;

/// An agent that chooses moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Opponent {
    /// Any legal move
    Random,
    /// Any move of a largest piece
    Largest,
    /// Plays promising moves out at random and takes the one that ends best
    Mc,
}

/// Random games that `Mc` plays for a move: a few tenths of a second.
const PLAYOUTS: usize = 3_000;
/// Moves that `Mc` compares.
const CANDIDATES: usize = 32;
/// The points of lead that count as much as the whole win. A random game's winner says little, and its
/// margin says the rest.
const MARGIN: f64 = 50.0;

impl Opponent {
    /// The choice for the colour to play, the same for the same seed; `None` when the game is over.
    pub fn choose(self, position: &Position, seed: u64) -> Option<Move> {
        let mut rng = game_rng(seed, position.moves_played() as u64);
        match self {
            Opponent::Random => position.sample_move(&mut rng),
            Opponent::Largest => {
                let mut moves = position.legal_moves();
                let largest = moves.iter().map(|mv| mv.piece().size()).max()?;
                moves.retain(|mv| mv.piece().size() == largest);
                Some(moves[rng.random_range(0..moves.len())])
            }
            Opponent::Mc => search(position, PLAYOUTS, &mut rng),
        }
    }
}

/// Flat Monte Carlo by halving: each round shares its playouts among the moves that are left, and
/// the better half goes on.
fn search(position: &Position, playouts: usize, rng: &mut GameRng) -> Option<Move> {
    let player = position.player_to_play()?;
    let mut trials: Vec<_> = candidates(position).into_iter().map(Trial::new).collect();
    let rounds = trials.len().max(2).ilog2() as usize + 1;
    let mut end = position.clone();
    while trials.len() > 1 {
        let games = (playouts / rounds / trials.len()).max(1);
        for trial in &mut trials {
            for _ in 0..games {
                end.clone_from(position);
                end.play_unchecked(trial.mv);
                end.playout(rng);
                trial.add(value(&end, player));
            }
        }
        trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        trials.truncate(trials.len().div_ceil(2));
    }
    trials.first().map(|trial| trial.mv)
}

struct Trial {
    mv: Move,
    games: usize,
    sum: f64,
}

impl Trial {
    fn new(mv: Move) -> Trial {
        Trial { mv, games: 0, sum: 0.0 }
    }

    fn add(&mut self, value: f64) {
        self.games += 1;
        self.sum += value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.games as f64
    }
}

/// What a finished game is worth to a player: the share of the win, and the lead over the best other.
fn value(end: &Position, player: Player) -> f64 {
    let scores = end.player_scores();
    let others = scores.iter().enumerate().filter(|(other, _)| *other != player.index());
    let best = others.map(|(_, &score)| score).max().unwrap_or_default();
    let lead = f64::from(scores[player.index()] - best);
    end.win_shares()[player.index()] + lead / MARGIN
}

/// The moves worth comparing: large pieces first, then those after which the colour's side has more
/// corners than the others.
fn candidates(position: &Position) -> Vec<Move> {
    let Some(colour) = position.to_play() else { return Vec::new() };
    let variant = position.variant();
    let mut after = position.clone();
    let mut promise = |mv: Move| {
        after.clone_from(position);
        after.play_unchecked(mv);
        variant.colours().fold(0, |sum, other| {
            let corners = after.corner_cells(other).len() as i32;
            if variant.owner(other) == variant.owner(colour) {
                sum + corners
            } else {
                sum - corners
            }
        })
    };
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|&mv| Reverse((mv.piece().size(), promise(mv))));
    moves.truncate(CANDIDATES);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fast search with few playouts.
    fn quick(position: &Position, seed: u64) -> Move {
        search(position, 200, &mut game_rng(seed, position.moves_played() as u64)).unwrap()
    }

    #[test]
    fn playouts_beat_chance() {
        let start = Position::start("6x6".parse().unwrap());
        let mut score = 0.0;
        for game in 0..20 {
            let seat = (game % 2) as usize;
            let mut position = start.clone();
            while let Some(player) = position.player_to_play() {
                let mv = if player.index() == seat {
                    quick(&position, game)
                } else {
                    Opponent::Random.choose(&position, game).unwrap()
                };
                position.play(mv).unwrap();
            }
            score += position.win_shares()[seat];
        }
        assert!(score >= 16.0, "{score} of 20");
    }

    #[test]
    fn a_seed_gives_one_choice_in_every_variant() {
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5-3"] {
            let mut position = Position::start(name.parse().unwrap());
            for _ in 0..5 {
                let mv = quick(&position, 3);
                assert_eq!(quick(&position, 3), mv);
                position.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn the_largest_piece_is_taken() {
        let position = Position::start("duo".parse().unwrap());
        assert_eq!(Opponent::Largest.choose(&position, 1).unwrap().piece().size(), 5);
    }
}
