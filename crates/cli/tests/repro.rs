//! Experiments through the binary.

mod common;

use std::fs;

use common::{cornerwise, refusal};
use serde_json::Value;

const TINY: &str = r#"
title = "Greedy agents on a small board"
work = "A work"
year = 2020
variant = "7x7"
note = "Smaller."
seed = 3

[[matches]]
name = "largest-random"
agents = ["largest", "random"]
games = { quick = 20, full = 40 }
figures = [
    { begins = 1, won = [90, 5], left = [40.25] },
    { won = [18, 2], of = 20 },
]

[[matches]]
name = "seats"
agents = ["random", "random"]
games = { quick = 30, full = 30 }
figures = [{ by = "seat", won = [52.7], equal_chances = "p < 0.05" }]
"#;

fn run(args: &[&str]) -> String {
    let output = cornerwise().arg("repro").args(args).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn our_figures_stand_beside_the_published_ones() {
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("tiny.toml");
    fs::write(&file, TINY).unwrap();
    let file = file.to_str().unwrap();
    let table = run(&[file]);
    let head: Vec<&str> = table.lines().take(4).collect();
    assert_eq!(head[0], "Greedy agents on a small board");
    assert_eq!(head[1..3], ["published in: \"A work\" (2020)", "Smaller."]);
    assert_eq!(head[3], "quick scale, 50 games, seed 3");

    // The same games by hand: `match` with the same seed.
    let args = ["match", "largest", "random", "--variant", "7x7", "--games", "20", "--seed", "3"];
    let output = cornerwise().args(args).args(["--openings", "empty", "--json"]).output().unwrap();
    let played: Value = serde_json::from_slice(&output.stdout).unwrap();
    let wins = played["standings"][0]["wins"].as_u64().unwrap();
    let row = table.lines().find(|line| line.contains("in turn")).unwrap();
    let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells[..5], ["largest-random", "largest", "in turn", "20", "90.0"]);
    let ours = format!("{:.1} (", 100.0 * wins as f64 / 20.0);
    assert!(cells[5].starts_with(&ours), "{row} {ours}");
    let first = table.lines().find(|line| line.contains("40.25")).unwrap();
    assert!(first.contains("10     90.0") && first.contains(" ± "), "{first}");
    assert!(table.contains("seats, test of equal chances: theirs p < 0.05; ours χ² = "), "{table}");

    let markdown = run(&[file, "--markdown"]);
    assert!(markdown.contains("| match | who | who begins | games | % won: theirs | ours |"));
    let json: Value = serde_json::from_str(&run(&[file, "--json"])).unwrap();
    assert_eq!((&json["scale"], &json["played"]), (&Value::from("quick"), &Value::from(50)));
    assert_eq!(json["rows"][2]["ours_won"]["count"], wins);
    let json: Value = serde_json::from_str(&run(&[file, "--json", "--full"])).unwrap();
    assert_eq!(json["rows"][2]["ours_won"]["of"], 40);
}

#[test]
fn games_are_kept_and_not_played_again() {
    let desk = tempfile::tempdir().unwrap();
    let (file, kept) = (desk.path().join("tiny.toml"), desk.path().join("kept"));
    fs::write(&file, TINY).unwrap();
    let args = [file.to_str().unwrap(), "--out", kept.to_str().unwrap(), "--concurrency", "2"];
    let whole = run(&args);
    let games = kept.join("largest-random/games.jsonl");
    let text = fs::read_to_string(&games).unwrap();
    assert_eq!(text.lines().count(), 20);
    // As if it had been killed after the first games.
    let start: String = text.split_inclusive('\n').take(7).collect();
    fs::write(&games, &start).unwrap();
    fs::remove_dir_all(kept.join("seats")).unwrap();
    assert_eq!(run(&args), whole);
    let again = fs::read_to_string(&games).unwrap();
    assert!(again.starts_with(&start));
    assert_eq!(again.lines().count(), 20);
}

#[test]
fn the_stored_experiments_are_listed() {
    let list = run(&[]);
    assert!(list.lines().count() > 10, "{list}");
    for name in ["greedy-duo", "uct-mc", "first-player"] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let error = refusal(&["repro", "nothing"]);
    assert!(error.starts_with("error: unknown experiment \"nothing\"; there are greedy-duo, "));
    assert!(refusal(&["repro", "nowhere.toml"]).starts_with("error: cannot read nowhere.toml"));
    let error = refusal(&["repro", "greedy-duo", "--concurrency", "0"]);
    assert!(error.starts_with("error: --concurrency is 0"), "{error}");
    let desk = tempfile::tempdir().unwrap();
    let file = desk.path().join("bad.toml");
    fs::write(&file, TINY.replace("seed = 3", "seed = 3\ncolour = \"red\"")).unwrap();
    let error = refusal(&["repro", file.to_str().unwrap()]);
    assert!(error.contains("bad.toml: line 8: unknown field `colour`"), "{error}");
}
