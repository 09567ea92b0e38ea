//! Every kind of agent plays whole legal games, and the same game for the same seed.

use std::sync::Arc;
use std::time::Duration;

use cornerwise_core::{Move, Position, Tables, game_rng};
use cornerwise_engine::{Agent, Budget, Context, Registry, Stop, agent};
use proptest::prelude::*;

/// Little enough that a search plays a game in no time.
fn tiny() -> Budget {
    Budget { time: None, simulations: Some(20), nodes: Some(200), depth: Some(1) }
}

/// Plays a game in which an agent has all seats; checks every move and decision.
fn play(name: &str, tables: &Arc<Tables>, seed: u64, budget: Budget) -> Vec<Move> {
    let mut agent: Box<dyn Agent> = agent(name).unwrap();
    agent.new_game(0);
    let stop = Stop::default();
    let mut rng = game_rng(seed, 0);
    let mut position = Position::new(tables);
    let mut moves = Vec::new();
    while position.to_play().is_some() {
        let mut context = Context { budget, ..Context::new(&stop, &mut rng) };
        let decision = agent.decide(&position, &mut context).unwrap();
        let players = position.variant().player_count();
        let what = || format!("{name} on {}, seed {seed}", tables.variant().name());
        assert_eq!(decision.line.first(), Some(&decision.mv), "{}", what());
        for values in decision.values.iter().chain(&decision.scores) {
            assert_eq!(values.len(), players, "{}", what());
            assert!(values.iter().all(|value| value.is_finite()), "{}", what());
        }
        assert!(decision.candidates.iter().all(|it| position.is_legal(it.mv)), "{}", what());
        let mut ahead = position.clone();
        for &mv in &decision.line {
            ahead.play(mv).unwrap_or_else(|error| panic!("{}: line {mv}: {error}", what()));
        }
        position.play(decision.mv).unwrap_or_else(|error| panic!("{}: {error}", what()));
        moves.push(decision.mv);
    }
    moves
}

#[test]
fn every_kind_plays_every_named_preset() {
    for name in ["duo", "classic", "classic-2", "classic-3"] {
        let tables = Tables::new(name.parse().unwrap());
        for kind in Registry::default().kinds() {
            let budget = Budget { time: Some(Duration::from_millis(5)), ..tiny() };
            assert!(!play(kind.name, &tables, 1, budget).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_kind_plays_square_boards(size in 2_usize..=12, colours in 2_usize..=4, seed: u64) {
        let name = if colours == 2 { format!("{size}x{size}") } else { format!("{size}x{size}-{colours}") };
        let tables = Tables::new(name.parse().unwrap());
        for kind in Registry::default().kinds() {
            play(kind.name, &tables, seed, tiny());
        }
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    for name in ["7x7", "6x6-3", "duo"] {
        let tables = Tables::new(name.parse().unwrap());
        for kind in Registry::default().kinds() {
            let game = || play(kind.name, &tables, 11, tiny());
            assert_eq!(game(), game(), "{} on {name}", kind.name);
        }
    }
}

/// With a raised stop an agent still answers.
#[test]
fn a_raised_stop_leaves_a_legal_move() {
    let stop = Stop::default();
    stop.raise();
    let position = Position::start("classic".parse().unwrap());
    for kind in Registry::default().kinds() {
        let mut rng = game_rng(1, 1);
        let decision = agent(kind.name)
            .unwrap()
            .decide(&position, &mut Context::new(&stop, &mut rng))
            .unwrap();
        assert!(position.is_legal(decision.mv), "{}", kind.name);
    }
}
