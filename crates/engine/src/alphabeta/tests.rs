//! The searches against plain recursion, and the agents against their promises.

use std::time::{Duration, Instant};

use cornerwise_core::{GameRng, Player, Position, Tables, game_rng};

use super::choice::Choice;
use super::effort::Effort;
use super::history::History;
use super::judge::{Judge, Outcome, Values};
use super::maxn::{MaxN, prefers};
use super::negamax::Negamax;
use super::order::{Order, Orderer};
use super::table::Table;
use crate::agent::Context;
use crate::budget::{Budget, Clock, Stop};
use crate::decision::Decision;
use crate::evaluation::{EVALUATIONS, Evaluation};

/// Max-n by its definition, without any of the searches' parts but the judge.
fn plain(judge: &Judge, position: &Position, depth: usize) -> Values {
    let Some(player) = position.player_to_play().filter(|_| depth > 0) else {
        return Values::of(judge, position);
    };
    let children = position.legal_moves().into_iter().map(|mv| {
        let mut next = position.clone();
        next.play(mv).unwrap();
        plain(judge, &next, depth - 1)
    });
    children
        .reduce(|best, other| if prefers(player, &other, &best) { other } else { best })
        .unwrap()
}

fn judge(evaluation: &str, position: &Position, is_paranoid: bool) -> Judge {
    Judge {
        evaluation: Evaluation::named(evaluation).unwrap(),
        root: position.player_to_play().unwrap(),
        is_paranoid,
    }
}

fn full_width(order: Order) -> Choice {
    Choice { orderer: Orderer::new(order), only_fives: 0, width: 0, narrowing: 1.0 }
}

fn unlimited() -> Effort {
    Effort::new(Clock::start(Budget::default(), &Stop::default()))
}

/// Iterates to the depth, as the agent does, and answers the best move's value.
fn negamax(judge: &Judge, choice: &Choice, position: &Position, depth: usize, mib: usize) -> i32 {
    let (mut table, mut history) = (Table::new(mib), History::default());
    table.begin_search().unwrap();
    history.clear();
    let mut effort = unlimited();
    let mut search = Negamax::new(position, judge, choice, &mut table, &mut history, &mut effort);
    let mut moves = search.root_moves();
    for depth in 1..=depth {
        if search.iterate(depth, &mut moves) {
            break;
        }
    }
    moves[0].value.unwrap()
}

