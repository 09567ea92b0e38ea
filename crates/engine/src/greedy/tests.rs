//! What the strategies play in positions where the right move is known.

use std::thread;
use std::time::{Duration, Instant};

use cornerwise_core::{Colour, Move, Position, Tables, game_rng};

use crate::agent::Context;
use crate::budget::Stop;
use crate::decision::Decision;
use crate::features::Feature;
use crate::registry::agent;

fn decide(spec: &str, position: &Position, seed: u64) -> Decision {
    let stop = Stop::default();
    agent(spec).unwrap().decide(position, &mut Context::new(&stop, &mut game_rng(seed, 0))).unwrap()
}

/// The value of a feature after a move for the first colour and the second.
fn after(feature: Feature, position: &Position, mv: Move) -> [f64; 2] {
    let mut after = position.clone();
    after.play(mv).unwrap();
    [0, 1].map(|index| feature.of(&after, Colour::from_index(index)))
}

fn duo(plies: usize, seed: u64) -> Position {
    let mut position = Position::start("duo".parse().unwrap());
    for _ in 0..plies {
        let mv = position.sample_move(&mut game_rng(seed, position.moves_played() as u64)).unwrap();
        position.play(mv).unwrap();
    }
    position
}

#[test]
fn every_strategy_plays_what_it_is_named_for() {
    for seed in 0..3 {
        let position = duo(4, seed);
        let moves = position.legal_moves();
        let most = |score: &dyn Fn(Move) -> f64| {
            moves.iter().map(|&mv| score(mv)).max_by(f64::total_cmp).unwrap()
        };
        let check = |spec: &str, score: &dyn Fn(Move) -> f64| {
            let decision = decide(spec, &position, seed);
            assert_eq!(score(decision.mv), most(score), "{spec}");
            assert_eq!(decision.candidates.len(), moves.len());
            assert_eq!(decision.candidates[0].mv, decision.mv);
            assert!(decision.candidates.is_sorted_by(|a, b| a.value >= b.value));
            assert_eq!(decision.counters.nodes, moves.len() as u64);
            assert_eq!(decision.line, [decision.mv]);
        };
        let of = |feature: Feature, mv: Move| after(feature, &position, mv);
        check("largest", &|mv| mv.piece().size() as f64);
        check("corners", &|mv| of(Feature::Corners, mv)[0]);
        check("max-moves", &|mv| of(Feature::Moves, mv)[0]);
        check("min-moves", &|mv| -of(Feature::Moves, mv)[1]);
        check("max-min", &|mv| of(Feature::Moves, mv)[0] - of(Feature::Moves, mv)[1]);
        check("influence-plus", &|mv| of(Feature::Influence, mv)[0]);
        check("influence", &|mv| of(Feature::Influence, mv)[0] - of(Feature::Influence, mv)[1]);
        check("heuristic:squares=1,corners=0.5,opponent-corners=-0.5", &|mv| {
            let corners = of(Feature::Corners, mv);
            of(Feature::Squares, mv)[0] + 0.5 * corners[0] - 0.5 * corners[1]
        });
        check("heuristic:size=-2,opponent-reach=-0.25", &|mv| {
            -2.0 * mv.piece().size() as f64 - 0.25 * of(Feature::Reach, mv)[1]
        });
    }
}

/// Own values count half as often as there are players, opponents' once each.
#[test]
fn four_players_balance_own_and_others() {
    let mut position = Position::start("10x10-4".parse().unwrap());
    for at in 0..6 {
        let mv = position.sample_move(&mut game_rng(3, at)).unwrap();
        position.play(mv).unwrap();
    }
    let own = position.to_play().unwrap();
    let decision = decide("max-min", &position, 1);
    for candidate in &decision.candidates {
        let mut after = position.clone();
        after.play(candidate.mv).unwrap();
        let moves = |colour| after.count_moves_of(colour) as f64;
        let others = after.variant().colours().filter(|&colour| colour != own).map(moves);
        assert_eq!(candidate.value, 2.0 * moves(own) - others.sum::<f64>());
    }
}

/// The cross has eight corner cells, more than any other piece.
#[test]
fn max_moves_begins_a_duo_with_the_cross() {
    let start = Position::start("duo".parse().unwrap());
    let decision = decide("max-moves", &start, 1);
    assert_eq!(decision.mv.piece().name(), "X");
    let single = decision.candidates.iter().find(|it| it.mv.to_string() == "e10").unwrap();
    assert!(single.value < decision.candidates[0].value, "{}", single.value);
}

