//! What the tests share.

use cornerwise_core::{Position, Tables, game_rng};
use cornerwise_engine::knowledge::{Recent, Weights};
use cornerwise_learn::priors::{Sight, Theta};
use cornerwise_learn::{Lesson, SearchedGame};

/// A random game, with visits that a function makes up.
pub fn imagined(
    variant: &str,
    number: u64,
    mut visits: impl FnMut(&Position, &Recent) -> Vec<(u16, u32)>,
) -> Lesson {
    let tables = Tables::new(variant.parse().unwrap());
    let mut rng = game_rng(9, number);
    let mut position = Position::new(&tables);
    let mut recent = Recent::default();
    let mut game =
        SearchedGame { game: number, seed: 0, opening: 0, moves: Vec::new(), visits: Vec::new() };
    while let Some(colour) = position.to_play() {
        game.visits.push(visits(&position, &recent));
        let mv = position.sample_move(&mut rng).unwrap();
        recent.add(colour, mv);
        position.play(mv).unwrap();
        game.moves.push(mv.to_string());
    }
    Lesson::new(&tables, game).unwrap()
}

/// Random games, in which the visits are the probabilities by some weights.
pub fn lessons(variant: &str, weights: &Weights, games: u64) -> Vec<Lesson> {
    let theta = Theta::from(weights);
    let mut sight = Sight::default();
    let mut shares = |position: &Position, recent: &Recent| {
        sight.look(position, recent, &theta);
        let visits = sight.logs().iter().map(|log| (1e6 * log.exp()).round() as u32);
        (0..).zip(visits).filter(|&(_, visits)| visits > 0).collect()
    };
    (0..games).map(|number| imagined(variant, number, &mut shares)).collect()
}
