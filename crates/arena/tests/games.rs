//! Games of a plan, played and kept.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use cornerwise_arena::{
    Adjudication, Arena, ArenaError, Clock, End, Format, GameResult, Openings, Plan, StoreError,
    store,
};
use cornerwise_core::record::Record;
use cornerwise_core::{Position, Tables};
use cornerwise_dataset::FileError;
use cornerwise_engine::{Agent, AgentKind, Context, Decision, Forfeit, Registry, Settings, Stop};

fn specs(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn tournament(games: u64) -> Plan {
    let entrants = specs(&["random", "largest", "corners", "uct:sims=20"]);
    let plan = Plan::of_tournament(&"5x5".parse().unwrap(), entrants, Format::RoundRobin, games);
    let mut plan = plan.unwrap();
    (plan.openings, plan.seed) = (Openings::Random(2), 5);
    plan
}

fn play(plan: Plan, directory: Option<&Path>, concurrency: usize, most: usize) -> Vec<GameResult> {
    let mut arena = Arena::new(plan, &registry(), directory).unwrap();
    let stop = Stop::default();
    arena
        .run(concurrency, &stop, |_, games| {
            if games.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    arena.results().to_vec()
}

/// All that does not depend on the machine's speed.
fn timeless(games: &[GameResult]) -> Vec<GameResult> {
    let mut games = games.to_vec();
    for turn in games.iter_mut().flat_map(|game| &mut game.turns) {
        turn.millis = 0.0;
    }
    games
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let alone = play(tournament(4), None, 1, usize::MAX);
    assert_eq!(alone.len(), 6 * 4);
    assert_eq!(timeless(&alone), timeless(&play(tournament(4), None, 3, usize::MAX)));
    assert!(alone.iter().all(|game| game.end == End::Played));
}

#[test]
fn an_interrupted_tournament_goes_on_as_if_nothing_had_happened() {
    let whole = play(tournament(4), None, 1, usize::MAX);
    let directory = tempfile::tempdir().unwrap();
    play(tournament(4), Some(directory.path()), 2, 7);
    // What a killed process leaves behind: half a line, and a temporary file.
    let games = directory.path().join("games.jsonl");
    let mut text = fs::read_to_string(&games).unwrap();
    assert!(text.lines().count() >= 7);
    text += "{\"game\":23,\"rou";
    fs::write(&games, text).unwrap();
    fs::write(directory.path().join("games/000023.blksgf.1.tmp"), "(;GM").unwrap();
    let resumed = play(tournament(4), Some(directory.path()), 2, usize::MAX);
    assert_eq!(timeless(&resumed), timeless(&whole));
    let (plan, read) = store::read(directory.path()).unwrap();
    assert_eq!((plan, read), (tournament(4), resumed));
}

#[test]
fn more_games_can_be_added_but_nothing_else_changed() {
    let directory = tempfile::tempdir().unwrap();
    play(tournament(2), Some(directory.path()), 1, usize::MAX);
    let more = play(tournament(4), Some(directory.path()), 1, usize::MAX);
    assert_eq!(timeless(&more), timeless(&play(tournament(4), None, 1, usize::MAX)));
    let mut other = tournament(4);
    other.seed = 6;
    let error = Arena::new(other, &registry(), Some(directory.path())).err().unwrap();
    assert!(matches!(error, ArenaError::Store(StoreError::AnotherPlan(_))), "{error}");
}

/// Games are not counted for a match that nobody says they are of.
#[test]
fn games_without_a_plan_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    play(tournament(2), Some(directory.path()), 1, usize::MAX);
    fs::remove_file(directory.path().join("plan.json")).unwrap();
    let games = fs::read(directory.path().join("games.jsonl")).unwrap();
    let refuse = || {
        let error = Arena::new(tournament(2), &registry(), Some(directory.path())).err().unwrap();
        assert!(matches!(error, ArenaError::Store(StoreError::NoPlan(_))), "{error}");
        assert!(error.to_string().contains("plan.json"), "{error}");
        assert!(!directory.path().join("plan.json").exists());
    };
    refuse();
    assert_eq!(fs::read(directory.path().join("games.jsonl")).unwrap(), games);
    // Records alone would be overwritten.
    fs::remove_file(directory.path().join("games.jsonl")).unwrap();
    refuse();
    fs::remove_dir_all(directory.path().join("games")).unwrap();
    assert!(Arena::new(tournament(2), &registry(), Some(directory.path())).is_ok());
}

#[test]
fn a_directory_belongs_to_one_process() {
    let directory = tempfile::tempdir().unwrap();
    let first = Arena::new(tournament(2), &registry(), Some(directory.path())).unwrap();
    let second = Arena::new(tournament(2), &registry(), Some(directory.path()));
    assert!(matches!(second.err(), Some(ArenaError::Store(StoreError::File(FileError::InUse(_))))));
    drop(first);
    assert!(Arena::new(tournament(2), &registry(), Some(directory.path())).is_ok());
}

#[test]
fn a_damaged_line_is_named_and_nothing_is_lost() {
    let directory = tempfile::tempdir().unwrap();
    play(tournament(2), Some(directory.path()), 1, 3);
    let path = directory.path().join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap().replacen("\"game\"", "\"gmae\"", 1);
    fs::write(&path, &text).unwrap();
    let error = Arena::new(tournament(2), &registry(), Some(directory.path())).err().unwrap();
    assert!(error.to_string().contains("games.jsonl:1: "), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn every_game_is_a_record_that_replays() {
    let directory = tempfile::tempdir().unwrap();
    let plan = Plan::of_match(&"classic-3".parse().unwrap(), &specs(&["random", "largest"]), 3);
    let games = play(plan.unwrap(), Some(directory.path()), 1, usize::MAX);
    let tables = Tables::new("classic-3".parse().unwrap());
    for game in &games {
        let path = directory.path().join(format!("games/{:06}.blksgf", game.game));
        let record = Record::read(&fs::read(path).unwrap()).unwrap().remove(0);
        let moves = record.moves(&tables).unwrap();
        assert_eq!(moves, game.moves);
        let mut position = Position::new(&tables);
        for &mv in &moves {
            position.play(mv).unwrap();
        }
        assert!(position.is_over());
        assert_eq!(
            (position.player_scores(), position.ranks()),
            (game.scores.clone(), game.ranks.clone())
        );
        assert_eq!(game.seats.iter().filter(|&&seat| seat == 0).count(), 1);
    }
}

/// Agents that only a test would invite.
const GUESTS: &[AgentKind] = &[
    AgentKind {
        name: "quitter",
        summary: "resigns",
        parameters: &[],
        build: quitter,
        ..AgentKind::PLAIN
    },
    AgentKind {
        name: "sleeper",
        summary: "is slow",
        parameters: &[],
        build: sleeper,
        ..AgentKind::PLAIN
    },
    AgentKind {
        name: "prophet",
        summary: "knows that player 1 wins",
        parameters: &[],
        build: prophet,
        ..AgentKind::PLAIN
    },
];

fn registry() -> Registry {
    Registry::default().with(GUESTS)
}

struct Guest(fn(&Position, &mut Context<'_>) -> Result<Decision, Forfeit>);

impl Agent for Guest {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        (self.0)(position, context)
    }
}

fn first_move(position: &Position) -> Decision {
    Decision::of(position.legal_moves()[0])
}

#[allow(clippy::unnecessary_wraps, reason = "a row of the registry has this form")]
fn quitter(_: &Settings) -> Result<Box<dyn Agent>, String> {
    Ok(Box::new(Guest(|_, _| Err(Forfeit::Resigned))))
}

#[allow(clippy::unnecessary_wraps, reason = "a row of the registry has this form")]
fn sleeper(_: &Settings) -> Result<Box<dyn Agent>, String> {
    Ok(Box::new(Guest(|position, _| {
        std::thread::sleep(Duration::from_millis(40));
        Ok(first_move(position))
    })))
}

#[allow(clippy::unnecessary_wraps, reason = "a row of the registry has this form")]
fn prophet(_: &Settings) -> Result<Box<dyn Agent>, String> {
    Ok(Box::new(Guest(|position, _| {
        let mut values = vec![0.0; position.variant().player_count()];
        values[0] = 1.0;
        Ok(Decision { values: Some(values), ..first_move(position) })
    })))
}

#[test]
fn whoever_forfeits_loses_and_the_others_play_on() {
    let plan = Plan::of_match(&"5x5-3".parse().unwrap(), &specs(&["quitter", "random"]), 3);
    let games = play(plan.unwrap(), None, 1, usize::MAX);
    assert_eq!(games.len(), 3);
    for game in games {
        let guilty = game.seats.iter().position(|&seat| seat == 0).unwrap();
        assert_eq!(game.end, End::Forfeit { player: guilty, reason: "resigns".to_owned() });
        let mut ranks = vec![1; 3];
        ranks[guilty] = 3;
        assert_eq!(game.ranks, ranks);
    }
}

#[test]
fn whoever_exceeds_the_clock_loses() {
    let plan = Plan::of_match(&"duo".parse().unwrap(), &specs(&["sleeper", "random"]), 2);
    let mut plan = plan.unwrap();
    plan.limits.clock = Some(Clock { main: 0.1, increment: 0.0 });
    for game in play(plan, None, 1, usize::MAX) {
        let End::Forfeit { player, reason } = &game.end else { panic!("{:?}", game.end) };
        assert_eq!(game.seats[*player], 0);
        assert!(reason.starts_with("lost on time"), "{reason}");
        // Two moves of 40 ms fit into 100 ms.
        assert!(game.turns.len() >= 4, "{}", game.turns.len());
    }
}

#[test]
fn a_clear_game_is_adjudicated_only_when_that_is_asked_for() {
    let plan = Plan::of_match(&"duo".parse().unwrap(), &specs(&["prophet", "prophet"]), 2);
    let mut plan = plan.unwrap();
    let games = play(plan.clone(), None, 1, usize::MAX);
    assert!(games.iter().all(|game| game.end == End::Played));
    plan.adjudication = Some(Adjudication { share: 0.9, moves: 6 });
    for game in play(plan, None, 1, usize::MAX) {
        assert_eq!((game.end, game.moves.len()), (End::Adjudicated, 6));
        assert_eq!(game.ranks, [1, 2]);
    }
}
