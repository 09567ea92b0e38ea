//! `cornerwise playouts`

mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::cornerwise;
use common::kill::interrupt;
use serde_json::Value;

fn statistics(args: &[&str]) -> Value {
    let output = cornerwise().arg("playouts").args(args).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn without_timing(mut statistics: Value) -> String {
    let fields = statistics.as_object_mut().unwrap();
    assert!(fields.remove("timing").unwrap()["games_per_second"].as_f64().unwrap() > 0.0);
    statistics.to_string()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for variant in ["duo", "classic-3", "6x6-4"] {
        let with = |threads: &str| {
            let args = [variant, "--games", "300", "--seed", "9", "--threads", threads];
            without_timing(statistics(&args))
        };
        let one = with("1");
        for threads in ["2", "3", "7"] {
            assert_eq!(with(threads), one, "{variant} on {threads} threads");
        }
    }
    let seed = |seed: &str| without_timing(statistics(&["duo", "--games", "300", "--seed", seed]));
    assert_ne!(seed("1"), seed("2"));
}

#[test]
fn the_counts_add_up() {
    let statistics = statistics(&["7x7-3", "--games", "500"]);
    let number = |value: &Value| value.as_u64().unwrap();
    let players = statistics["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    for player in players {
        let games = number(&player["wins"]) + number(&player["draws"]) + number(&player["losses"]);
        assert_eq!(games, 500);
        let bins = player["score"]["histogram"].as_array().unwrap();
        assert_eq!(bins.iter().map(|bin| number(&bin["count"])).sum::<u64>(), 500);
        assert!(player["score"]["min"].as_i64().unwrap() >= 0, "the score is an area");
    }
    let wins: Vec<f64> = players.iter().map(|player| player["wins"].as_f64().unwrap()).collect();
    let expected = wins.iter().sum::<f64>() / 3.0;
    assert_eq!(number(&statistics["decisive"]), wins.iter().sum::<f64>() as u64);
    let chi_square: f64 = wins.iter().map(|n| (n - expected).powi(2) / expected).sum();
    assert!((statistics["chi_square"]["statistic"].as_f64().unwrap() - chi_square).abs() < 1e-9);
    assert_eq!(statistics["chi_square"]["degrees_of_freedom"], 2);
    // Two degrees of freedom have a closed form.
    let p_value = (-chi_square / 2.0).exp();
    assert!((statistics["chi_square"]["p_value"].as_f64().unwrap() - p_value).abs() < 1e-9);
    // Every game has a first move, with as many legal ones as the rules say; the lengths follow.
    let by_ply = &statistics["legal_moves"];
    assert!((by_ply["by_ply"][0].as_f64().unwrap() - 58.0).abs() < 1e-9);
    let reached = by_ply["games_by_ply"].as_array().unwrap();
    let moves: u64 = reached.iter().map(number).sum();
    assert!((statistics["length"]["mean"].as_f64().unwrap() - moves as f64 / 500.0).abs() < 1e-9);
    assert_eq!(number(&statistics["length"]["max"]), reached.len() as u64);
}

#[test]
fn the_text_has_every_part() {
    let args = ["playouts", "duo", "--games", "200", "--threads", "2"];
    let output = cornerwise().args(args).output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "duo: 200 random games, seed 1\n",
        "moves a game: mean ",
        "legal moves a turn: mean ",
        "414.0   414.0",
        "results by seat",
        "decisive games: χ² = ",
        "scores (advanced)",
        "quantiles: 5% ",
        " games/s: 200 games in ",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn a_variant_without_a_move_has_only_draws() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("full.toml");
    let text = "name = \"full\"\nboard = 2\nscoring = \"area\"\npieces = [\"I5\"]\n\
                colours = [{ start = \"a1\" }, { start = \"b2\" }]\n";
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let statistics = statistics(&[file, "--games", "3"]);
    assert_eq!(statistics["players"][0]["draws"], 3);
    assert_eq!(statistics["chi_square"], Value::Null);
    assert_eq!(statistics["legal_moves"]["mean"], Value::Null);
    let text = cornerwise().args(["playouts", file, "--games", "3"]).output().unwrap().stdout;
    assert!(String::from_utf8(text).unwrap().contains("no game has a sole winner"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_done_so_far() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cornerwise"));
    command.args(["playouts", "duo", "--games", "1000000000"]);
    // The signal would end a process that does not listen yet.
    let begin = Instant::now();
    let output = interrupt(&mut command, || begin.elapsed() > Duration::from_secs(2));
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let first = text.lines().next().unwrap();
    let games: u64 = first
        .strip_prefix("interrupted after ")
        .and_then(|rest| rest.strip_suffix(" of 1000000000 games"))
        .unwrap()
        .parse()
        .unwrap();
    assert!(games > 0 && text.contains(&format!("duo: {games} random games")));
}