#[test]
fn ties_are_broken_by_chance() {
    let start = Position::start("duo".parse().unwrap());
    let chosen: Vec<Move> = (0..8).map(|seed| decide("largest", &start, seed).mv).collect();
    assert!(chosen.iter().any(|mv| *mv != chosen[0]));
    let again: Vec<Move> = (0..8).map(|seed| decide("largest", &start, seed).mv).collect();
    assert_eq!(again, chosen);
}

#[test]
fn corridors_slips_through_and_is_largest_elsewhere() {
    let tables = Tables::new("7x7".parse().unwrap());
    let [black, white] = [0, 1].map(Colour::from_index);
    let pieces = [(white, "a4,b4,c4"), (white, "d5,e5,f5,g5"), (black, "d4,e4")];
    let pieces = pieces.map(|(colour, mv)| (colour, mv.parse().unwrap()));
    let position = Position::set_up(&tables, pieces, black).unwrap();
    let decision = decide("corridors", &position, 1);
    assert!(decision.mv.cells().any(|cell| cell.to_string() == "c5"), "{}", decision.mv);
    assert_eq!(decision.mv.piece().size(), 5);
    let start = Position::start("duo".parse().unwrap());
    assert_eq!(decide("corridors", &start, 1).mv.piece().size(), 5);
}

#[test]
fn the_preferrer_takes_the_first_piece_that_fits() {
    let start = Position::start("7x7".parse().unwrap());
    assert_eq!(decide("preferrer:order=X/W", &start, 1).mv.piece().name(), "W");
    assert_eq!(decide("preferrer:I5", &start, 1).mv.piece().name(), "I5");
    assert_eq!(decide("preferrer:order=2/1", &start, 1).mv.piece().name(), "2");
}

/// A list by itself is its strategy; several are the sum of their points.
#[test]
fn hybrid_adds_up_its_lists() {
    let position = duo(4, 1);
    let lists = |lists: &str| {
        let spec = format!("hybrid:opening={lists},middle={lists},end={lists}");
        decide(&spec, &position, 1)
    };
    let corners = |mv| after(Feature::Corners, &position, mv)[0];
    assert_eq!(corners(lists("corners").mv), corners(decide("corners", &position, 1).mv));
    // Twenty ranks, half a point each.
    assert_eq!(lists("corners").candidates[0].value, 10.0);
    let points = |decision: &Decision, mv: Move| {
        decision.candidates.iter().find(|candidate| candidate.mv == mv).unwrap().value
    };
    let parts = [lists("largest"), lists("corners")];
    let both = lists("3*largest+0.5*corners");
    for candidate in &both.candidates {
        let [large, corners] = [0, 1].map(|part| points(&parts[part], candidate.mv));
        assert_eq!(candidate.value, 3.0 * large + 0.5 * corners);
    }
}

#[test]
fn hybrid_plays_the_end_exactly() {
    let mut position = Position::start("5x5".parse().unwrap());
    for mv in ["a5,a4,b4,b3", "e1,d1,d2,c2"] {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let decision =
        decide("hybrid:opening-until=0,middle-until=0,finish-nodes=1000000", &position, 1);
    let mut end = position.clone();
    for &mv in &decision.line {
        end.play(mv).unwrap();
    }
    assert!(end.is_over());
    let scores: Vec<f64> = end.player_scores().into_iter().map(f64::from).collect();
    assert_eq!(decision.scores, Some(scores));
    assert_eq!(decision.values, Some(end.win_shares()));
}

#[test]
fn a_stop_ends_the_slowest_of_them_at_once() {
    let mut position = Position::start("classic".parse().unwrap());
    for at in 0..30 {
        let mv = position.sample_move(&mut game_rng(9, at)).unwrap();
        position.play(mv).unwrap();
    }
    let slow = "heuristic:cover=1,opponent-cover=-1,reach=1,opponent-reach=-1";
    for spec in [slow, "hybrid:opening=alone,middle=alone,alone-nodes=1000000000"] {
        let stop = Stop::default();
        let mut rng = game_rng(1, 0);
        let began = Instant::now();
        let decision = thread::scope(|scope| {
            let raised = stop.clone();
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(5));
                raised.raise();
            });
            agent(spec).unwrap().decide(&position, &mut Context::new(&stop, &mut rng)).unwrap()
        });
        assert!(position.is_legal(decision.mv));
        // Generous for a busy machine; the median is below a millisecond.
        assert!(began.elapsed() < Duration::from_secs(2), "{spec}: {:?}", began.elapsed());
    }
}
