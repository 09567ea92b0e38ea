//! Matches and tournaments through the binary.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::kill::kill_until_it_ends;
use common::{cornerwise, refusal};
use serde_json::Value;

fn answer(args: &[&str]) -> Value {
    let output = cornerwise().args(args).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() != Some(2), "{args:?}: {stderr}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The games of a directory by number, without what depends on the machine's speed.
fn games(directory: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(directory.join("games.jsonl")).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for turn in game["turns"].as_array_mut().unwrap() {
            turn["millis"] = Value::Null;
        }
        let number = game["game"].as_u64().unwrap();
        assert!(games.insert(number, game).is_none(), "game {number} is there twice");
    }
    games
}

const TEN: [&str; 10] = [
    "random",
    "largest",
    "corners",
    "max-moves",
    "min-moves",
    "influence",
    "corridors",
    "preferrer",
    "mc:sims=20",
    "uct:sims=50",
];

#[test]
fn a_tournament_that_was_killed_ends_as_if_it_had_not_been() {
    let desk = tempfile::tempdir().unwrap();
    let directory = |name: &str| desk.path().join(name);
    let run = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cornerwise"));
        command.arg("tournament").args(TEN).args(["--variant", "8x8", "--games", "4"]);
        command.args(["--openings", "random:2", "--seed", "3", "--concurrency", "2", "--out"]);
        command.arg(directory(name)).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(run("whole").status().unwrap().success());
    kill_until_it_ends(|| run("killed"));
    assert_eq!(games(&directory("whole")).len(), 45 * 4);
    assert_eq!(games(&directory("killed")), games(&directory("whole")));
    // The record of every game is there, and nothing else.
    let records = fs::read_dir(directory("killed").join("games")).unwrap();
    let names: Vec<_> = records.map(|entry| entry.unwrap().file_name()).collect();
    let records = names.iter().filter(|name| name.to_string_lossy().ends_with(".blksgf")).count();
    assert_eq!(records, 45 * 4);
}

#[test]
fn a_match_does_not_depend_on_the_number_of_games_at_once() {
    let play = |concurrency| {
        let mut answer = answer(&[
            "match",
            "largest",
            "uct:sims=30",
            "--games",
            "30",
            "--variant",
            "6x6",
            "--json",
            "--concurrency",
            concurrency,
        ]);
        for row in answer["standings"].as_array_mut().unwrap() {
            row["millis"] = Value::Null;
            row["longest"] = Value::Null;
        }
        answer
    };
    let alone = play("1");
    assert_eq!(alone["games"], 30);
    assert_eq!(alone, play("3"));
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let args = ["match", "largest", "random", "--games", "1000", "--sprt", "elo0=0,elo1=100"];
    let output = cornerwise().args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("elo1 is accepted"), "{text}");
    let args =
        ["match", "random", "largest", "--games", "1000", "--sprt", "elo0=0,elo1=100", "--json"];
    let refuted = answer(&args);
    assert_eq!(refuted["sprt"]["verdict"], "elo0");
    assert!(refuted["games"].as_u64().unwrap() < 200, "{}", refuted["games"]);
}

#[test]
fn one_against_three_is_rated_by_rank() {
    let answer =
        answer(&["match", "largest", "random", "--games", "8", "--variant", "10x10-4", "--json"]);
    let rows = &answer["standings"];
    assert_eq!((rows[0]["games"].as_u64(), rows[1]["games"].as_u64()), (Some(8), Some(24)));
    assert!(rows[0]["rank"].as_f64() < rows[1]["rank"].as_f64());
    assert!(answer["elo"]["score"].as_f64().unwrap() > 0.5);
}

#[test]
fn openings_come_from_a_file() {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("openings.blksgf");
    fs::write(&file, "(;GM[Blokus Duo];B[f9,e10,f10,g10,f11];W[j5])(;GM[Blokus Duo];B[e10])")
        .unwrap();
    let out = desk.path().join("out");
    let (file, directory) = (file.to_str().unwrap(), out.to_str().unwrap());
    answer(&[
        "match",
        "random",
        "largest",
        "--games",
        "8",
        "--openings",
        file,
        "--out",
        directory,
        "--json",
    ]);
    let mut first: Vec<String> =
        games(&out).values().map(|game| game["moves"][0].to_string()).collect();
    first.sort();
    first.dedup();
    assert_eq!(first, ["\"e10\"", "\"f9,e10,f10,g10,f11\""]);
    let error = refusal(&["match", "random", "largest", "--variant", "5x5", "--openings", file]);
    assert!(error.ends_with("openings.blksgf, game 1: an opening of duo, not 5x5"), "{error}");
}

