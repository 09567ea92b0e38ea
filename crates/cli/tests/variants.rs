//! `cornerwise variants` and the other commands that describe.

mod common;

use std::fs;

use common::cornerwise;
use serde_json::{Value, json};

fn stdout(args: &[&str]) -> String {
    let output = cornerwise().args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_table_has_a_row_for_each_kind() {
    let table = stdout(&["variants"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["duo", "14x14", "2", "2", "e10", "j5", "advanced"]));
    assert!(rows.contains(&vec![
        "classic-2",
        "20x20",
        "4",
        "2",
        "a20",
        "t20",
        "t1",
        "a1",
        "advanced"
    ]));
    let square = rows.iter().find(|row| row.first() == Some(&"NxN-3")).unwrap();
    assert_eq!(square[1..6], ["2x2", "…", "20x20", "3", "3"]);
}

#[test]
fn details_say_who_plays_which_colour() {
    let details = stdout(&["variants", "classic-3"]);
    assert!(details.contains("colour 4 green   starts on a1   played by all players in turn"));
    assert!(details.contains("all 21 pieces, 89 squares"));
}

#[test]
fn json_lists_every_preset() {
    let list: Value = serde_json::from_str(&stdout(&["variants", "--json"])).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 4 + 19 * 3);
    let duo: Value = serde_json::from_str(&stdout(&["variants", "duo", "--json"])).unwrap();
    assert_eq!(duo, list[0]);
    assert_eq!(duo["board"], json!(14));
    assert_eq!(duo["colours"][1], json!({ "name": "white", "start": "j5", "owner": 2 }));
    assert_eq!(list[3]["colours"][3]["owner"], Value::Null);
}

#[test]
fn the_toml_of_a_preset_is_a_variant_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mine.toml");
    let toml = stdout(&["variants", "classic-3", "--toml"]);
    fs::write(
        &path,
        toml.replace("\"classic-3\"", "\"mine\"").replace("= 20", "= 20\npieces = [\"2\"]"),
    )
    .unwrap();
    let mine = stdout(&["variants", path.to_str().unwrap()]);
    assert!(mine.starts_with("mine\n"));
    assert!(mine.contains("1 pieces, 2 squares"));
    assert_eq!(stdout(&["legal", path.to_str().unwrap()]), "a19,a20\na20,b20\n");
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("playouts") && script.contains("variants"), "{shell}");
    }
}

#[test]
fn help_and_version_are_for_people() {
    assert_eq!(stdout(&["--version"]), format!("cornerwise {}\n", env!("CARGO_PKG_VERSION")));
    let help = stdout(&["--help"]);
    for command in ["play", "legal", "playouts", "perft", "variants", "completions"] {
        assert!(help.contains(&format!("\n  {command}")), "{command}");
        assert!(stdout(&[command, "--help"]).contains("Usage: cornerwise"), "{command}");
    }
}
