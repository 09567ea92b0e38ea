//! `cornerwise complexity`

mod common;

use std::fs;

use assert_cmd::Command;
use common::cornerwise;
use serde_json::Value;

const SMALL: [&str; 6] = ["--descents", "200", "--populations", "4", "--population", "50"];

fn complexity(arguments: &[&str]) -> Command {
    let mut command = cornerwise();
    command.arg("complexity").args(arguments).args(SMALL);
    command
}

fn json(arguments: &[&str]) -> Value {
    let output = complexity(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
    value.as_object_mut().unwrap().remove("timing");
    value
}

#[test]
fn the_exact_count_is_that_of_the_whole_tree() {
    let answer = json(&["4x4", "--exact"]);
    // As many lines as perft finds at all depths.
    assert_eq!(answer["exact"]["nodes"], "34812");
    assert_eq!(answer["exact"]["whole"], true);
    let interval = &answer["lines"]["populations"]["nodes"]["interval"];
    let bound = |at: usize| interval[at].as_f64().unwrap();
    assert!((bound(0)..bound(1)).contains(&34_812_f64.log10()), "{interval}");
}

#[test]
fn threads_do_not_change_the_answer() {
    assert_eq!(json(&["7x7-3", "--threads", "1"]), json(&["7x7-3", "--threads", "3"]));
    assert_ne!(json(&["5x5", "--seed", "1"]), json(&["5x5", "--seed", "2"]));
}

#[test]
fn the_distribution_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("7x7.svg");
    let status = complexity(&["7x7", "--svg", path.to_str().unwrap()]).output().unwrap().status;
    assert!(status.success());
    let svg = fs::read_to_string(path).unwrap();
    assert!(svg.contains("populations: mean") && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn what_cannot_be_is_refused() {
    for (arguments, message) in [
        (&["21x21"][..], "size"),
        (&["9x9", "--exact"], "up to 8x8"),
        (&["5x5", "--threads", "0"], "--threads is 0"),
    ] {
        let output = complexity(arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(message) && error.lines().count() == 1, "{error}");
    }
}
