//! What holds for all Monte Carlo agents.

use std::thread;
use std::time::{Duration, Instant};

use cornerwise_core::{Position, Tables, game_rng};

use super::KINDS;
use super::options::Options;
use crate::agent::Context;
use crate::budget::{Budget, Stop};
use crate::decision::Decision;
use crate::parameter::Settings;
use crate::registry::{Registry, agent};
use crate::spec::Spec;

/// The options of a spec.
pub(super) fn options(spec: &str) -> Options {
    let spec: Spec = spec.parse().unwrap();
    let kind = KINDS.iter().find(|kind| kind.name == spec.name).unwrap();
    let settings = Settings::read(kind.parameters, &spec.arguments, &Registry::default()).unwrap();
    if spec.name == "mc" { Options::flat(&settings) } else { Options::tree(&settings) }
}

/// Specs that between them use every value of every option.
const SPECS: [&str; 13] = [
    "mc",
    "mc:select=ucb1,final=robust",
    "mc:select=ucb1-tuned,playout=squares",
    "uct",
    "uct:select=ucb1-tuned,c=0.5",
    "uct:fpu=constant,fpu-value=0.3",
    "uct:fpu=heuristic,final=max",
    "uct:bias=evaluation,final=secure",
    "uct:bias=squares,playout=squares,final=robust-max",
    "uct:playout=evaluation,expand=5",
    "uct:result=bonus,bonus=0.5",
    "uct:result=sigmoid,k=0.05,tree-mib=1",
    "uct-enhanced",
];

const VARIANTS: [&str; 6] = ["duo", "classic", "classic-2", "classic-3", "7x7", "10x10-3"];

fn decide(spec: &str, position: &Position, seed: u64, simulations: u64) -> Decision {
    let (stop, mut rng) = (Stop::default(), game_rng(seed, 0));
    let mut context = Context::new(&stop, &mut rng);
    context.budget.simulations = Some(simulations);
    agent(spec).unwrap().decide(position, &mut context).unwrap()
}