#[test]
fn a_ladder_is_told_by_its_steps_and_drawn() {
    let desk = tempfile::tempdir().unwrap();
    let directory = desk.path().join("ladder");
    let mut command = cornerwise();
    command.args(["tournament", "random", "largest", "influence", "--ladder", "--games", "12"]);
    command.args(["--openings", "random:2", "--out"]).arg(&directory);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let steps: Vec<&str> = text.lines().filter(|line| line.contains(" over ")).collect();
    assert_eq!(steps.len(), 2, "{text}");
    assert!(steps[0].starts_with("largest over random"), "{text}");
    assert!(steps[1].starts_with("influence over largest"), "{text}");
    assert_eq!(games(&directory).len(), 24);

    let plot = desk.path().join("ladder.svg");
    cornerwise().arg("report").arg(&directory).arg("--plot").arg(&plot).assert().success();
    let svg = fs::read_to_string(plot).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("1 influence") && svg.contains("3 random"));
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (args, says) in [
        (&["match", "random"][..], "2 values required"),
        (&["match", "random", "nobody"], "error: agent \"nobody\": unknown name"),
        (&["match", "random", "random", "random"], "error: 3 agents for the 2 players of duo"),
        (&["match", "random", "largest", "--games", "0"], "error: the number of games is 0"),
        (&["match", "random", "largest", "--sprt", "elo0=5,elo1=1"], "elo0=5 is not below elo1=1"),
        (&["match", "random", "largest", "--openings", "random:x"], "error: --openings random:x"),
        (&["match", "random", "largest", "--openings", "nothing"], "error: --openings nothing"),
        (&["match", "random", "largest", "--clock", "soon"], "error: --clock: \"soon\""),
        (&["match", "random", "largest", "--time", "1"], "error: --time 1"),
        (&["match", "random", "largest", "--adjudicate", "0.4:2"], "error: adjudication"),
        (&["match", "random", "largest", "--concurrency", "0"], "error: --concurrency is 0"),
        (&["match", "random", "largest", "--variant", "21x21"], "error: "),
        (&["tournament", "random"], "error: a tournament takes at least two agents"),
        (&["tournament", "--resume", "nowhere"], "error: nowhere/plan.json: "),
    ] {
        let error = refusal(args);
        assert!(error.contains(says), "{args:?}: {error}");
    }
}

/// SIGTERM ends a match as Ctrl-C does: with a report of the games so far, which the next run counts.
#[cfg(unix)]
#[test]
fn a_match_that_is_terminated_tells_of_its_games() {
    let desk = tempfile::tempdir().unwrap();
    let play = |games: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cornerwise"));
        command.args([
            "match",
            "random",
            "largest",
            "--variant",
            "5x5",
            "--games",
            games,
            "--json",
        ]);
        command.arg("--out").arg(desk.path());
        command
    };
    let lines = || {
        let text = fs::read_to_string(desk.path().join("games.jsonl")).unwrap_or_default();
        text.lines().count()
    };
    let output = common::kill::signal("TERM", &mut play("1000000"), || lines() > 10);
    assert!(output.status.code().is_some(), "the signal has killed it");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["interrupted"], true);
    assert_eq!(told["games"].as_u64(), Some(lines() as u64), "{told}");
}

#[test]
fn results_of_another_plan_are_left_alone() {
    let desk = tempfile::tempdir().unwrap();
    let directory = desk.path().to_str().unwrap();
    let play =
        ["match", "random", "largest", "--variant", "5x5", "--games", "4", "--out", directory];
    answer(&[&play[..], &["--json"]].concat());
    let before = fs::read(desk.path().join("games.jsonl")).unwrap();
    let error = refusal(&[&play[..], &["--seed", "2"]].concat());
    assert!(error.contains("the results of another plan"), "{error}");
    assert_eq!(fs::read(desk.path().join("games.jsonl")).unwrap(), before);
}
