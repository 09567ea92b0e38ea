//! The games that fixed seeds give, move for move: whatever is rearranged in an agent, it plays as before.
//!
//! A change that is meant to change play accepts the new games (`INSTA_UPDATE=always`), and its commit says why.

use std::fmt::Write;
use std::sync::Arc;

use cornerwise_core::{Game, Position, Tables};
use cornerwise_engine::{Budget, Registry, Stop, Turn, agent};

/// Enough to make a search, and the same everywhere: no time, and one thread.
const BUDGET: Budget =
    Budget { time: None, simulations: Some(60), nodes: Some(1000), depth: Some(2) };

/// What the defaults leave out.
const FURTHER: [&str; 12] = [
    "alphabeta:order=combined,eval=reach",
    "heuristic:squares=1,corners=0.5",
    "level:1",
    "level:5",
    "level:7",
    "mcts:c=1,rave=0,look=0,prove=0",
    "mcts:corners=1.8,tries=3,replies=yes,early-end=no",
    "mcts:priors=no,schedule=no,expand=1,width=200",
    "mcts:score=0.1,length=0.05,rank=0.5",
    "mcts:turns=0,local=0",
    "uct:select=ucb1-tuned,fpu=heuristic,result=sigmoid",
    "uct-enhanced:endgame=500",
];

fn play(spec: &str, tables: &Arc<Tables>) -> String {
    let mut agent = agent(spec).unwrap_or_else(|error| panic!("{error}"));
    let (seed, stop) = (7, Stop::default());
    agent.new_game(seed);
    let mut game = Game::new(Position::new(tables));
    while !game.position().is_over() {
        let turn = Turn { budget: BUDGET, ..Turn::new(&game, seed, &stop) };
        let decision = turn.ask(agent.as_mut()).unwrap_or_else(|error| panic!("{spec}: {error}"));
        game.play(decision.mv).unwrap();
    }
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A game of every kind of agent, and of some with further settings.
fn games(variant: &str) -> String {
    let tables = Tables::new(variant.parse().unwrap());
    let registry = Registry::default();
    let mut specs: Vec<&str> = registry.kinds().map(|kind| kind.name).collect();
    specs.extend(FURTHER);
    specs.into_iter().fold(String::new(), |mut text, spec| {
        writeln!(text, "{spec}\n  {}", play(spec, &tables)).unwrap();
        text
    })
}

#[test]
fn games_of_duo_are_as_before() {
    insta::assert_snapshot!("duo", games("duo"));
}

#[test]
fn games_of_classic_are_as_before() {
    insta::assert_snapshot!("classic", games("classic"));
}

#[test]
fn games_of_classic_for_two_are_as_before() {
    insta::assert_snapshot!("classic-2", games("classic-2"));
}

#[test]
fn games_of_8x8_are_as_before() {
    insta::assert_snapshot!("8x8", games("8x8"));
}