/// A position after so many random moves, with the game still on.
fn position_after(tables: &std::sync::Arc<Tables>, moves: usize, seed: u64) -> Position {
    let mut position = Position::new(tables);
    let mut rng = game_rng(seed, 1);
    for _ in 0..moves {
        let mut next = position.clone();
        next.play(position.sample_move(&mut rng).unwrap()).unwrap();
        if next.is_over() {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn all_options_play_whole_games_by_the_rules() {
    for (number, spec) in SPECS.iter().enumerate() {
        for variant in VARIANTS {
            let mut position = Position::start(variant.parse().unwrap());
            let mut rng = game_rng(number as u64, 0);
            let stop = Stop::default();
            let mut agent = agent(spec).unwrap();
            while !position.is_over() {
                let mut context = Context::new(&stop, &mut rng);
                context.budget.simulations = Some(6);
                let decision = agent.decide(&position, &mut context).unwrap();
                // A robust-max search may end early.
                let fewest = if spec.contains("robust-max") { 5 } else { 6 };
                let simulations = decision.counters.simulations;
                assert!((fewest..=6).contains(&simulations), "{spec} {variant} {simulations}");
                position.play(decision.mv).unwrap();
            }
        }
    }
}

#[test]
fn decisions_are_complete() {
    for variant in VARIANTS {
        let tables = Tables::new(variant.parse().unwrap());
        for spec in SPECS {
            let position = position_after(&tables, 5, 3);
            let decision = decide(spec, &position, 1, 40);
            let players = position.variant().player_count();
            let values = decision.values.unwrap();
            assert_eq!(values.len(), players);
            assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{spec} {values:?}");
            assert_eq!(decision.scores.unwrap().len(), players);
            assert_eq!(decision.line[0], decision.mv);
            assert_eq!(decision.candidates[0].mv, decision.mv);
            let visits: u64 = decision.candidates.iter().map(|c| c.visits).sum();
            assert_eq!(visits, decision.counters.simulations);
            assert!(visits == 40 || spec.contains("robust-max") && (30..40).contains(&visits));
            let mut moves: Vec<_> = decision.candidates.iter().map(|c| c.mv).collect();
            moves.sort_unstable();
            assert_eq!(moves, position.legal_moves(), "{spec} {variant}");
            assert!(decision.candidates[1..].is_sorted_by(|a, b| a.visits >= b.visits));
            let mut line = position.clone();
            for mv in decision.line {
                line.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_decision() {
    for variant in ["duo", "classic-3"] {
        let tables = Tables::new(variant.parse().unwrap());
        let position = position_after(&tables, 6, 1);
        for spec in SPECS {
            for parallel in ["tree", "root", "leaf"] {
                let join = if spec.contains(':') { ',' } else { ':' };
                let spec = format!("{spec}{join}parallel={parallel}");
                let mut first = decide(&spec, &position, 7, 60);
                let mut second = decide(&spec, &position, 7, 60);
                first.counters.time = Duration::ZERO;
                second.counters.time = Duration::ZERO;
                assert_eq!(first, second, "{spec}");
            }
        }
    }
}

/// The best result that the first of two players can reach, by trying everything.
fn solve(position: &Position) -> i32 {
    let Some(player) = position.player_to_play() else {
        let scores = position.player_scores();
        return (scores[0] - scores[1]).signum();
    };
    let results = position.legal_moves().into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        solve(&next)
    });
    if player.index() == 0 { results.max().unwrap() } else { results.min().unwrap() }
}

/// Positions near the end where some moves keep a result that others lose.
#[test]
fn moves_that_keep_the_result_are_found() {
    let mut tried = 0;
    for (variant, moves) in [("5x5", 5), ("7x7", 9)] {
        let tables = Tables::new(variant.parse().unwrap());
        for seed in 0..60 {
            let position = position_after(&tables, moves, seed);
            if position.count_moves() > 12 || position.count_moves() < 2 {
                continue;
            }
            let result_after = |mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                solve(&next)
            };
            let results: Vec<_> = position.legal_moves().into_iter().map(result_after).collect();
            if results.iter().all(|&result| result == results[0]) {
                continue;
            }
            tried += 1;
            let best = solve(&position);
            for spec in SPECS.into_iter().filter(|spec| spec.starts_with("uct")) {
                let decision = decide(spec, &position, seed, 3000);
                assert_eq!(result_after(decision.mv), best, "{spec} in {variant}, seed {seed}");
            }
        }
    }
    assert!(tried >= 5, "only {tried} positions");
}

#[test]
fn threads_keep_to_the_simulations() {
    for variant in ["duo", "classic-3"] {
        let tables = Tables::new(variant.parse().unwrap());
        let position = position_after(&tables, 8, 2);
        for parallel in ["tree", "root", "leaf"] {
            for spec in ["mc", "uct", "uct-enhanced"] {
                let spec = format!("{spec}:threads=3,parallel={parallel}");
                let decision = decide(&spec, &position, 1, 500);
                assert!(position.is_legal(decision.mv), "{spec}");
                assert_eq!(decision.counters.simulations, 500, "{spec}");
                let values = decision.values.unwrap();
                assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{spec} {values:?}");
            }
        }
    }
}

/// Trees of a root search do not see each other, so that threads change nothing.
#[test]
fn root_search_is_the_same_on_any_day() {
    let position = Position::start("duo".parse().unwrap());
    let mut first = decide("uct:threads=3,parallel=root", &position, 5, 900);
    let mut second = decide("uct:threads=3,parallel=root", &position, 5, 900);
    first.counters.time = Duration::ZERO;
    second.counters.time = Duration::ZERO;
    assert_eq!(first, second);
}

/// How long after its time, and how long after a stop, an agent answers.
fn lateness(spec: &str, position: &Position) -> (Duration, Duration) {
    let mut agent = agent(spec).unwrap();
    let (stop, mut rng) = (Stop::default(), game_rng(1, 0));
    let time = Duration::from_millis(40);
    let mut context = Context::new(&stop, &mut rng);
    context.budget = Budget { time: Some(time), ..Budget::default() };
    let begin = Instant::now();
    let decision = agent.decide(position, &mut context).unwrap();
    let after_time = begin.elapsed().saturating_sub(time);
    assert!(decision.counters.simulations > 0);

    context.budget = Budget { simulations: Some(1_000_000_000), ..Budget::default() };
    let switch = stop.clone();
    let after_stop = thread::scope(|scope| {
        let raised = scope.spawn(move || {
            thread::sleep(Duration::from_millis(30));
            let raised = Instant::now();
            switch.raise();
            raised
        });
        agent.decide(position, &mut context).unwrap();
        let end = Instant::now();
        end.saturating_duration_since(raised.join().unwrap())
    });
    (after_time, after_stop)
}

#[test]
fn time_is_kept_and_stop_obeyed() {
    for variant in ["duo", "classic"] {
        let tables = Tables::new(variant.parse().unwrap());
        let position = position_after(&tables, 8, 2);
        for spec in [
            "mc",
            "uct:playout=evaluation",
            "uct-enhanced:final=robust-max",
            "uct:threads=2,parallel=tree",
            "uct:threads=2,parallel=root",
            "uct:threads=2,parallel=leaf",
        ] {
            // A busy machine may delay any one of the tries.
            let tries: Vec<_> = (0..5).map(|_| lateness(spec, &position)).collect();
            let time = tries.iter().map(|late| late.0).min().unwrap();
            let stop = tries.iter().map(|late| late.1).min().unwrap();
            assert!(time < Duration::from_millis(50), "{spec} {time:?}");
            assert!(stop < Duration::from_millis(20), "{spec} {stop:?}");
        }
    }
}

#[test]
fn a_stop_that_was_raised_before_still_gets_a_move() {
    let position = Position::start("duo".parse().unwrap());
    let (stop, mut rng) = (Stop::default(), game_rng(1, 0));
    stop.raise();
    for spec in SPECS {
        let decision =
            agent(spec).unwrap().decide(&position, &mut Context::new(&stop, &mut rng)).unwrap();
        assert!(position.is_legal(decision.mv));
        assert_eq!((decision.values, decision.counters.simulations), (None, 0));
    }
}

#[test]
fn the_tree_keeps_to_its_memory() {
    let position = Position::start("duo".parse().unwrap());
    for spec in ["uct-enhanced:tree-mib=1", "uct-enhanced:tree-mib=2,threads=2,parallel=root"] {
        let decision = decide(spec, &position, 1, 4000);
        let mib = if spec.contains("=2") { 2 } else { 1 };
        assert!(decision.counters.nodes <= mib << 15, "{spec}");
        assert!(decision.counters.nodes > mib << 14, "{spec} should fill its tree");
        assert_eq!(decision.counters.simulations, 4000);
    }
    let small = decide("uct-enhanced:tree-mib=8", &position, 1, 4000);
    assert!(small.counters.nodes > 1 << 15, "a larger bound is used");
    let error = agent("uct:threads=4,parallel=root,tree-mib=3").err().unwrap();
    assert!(error.to_string().contains("tree-mib"), "{error}");
}

#[test]
fn depth_and_nodes_limit_the_tree() {
    let position = Position::start("duo".parse().unwrap());
    let (stop, mut rng) = (Stop::default(), game_rng(1, 0));
    let mut context = Context::new(&stop, &mut rng);
    context.budget = Budget { depth: Some(2), simulations: Some(3000), ..Budget::default() };
    let mut agent = agent("uct-enhanced").unwrap();
    assert_eq!(agent.decide(&position, &mut context).unwrap().counters.depth, 2);
    context.budget = Budget { nodes: Some(5000), ..Budget::default() };
    let nodes = agent.decide(&position, &mut context).unwrap().counters.nodes;
    assert!((5000..6000).contains(&nodes), "{nodes}");
}

#[test]
fn the_agent_tells_what_it_thinks() {
    let position = Position::start("duo".parse().unwrap());
    let (stop, mut rng) = (Stop::default(), game_rng(1, 0));
    let mut told = Vec::new();
    let mut report = |decision: &Decision| told.push(decision.counters.simulations);
    let mut context = Context::new(&stop, &mut rng);
    context.budget.time = Some(Duration::from_millis(700));
    context.report = Some(&mut report);
    agent("uct").unwrap().decide(&position, &mut context).unwrap();
    assert!((1..=3).contains(&told.len()), "{told:?}");
    assert!(told.is_sorted());
}

#[test]
fn a_forced_move_takes_little_time() {
    let tables = Tables::new("7x7".parse().unwrap());
    let forced =
        (0..1000).map(|seed| position_after(&tables, 9, seed)).find(|p| p.count_moves() == 1);
    let decision = decide("uct", &forced.unwrap(), 1, 1_000_000);
    assert_eq!(decision.counters.simulations, 100);
}
