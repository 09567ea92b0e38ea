//! What the tests share.

use std::sync::Arc;

use cornerwise_core::{Position, Tables, game_rng};
use cornerwise_dataset::{Played, Search, SearchedGame};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_learn::GameSample;

/// A random game, with visits by place among the legal moves that a function makes up.
pub fn imagined(
    variant: &str,
    number: u64,
    visits: impl FnMut(&Position, &RecentMoves) -> Vec<(u16, u32)>,
) -> GameSample {
    let (tables, game) = game(variant, number, visits);
    GameSample::new(&tables, &game).unwrap()
}

/// The same as the record of a game.
pub fn game(
    variant: &str,
    number: u64,
    mut visits: impl FnMut(&Position, &RecentMoves) -> Vec<(u16, u32)>,
) -> (Arc<Tables>, SearchedGame) {
    let tables = Tables::new(variant.parse().unwrap());
    let mut rng = game_rng(9, number);
    let mut position = Position::new(&tables);
    let mut recent = RecentMoves::default();
    let mut moves = Vec::new();
    while let Some(colour) = position.to_play() {
        let legal = position.legal_moves();
        let visits = visits(&position, &recent);
        let visits = visits.into_iter().map(|(place, count)| (legal[place as usize], count));
        let search = Search { visits: visits.collect(), ..Search::default() };
        let mv = position.sample_move(&mut rng).unwrap();
        recent.add(colour, mv);
        position.play(mv).unwrap();
        moves.push((mv, search));
    }
    let agents = vec!["nobody".to_owned()];
    let played = Played { game: number, seed: 0, agents, opening: 0, moves };
    let game = played.record(&tables).unwrap();
    (tables, game)
}