/// A position after some random moves, and not yet over.
fn position_after(name: &str, plies: usize, rng: &mut GameRng) -> Position {
    loop {
        let mut position = Position::start(name.parse().unwrap());
        for _ in 0..plies {
            if let Some(mv) = position.sample_move(rng) {
                position.play(mv).unwrap();
            }
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// So many moves before the end of a random game, so that passes and ends are within the horizon.
fn late_position(name: &str, before_end: usize, rng: &mut GameRng) -> Position {
    let tables = Tables::new(name.parse().unwrap());
    let mut line = vec![Position::new(&tables)];
    while let Some(mv) = line.last().unwrap().sample_move(rng) {
        let mut next = line.last().unwrap().clone();
        next.play(mv).unwrap();
        line.push(next);
    }
    line.swap_remove(line.len().saturating_sub(before_end + 1))
}

#[test]
fn alpha_beta_finds_the_value_of_minimax_with_every_order() {
    let mut rng = game_rng(1, 0);
    let cases = [("5x5", 0, 3), ("6x6", 3, 3), ("7x7", 5, 3), ("duo", 18, 2), ("duo", 25, 3)];
    for (name, plies, depth) in cases {
        let position = position_after(name, plies, &mut rng);
        let judge = judge("corners-squares", &position, true);
        let expected = plain(&judge, &position, depth)[judge.root.index()];
        for order in Order::ALL {
            for mib in [0, 1] {
                let value = negamax(&judge, &full_width(order), &position, depth, mib);
                assert_eq!(value, expected, "{name} after {plies}, {order:?}, {mib} MiB");
            }
        }
    }
}

#[test]
fn alpha_beta_finds_the_value_of_minimax_with_every_evaluation() {
    let mut rng = game_rng(2, 0);
    for evaluation in &EVALUATIONS {
        for (name, plies, depth) in [("6x6", 2, 2), ("7x7", 6, 3), ("duo", 24, 2)] {
            let position = position_after(name, plies, &mut rng);
            let judge = judge(evaluation.name, &position, true);
            let expected = plain(&judge, &position, depth)[judge.root.index()];
            let value = negamax(&judge, &full_width(Order::Size), &position, depth, 1);
            assert_eq!(value, expected, "{} on {name}", evaluation.name);
        }
    }
}

/// Near the end players pass, so that the same player moves twice, and lines end before the horizon.
#[test]
fn values_are_right_under_forced_passes() {
    let mut passes = 0;
    for seed in 0..40 {
        let mut rng = game_rng(3, seed);
        for name in ["5x5", "7x7", "duo", "classic-2"] {
            let position = late_position(name, 3 + seed as usize % 3, &mut rng);
            if position.count_moves() > 30 {
                continue;
            }
            passes += usize::from(position.passes_before() > 0);
            for evaluation in ["area", "corners-squares", "three-stage"] {
                let judge = judge(evaluation, &position, true);
                let deep = if position.count_moves() <= 8 { 5 } else { 3 };
                for depth in [2, deep] {
                    let expected = plain(&judge, &position, depth)[judge.root.index()];
                    let value = negamax(&judge, &full_width(Order::Combined), &position, depth, 1);
                    assert_eq!(value, expected, "{name}, seed {seed}, {evaluation}, depth {depth}");
                }
            }
        }
    }
    assert!(passes > 5, "only {passes} positions came after a pass");
}

#[test]
fn max_n_and_paranoid_search_find_the_values_of_plain_recursion() {
    let mut rng = game_rng(4, 0);
    for name in ["5x5-3", "6x6-4", "classic-3", "classic", "classic-2"] {
        for before_end in [3, 6, 9] {
            let position = late_position(name, before_end, &mut rng);
            let depth = if position.count_moves() > 20 { 2 } else { 3 };
            for is_paranoid in [false, true] {
                let judge = judge("corners-squares", &position, is_paranoid);
                let expected = plain(&judge, &position, depth);
                let choice = full_width(Order::Size);
                for mib in [0, 1] {
                    let mut table = Table::new(mib);
                    table.begin_search().unwrap();
                    let mut effort = unlimited();
                    let mut search = MaxN::new(&position, &judge, &choice, &mut table, &mut effort);
                    let mut moves = search.root_moves();
                    let mut values = None;
                    for depth in 1..=depth {
                        values = search.iterate(depth, &mut moves);
                    }
                    assert_eq!(values.unwrap().0, expected, "{name}, {mib} MiB");
                }
                if is_paranoid {
                    let value = negamax(&judge, &choice, &position, depth, 1);
                    assert_eq!(value, expected[judge.root.index()], "{name}");
                }
            }
        }
    }
}

fn decide(spec: &str, position: &Position, seed: u64) -> Decision {
    let stop = Stop::default();
    let mut rng = game_rng(seed, 0);
    crate::agent(spec).unwrap().decide(position, &mut Context::new(&stop, &mut rng)).unwrap()
}

/// The games of two perfect players on small boards end as they must: 0 on 4x4 and 1 on 5x5.
#[test]
fn deep_searches_are_exact() {
    for (name, value) in [("4x4", 0.0_f64), ("5x5", 1.0)] {
        let position = Position::start(name.parse().unwrap());
        let decision = decide("alphabeta:depth=30,eval=area", &position, 0);
        let shares = decision.values.unwrap();
        assert_eq!(shares[0] - shares[1], value, "{name}");
        let mut end = position.clone();
        for &mv in &decision.line {
            end.play(mv).unwrap();
        }
        if end.is_over() {
            assert_eq!(
                f64::from(
                    end.player_score(Player::from_index(0))
                        - end.player_score(Player::from_index(1))
                ),
                value
            );
        }
        let minimax = decide("minimax:depth=3", &position, 0);
        assert!(position.is_legal(minimax.mv));
    }
}

/// Black has one move left that decides the game, and every search with the end in sight finds it.
#[test]
fn the_only_winning_move_is_found() {
    let mut found = 0;
    for seed in 0..60 {
        let mut rng = game_rng(5, seed);
        let position = late_position("7x7", 3, &mut rng);
        let player = position.player_to_play().unwrap();
        let wins = |mv: &cornerwise_core::Move| {
            let mut next = position.clone();
            next.play(*mv).unwrap();
            let judge = Judge { root: player, ..judge("area", &position, true) };
            super::judge::is_decided(plain(&judge, &next, 8)[player.index()])
                && plain(&judge, &next, 8)[player.index()] > 0
        };
        let moves = position.legal_moves();
        if moves.len() > 25 || moves.len() < 2 {
            continue;
        }
        let winning: Vec<_> = moves.into_iter().filter(wins).collect();
        if let [only] = winning[..] {
            found += 1;
            for spec in
                ["alphabeta:depth=10", "minimax:depth=10", "alphabeta:depth=10,order=replies"]
            {
                assert_eq!(decide(spec, &position, 0).mv, only, "{spec}, seed {seed}");
            }
        }
    }
    assert!(found >= 3, "only {found} positions have one winning move");
}

#[test]
fn the_same_seed_gives_the_same_decision() {
    let mut rng = game_rng(6, 0);
    for name in ["7x7", "duo", "classic-3"] {
        let position = position_after(name, 8, &mut rng);
        for spec in ["minimax", "alphabeta:nodes=20000", "alphabeta:depth=2,width=20,only-fives=3"]
        {
            let [mut first, second] = [decide(spec, &position, 9), decide(spec, &position, 9)];
            first.counters.time = second.counters.time;
            assert_eq!(first, second, "{spec} on {name}");
        }
    }
}

#[test]
fn minimax_plays_each_of_its_best_moves() {
    let position = Position::start("duo".parse().unwrap());
    let moves: std::collections::BTreeSet<_> =
        (0..30).map(|seed| decide("minimax:depth=1", &position, seed).mv).collect();
    assert!(moves.len() > 20);
    assert!(moves.iter().all(|mv| mv.piece().size() == 5));
}

#[test]
fn time_and_stop_are_obeyed_on_the_largest_board() {
    let mut rng = game_rng(7, 0);
    let position = position_after("classic", 16, &mut rng);
    for spec in
        ["alphabeta:eval=valid-cells", "alphabeta:paranoid=yes,order=replies", "minimax:depth=9"]
    {
        let mut agent = crate::agent(spec).unwrap();
        let stop = Stop::default();
        let mut context = Context::new(&stop, &mut rng);
        context.budget.time = Some(Duration::from_millis(100));
        let begin = Instant::now();
        let decision = agent.decide(&position, &mut context).unwrap();
        // Far more than promised, since other tests run at the same time.
        assert!(begin.elapsed() < Duration::from_secs(2), "{spec}: {:?}", begin.elapsed());
        assert!(position.is_legal(decision.mv), "{spec}");

        let mut context = Context::new(&stop, &mut rng);
        context.budget.time = Some(Duration::from_mins(1));
        let raiser = stop.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            raiser.raise();
            Instant::now()
        });
        agent.decide(&position, &mut context).unwrap();
        let late = thread.join().unwrap().elapsed();
        assert!(late < Duration::from_secs(2), "{spec}: {late:?} after the stop");
    }
}

#[test]
fn the_opening_rule_and_the_width_limit_what_is_searched() {
    let position = Position::start("duo".parse().unwrap());
    let all = decide("alphabeta:depth=1", &position, 0).candidates;
    assert_eq!(all.len(), 414);
    let fives = decide("alphabeta:depth=1,only-fives=2", &position, 0).candidates;
    assert_eq!(fives.len(), all.iter().filter(|c| c.mv.piece().size() == 5).count());
    let narrow = decide("alphabeta:depth=3,width=12,narrowing=0.5", &position, 0);
    assert_eq!(narrow.candidates.len(), 12);
    // 12 moves, at most 6 replies to each, and 3 to those, in three iterations.
    assert!(narrow.counters.nodes <= 3 * (12 + 72 + 216), "{}", narrow.counters.nodes);
}

#[test]
fn a_search_within_few_nodes_still_answers() {
    let position = Position::start("classic".parse().unwrap());
    for spec in ["alphabeta:nodes=1", "minimax:nodes=1", "alphabeta:nodes=1,paranoid=yes"] {
        assert!(position.is_legal(decide(spec, &position, 0).mv), "{spec}");
    }
}

#[test]
fn whole_games_are_legal_on_every_kind_of_board() {
    for name in ["2x2", "5x5", "8x8-3", "duo", "classic", "classic-2", "classic-3"] {
        for spec in ["minimax:depth=1", "alphabeta:nodes=300", "alphabeta:nodes=300,paranoid=yes"] {
            let mut agent = crate::agent(spec).unwrap();
            let mut position = Position::start(name.parse().unwrap());
            let stop = Stop::default();
            let mut rng = game_rng(8, 0);
            while !position.is_over() {
                let mv = agent.decide(&position, &mut Context::new(&stop, &mut rng)).unwrap().mv;
                position.play(mv).unwrap();
            }
        }
    }
}
