//! Whole searches: when they end, what they keep, and what threads leave behind.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cornerwise_core::{Game, Move, Position, game_rng};

use crate::agent::Agent;
use crate::budget::{Budget, Stop};
use crate::decision::Decision;
use crate::parameter::Settings;
use crate::registry::Registry;
use crate::turn::Turn;

use crate::evaluator::linear::LinearModel;
use crate::mcts::agent::Mcts;
use crate::mcts::models::{Models, NetworkChoice};
use crate::mcts::options::Options;
use crate::mcts::parameters::KINDS;
use crate::mcts::tree::Tree;
use crate::mcts::tree::node::Node;

const SEED: u64 = 7;

/// A player with settings such as `sims=100,threads=2`.
fn player(settings: &str) -> Mcts {
    let given = settings.split(',').filter_map(|pair| pair.split_once('='));
    let given: Vec<_> = given.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    let settings = Settings::read(KINDS[0].parameters, &given, &Registry::default()).unwrap();
    let options = Options::read(&settings);
    let model = LinearModel { look: options.tree.look, ..LinearModel::default() };
    let models = Models { first: Arc::new(model), network: NetworkChoice::None };
    Mcts::new(options, models).unwrap()
}

/// A game after so many random moves.
fn game(variant: &str, moves: usize) -> Game {
    let mut game = Game::new(Position::start(variant.parse().unwrap()));
    let mut rng = game_rng(SEED, 0);
    for _ in 0..moves {
        let mv = game.position().sample_move(&mut rng).unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn ask(player: &mut Mcts, game: &Game) -> Decision {
    Turn::new(game, SEED, &Stop::default()).ask(player).unwrap()
}

fn visits(decision: &Decision) -> u64 {
    decision.candidates.iter().map(|candidate| candidate.visits).sum()
}

/// All but the time.
fn timeless(mut decision: Decision) -> Decision {
    decision.counters.time = Duration::ZERO;
    decision
}

#[test]
fn a_settled_search_ends_early_with_the_same_move() {
    let mut ended_early = 0;
    for (variant, moves) in [("duo", 4), ("duo", 14), ("7x7", 2), ("7x7-3", 3), ("classic-2", 40)] {
        let game = game(variant, moves);
        let whole = ask(&mut player("sims=6000,settle=no"), &game);
        let settled = ask(&mut player("sims=6000"), &game);
        assert_eq!(whole.counters.simulations, 6000);
        assert_eq!(settled.mv, whole.mv, "{variant} after {moves}");
        assert_eq!(timeless(settled.clone()), timeless(ask(&mut player("sims=6000"), &game)));
        ended_early += usize::from(settled.counters.simulations < 6000);
    }
    assert!(ended_early > 1, "{ended_early}");
}

#[test]
fn an_only_move_needs_no_search() {
    let only_move = |seed| {
        let mut game = game("5x5", 0);
        let mut rng = game_rng(seed, 0);
        while game.position().count_moves() > 1 {
            game.play(game.position().sample_move(&mut rng).unwrap()).unwrap();
        }
        (!game.position().is_over()).then_some(game)
    };
    let game = (0..).find_map(only_move).unwrap();
    let decision = ask(&mut player("sims=100000"), &game);
    assert!(decision.counters.simulations <= 64 && decision.values.is_some());
    assert_eq!(ask(&mut player("sims=500,settle=no"), &game).counters.simulations, 500);
}

#[test]
fn a_search_within_little_memory_is_sound_and_the_same_each_time() {
    for variant in ["duo", "classic-3"] {
        let game = game(variant, 6);
        // The least there is: 14,336 nodes, which some hundred positions fill.
        let decide = || ask(&mut player("sims=6000,tree-mib=1,expand=1,settle=no"), &game);
        let decision = decide();
        assert!(decision.counters.nodes <= 14_336, "{}", decision.counters.nodes);
        assert_eq!(visits(&decision), 6000, "no visit of the root's moves is forgotten");
        let most = decision.candidates.iter().map(|candidate| candidate.visits).max();
        assert_eq!(Some(decision.candidates[0].visits), most);
        let mut position = game.position().clone();
        for &mv in &decision.line {
            position.play(mv).unwrap();
        }
        assert!(decision.line.len() > 1);
        assert_eq!(timeless(decision), timeless(decide()), "{variant}");
        // Without the limit, the search has more than fits.
        let free = ask(&mut player("sims=6000,expand=1,settle=no"), &game);
        assert!(free.counters.nodes > 14_336, "{}", free.counters.nodes);
        assert_eq!(visits(&free), 6000);
    }
}

#[test]
fn later_searches_go_on_where_earlier_ones_ended() {
    let mut game = game("duo", 4);
    let mut keeping = player("sims=3000,settle=no");
    let first = ask(&mut keeping, &game);
    for &mv in &first.line[..2] {
        game.play(mv).unwrap();
    }
    let second = ask(&mut keeping, &game);
    assert!(visits(&second) > 3000 && second.counters.simulations == 3000);
    assert_eq!(second.candidates.len(), ask(&mut player("sims=10"), &game).candidates.len());
    keeping.new_game(SEED);
    assert_eq!(visits(&ask(&mut keeping, &game)), 3000);
}

/// Ponders until told, on another thread.
fn ponder(player: &mut Mcts, game: &Game, time: Duration) -> Duration {
    let stop = Stop::default();
    thread::scope(|scope| {
        let pondering = scope.spawn(|| Turn::new(game, SEED, &stop).ponder(player));
        thread::sleep(time);
        let end = Instant::now();
        stop.raise();
        pondering.join().unwrap();
        end.elapsed()
    })
}

#[test]
fn what_was_pondered_is_known_in_the_next_decision() {
    for settings in ["sims=200,settle=no", "sims=200,settle=no,threads=3,tree-mib=1"] {
        let mut game = game("duo", 6);
        let mut player = player(settings);
        game.play(ask(&mut player, &game).mv).unwrap();
        let late = ponder(&mut player, &game, Duration::from_millis(300));
        assert!(late < Duration::from_secs(5), "{late:?}");
        let children = player.tree.children(player.tree.root());
        let answer = children.iter().max_by_key(|child| child.visits()).unwrap();
        let (mv, known) = (answer.mv(), answer.visits());
        assert!(known > 100, "{known}");
        game.play(mv).unwrap();
        let decision = ask(&mut player, &game);
        assert_eq!(decision.counters.simulations, 200);
        let reused = visits(&decision) - 200;
        assert!(reused > 0 && reused <= known.into(), "{reused} of {known}");
    }
}

#[test]
fn a_second_search_of_a_position_knows_the_results_of_the_first() {
    let game = game("duo", 6);
    let mut player = player("sims=400,settle=no");
    let unknown = |decision: &Decision| {
        let visited = decision.candidates.iter().filter(|known| known.visits > 0);
        visited.filter(|known| known.win_share.is_none() || known.score.is_none()).count()
    };
    assert_eq!(unknown(&ask(&mut player, &game)), 0);
    let budget = Budget { simulations: Some(5), ..Budget::default() };
    let stop = Stop::default();
    let decision = Turn { budget, ..Turn::new(&game, SEED, &stop) }.ask(&mut player).unwrap();
    assert_eq!((decision.counters.simulations, visits(&decision)), (5, 405));
    assert_eq!(unknown(&decision), 0);
}

#[test]
fn pondering_that_is_over_before_it_began_does_no_harm() {
    let mut game = game("5x5", 2);
    let mut player = player("sims=50,settle=no,reuse=no");
    ponder(&mut player, &game, Duration::ZERO);
    assert_eq!(visits(&ask(&mut player, &game)), 50);
    let mv: Move = game.position().legal_moves()[0];
    game.play(mv).unwrap();
    let stop = Stop::default();
    stop.raise();
    Turn::new(&game, SEED, &stop).ponder(&mut player);
    assert_eq!(visits(&ask(&mut player, &game)), 50);
}

#[test]
fn thoughts_are_told_several_times_a_second() {
    let game = game("duo", 2);
    let mut told = Vec::new();
    let mut report = |decision: &Decision| told.push(decision.counters);
    let stop = Stop::default();
    let budget = Budget { time: Some(Duration::from_millis(1200)), ..Budget::default() };
    let turn = Turn { budget, report: Some(&mut report), ..Turn::new(&game, SEED, &stop) };
    let last = turn.ask(&mut player("settle=no")).unwrap().counters;
    // On a machine that does much else a report may be late, but not by the length of a round.
    assert!(told.len() >= 3, "{told:?}");
    told.push(last);
    assert!(told.windows(2).all(|pair| pair[0].simulations <= pair[1].simulations));
}

/// Checks a node and all below it.
fn check(tree: &Tree, node: &Node, is_root: bool, expand: u32, is_alone: bool) -> usize {
    // Rewards are from -1 to 1: a virtual loss of 10 that was left behind would show.
    let most = f64::from(node.visits()) + 1e-3;
    assert!(node.sum().abs() <= most, "{} in {} visits", node.sum(), node.visits());
    let children = tree.children(node);
    let below: u32 = children.iter().map(Node::visits).sum();
    if is_root {
        assert_eq!(below, node.visits());
    } else if !children.is_empty() && !node.is_proven() {
        // The first simulations ended here, and those that came while a thread made the children.
        let ended_here = node.visits() - below;
        assert!(ended_here >= expand && (!is_alone || ended_here == expand), "{ended_here}");
    }
    let deeper = children.iter().map(|child| check(tree, child, false, expand, is_alone));
    children.len() + deeper.sum::<usize>()
}

#[test]
fn threads_leave_nothing_behind_in_the_tree() {
    for (variant, moves) in [("duo", 0), ("7x7", 4), ("classic", 12)] {
        for threads in [1, 2, 8] {
            let game = game(variant, moves);
            let settings = format!("sims=4000,virtual-loss=10,settle=no,threads={threads}");
            let mut player = player(&settings);
            let decision = ask(&mut player, &game);
            assert_eq!((decision.counters.simulations, visits(&decision)), (4000, 4000));
            let tree = &player.tree;
            let nodes = check(tree, tree.root(), true, 2, threads == 1);
            assert_eq!(nodes + 1, tree.len(), "{variant}, {threads} threads");
        }
    }
}
