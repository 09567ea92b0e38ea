//! Levels for people: they play sensibly, not always the same, and each is stronger than the one below.

use std::collections::BTreeSet;

use cornerwise_core::{Game, Move, Position, Tables};
use cornerwise_engine::{Agent, Registry, Stop, Turn, agent};

fn level(name: &str) -> Box<dyn Agent> {
    agent(&format!("level:{name}")).unwrap()
}

/// The first moves of a game that an agent plays with itself.
fn opening(agent: &mut dyn Agent, variant: &str, seed: u64, plies: usize) -> Vec<Move> {
    let mut game = Game::new(Position::start(variant.parse().unwrap()));
    let stop = Stop::default();
    agent.new_game(seed);
    for _ in 0..plies {
        let decision = Turn::new(&game, seed, &stop).ask(agent).unwrap();
        game.play(decision.mv).unwrap();
    }
    game.moves().to_vec()
}

#[test]
fn every_name_is_a_level() {
    let kinds = Registry::default();
    let (kind, _) = kinds.read("level").unwrap();
    let allowed = kind.parameters[0].kind.to_string();
    assert_eq!(allowed, "one of novice, 1, 2, 3, 4, 5, 6, 7, 8, 9");
    for name in ["novice", "1", "2", "3", "4", "5", "6", "7", "8", "9"] {
        level(name);
    }
    for spec in ["level:0", "level:10", "level:easy"] {
        let error = agent(spec).err().unwrap().to_string();
        assert!(error.contains("is not one of novice, 1, 2"), "{error}");
    }
}

/// Nobody begins with a tiny piece, not even a novice.
#[test]
fn the_lowest_levels_begin_with_large_pieces() {
    for (variant, colours) in [("duo", 2), ("classic", 4), ("classic-3", 4), ("10x10-3", 3)] {
        for name in ["novice", "1", "2"] {
            let mut agent = level(name);
            for seed in 0..10 {
                let moves = opening(agent.as_mut(), variant, seed, 2 * colours);
                let sizes: Vec<usize> = moves.iter().map(|mv| mv.piece().size()).collect();
                assert!(sizes.iter().all(|&size| size >= 4), "{name} on {variant}: {sizes:?}");
            }
        }
    }
}

#[test]
fn levels_vary_their_openings_and_repeat_them_when_seeded() {
    for (variant, name) in [("duo", "novice"), ("duo", "3"), ("duo", "7"), ("10x10", "6")] {
        let mut agent = level(name);
        let openings: Vec<_> =
            (0..8).map(|seed| opening(agent.as_mut(), variant, seed, 2)).collect();
        let distinct: BTreeSet<_> = openings.iter().collect();
        assert!(distinct.len() > 2, "{name} on {variant}: {distinct:?}");
        assert_eq!(opening(agent.as_mut(), variant, 5, 2), openings[5], "{name} on {variant}");
    }
}

/// The points of the first agent against the second in pairs of games with swapped seats.
fn points(first: &str, second: &str, variant: &str, pairs: u64) -> f64 {
    let tables = Tables::new(variant.parse().unwrap());
    let mut agents = [agent(first).unwrap(), agent(second).unwrap()];
    let stop = Stop::default();
    let mut points = 0.0;
    for seed in 0..2 * pairs {
        let swapped = seed as usize % 2;
        let mut game = Game::new(Position::new(&tables));
        for agent in &mut agents {
            agent.new_game(seed);
        }
        while let Some(player) = game.position().player_to_play() {
            let agent = &mut agents[player.index() ^ swapped];
            let decision = Turn::new(&game, seed, &stop).ask(agent.as_mut()).unwrap();
            game.play(decision.mv).unwrap();
        }
        points += game.position().win_shares()[swapped];
    }
    points / (2 * pairs) as f64
}

/// Somebody who just places large pieces beats a novice, who is still not as bad as chance.
#[test]
fn a_novice_is_beatable() {
    let against_largest = points("level:novice", "largest", "duo", 40);
    assert!((0.15..0.5).contains(&against_largest), "{against_largest}");
    let against_random = points("level:novice", "random", "duo", 40);
    assert!(against_random > 0.6, "{against_random}");
}

#[test]
fn a_higher_level_is_stronger() {
    for (high, low) in [("2", "novice"), ("4", "2")] {
        let score = points(&format!("level:{high}"), &format!("level:{low}"), "duo", 15);
        assert!(score > 0.65, "{high} over {low}: {score}");
    }
}
