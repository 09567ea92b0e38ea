//! What the tests share.

use std::sync::Arc;

use cornerwise_core::{Position, Tables, game_rng};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_learn::{Lesson, SearchedGame};

/// A random game, with visits that a function makes up.
pub fn imagined(
    variant: &str,
    number: u64,
    visits: impl FnMut(&Position, &RecentMoves) -> Vec<(u16, u32)>,
) -> Lesson {
    let (tables, game) = line(variant, number, visits);
    Lesson::new(&tables, game).unwrap()
}

/// The same as the line of a file.
pub fn line(
    variant: &str,
    number: u64,
    mut visits: impl FnMut(&Position, &RecentMoves) -> Vec<(u16, u32)>,
) -> (Arc<Tables>, SearchedGame) {
    let tables = Tables::new(variant.parse().unwrap());
    let mut rng = game_rng(9, number);
    let mut position = Position::new(&tables);
    let mut recent = RecentMoves::default();
    let mut game =
        SearchedGame { game: number, seed: 0, opening: 0, moves: Vec::new(), visits: Vec::new() };
    while let Some(colour) = position.to_play() {
        game.visits.push(visits(&position, &recent));
        let mv = position.sample_move(&mut rng).unwrap();
        recent.add(colour, mv);
        position.play(mv).unwrap();
        game.moves.push(mv.to_string());
    }
    (tables, game)
}
