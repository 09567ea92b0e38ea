//! Results and games that an earlier program kept, with the keys and file formats of then.
//!
//! `tests/old` has what these commands left behind, all on 5x5:
//! `match mcts:sims=8,priors=yes,urgency=0.2,replies=no,turns=2,tree-mib=1 mcts:sims=8,turns=0,tree-mib=1 --games 6 --seed 7`,
//! `tune mcts:sims=8,tree-mib=1,turns=3,urgency=0.4 --over urgency=0..1,turns=1..6 --iterations 8 --seed 3`, and
//! `learn play 5x5 --agent mcts:sims=12,turns=2,tree-mib=1 --games 6`.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::cornerwise;
use serde_json::Value;

const FIRST: &str = "mcts:sims=8,priors=yes,urgency=0.2,replies=no,turns=2,tree-mib=1";
const SECOND: &str = "mcts:sims=8,turns=0,tree-mib=1";
const TUNED: &str = "mcts:sims=8,tree-mib=1,turns=3,urgency=0.4";

fn old(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old").join(name)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// What a command prints.
fn run(args: &[&str]) -> String {
    let output = cornerwise().args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The lines without what depends on the machine's speed.
fn games(lines: &str) -> Vec<Value> {
    let read = |line: &str| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for turn in game["turns"].as_array_mut().unwrap() {
            turn["millis"] = Value::Null;
        }
        game
    };
    lines.lines().map(read).collect()
}

/// Begins a file with the first lines of an old one.
fn begin(lines: usize, of: &str, at: &Path) {
    let kept: Vec<_> = of.lines().take(lines).map(|line| format!("{line}\n")).collect();
    fs::write(at, kept.concat()).unwrap();
}

#[test]
fn a_match_goes_on_as_it_would_have() {
    let desk = tempfile::tempdir().unwrap();
    let whole = text(&old("match.jsonl"));
    fs::copy(old("plan.json"), desk.path().join("plan.json")).unwrap();
    fs::create_dir(desk.path().join("games")).unwrap();
    for record in ["000000.blksgf", "000001.blksgf"] {
        fs::copy(old(record), desk.path().join("games").join(record)).unwrap();
    }
    begin(2, &whole, &desk.path().join("games.jsonl"));
    let out = desk.path().display().to_string();
    let args = ["--variant", "5x5", "--games", "6", "--seed", "7", "--out", &out];
    run(&[&["match", FIRST, SECOND], &args[..]].concat());
    assert_eq!(games(&text(&desk.path().join("games.jsonl"))), games(&whole));
    assert!(run(&["report", &out, "--markdown"]).contains("urgency=0.2"));
}

#[test]
fn tuning_goes_on_as_it_would_have() {
    let desk = tempfile::tempdir().unwrap();
    let whole = text(&old("tune.jsonl"));
    begin(4, &whole, &desk.path().join("tune.jsonl"));
    let out = desk.path().display().to_string();
    let over = ["--over", "urgency=0..1,turns=1..6", "--iterations", "8"];
    run(&[&["tune", TUNED], &over[..], &["--variant", "5x5", "--seed", "3", "--out", &out]]
        .concat());
    assert_eq!(text(&desk.path().join("tune.jsonl")), whole);
}

#[test]
fn games_of_self_play_are_read_and_learnt_from() {
    let desk = tempfile::tempdir().unwrap();
    let [parquet, weights] = ["games.parquet", "weights.txt"].map(|name| desk.path().join(name));
    let data = old("selfplay.jsonl").display().to_string();
    let parquet = parquet.display().to_string();
    run(&["data", "convert", &data, &parquet]);
    let about = |path: &str| -> Value {
        let mut about: Value =
            serde_json::from_str(&run(&["data", "info", path, "--json"])).unwrap();
        let of_the_file = ["file", "format", "version", "bytes"];
        about.as_object_mut().unwrap().retain(|key, _| !of_the_file.contains(&key.as_str()));
        about
    };
    assert_eq!(about(&data)["games"], 6);
    assert_eq!(about(&data), about(&parquet));
    let fit = |data: &str| {
        run(&["learn", "linear", "value", data, "--out", &weights.display().to_string()]);
        let comment = |line: &&str| !line.starts_with('#');
        text(&weights).lines().filter(comment).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(fit(&data), fit(&parquet));
}
