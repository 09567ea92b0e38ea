//! Games over GTP are the games that agents play in this process.

mod common;

use std::fs;
use std::path::Path;

use common::cornerwise;
use serde_json::Value;

/// Seats, moves and results of the games of a directory.
fn games(directory: &Path) -> Vec<(Value, Value, Value, Value)> {
    let text = fs::read_to_string(directory.join("games.jsonl")).unwrap();
    let game = |line: &str| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let mut take = |field: &str| game[field].take();
        (take("seats"), take("moves"), take("ranks"), take("end"))
    };
    text.lines().map(game).collect()
}

fn play(agents: &[String], variant: &str, games: &str, directory: &Path) {
    let output = cornerwise()
        .arg("match")
        .args(agents)
        .args(["--variant", variant, "--games", games, "--openings", "random:2", "--seed", "11"])
        .arg("--out")
        .arg(directory)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Both sides of the protocol are ours; whoever decides must not know whether somebody else stands between.
#[test]
fn games_through_engine_and_controller_are_those_without() {
    let sets: [(&str, &str, &[&str]); 5] = [
        ("duo", "6", &["uct:sims=60", "largest"]),
        ("duo", "4", &["mixed:0.5*random+0.5*influence", "alphabeta:depth=1,endgame=500"]),
        ("classic", "4", &["mc:sims=15", "corners"]),
        ("classic-2", "2", &["uct-enhanced:sims=20", "random"]),
        ("classic-3", "3", &["random", "largest", "corridors"]),
    ];
    let desk = tempfile::tempdir().unwrap();
    for (at, (variant, count, specs)) in sets.into_iter().enumerate() {
        let inside: Vec<String> = specs.iter().map(|&spec| spec.to_owned()).collect();
        let program = env!("CARGO_BIN_EXE_cornerwise");
        let engine = |spec: &String| format!("gtp:\"'{program}' gtp --agent '{spec}'\"");
        let outside: Vec<String> = inside.iter().map(engine).collect();
        let [first, second] =
            ["inside", "outside"].map(|name| desk.path().join(format!("{at}-{name}")));
        play(&inside, variant, count, &first);
        play(&outside, variant, count, &second);
        let games = [games(&first), games(&second)];
        assert_eq!(games[0].len().to_string(), count);
        assert!(games[0].iter().all(|(_, moves, _, _)| moves.as_array().unwrap().len() > 10));
        assert_eq!(games[0], games[1], "{variant}: {specs:?}");
    }
}
