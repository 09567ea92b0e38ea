//! `solve`: values, lines, and files to go on from.

mod common;

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use common::cornerwise;
use common::kill::signal;
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let output = cornerwise().arg("solve").args(args).arg("--json").output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn small_boards_have_their_values() {
    for (variant, value) in [("2x2", 4), ("3x3", 6), ("4x4", 0), ("5x5", 1), ("6x6", 2)] {
        for threads in ["1", "2"] {
            let answer = json(&[variant, "--threads", threads, "--table-mib", "16"]);
            assert_eq!(answer["value"], value, "{variant}");
            assert_eq!(answer["bounds"], serde_json::json!([value, value]));
        }
    }
}

#[test]
fn the_line_leads_to_the_scores() {
    let answer = json(&["5x5"]);
    let line: Vec<_> = answer["line"].as_array().unwrap().iter().map(Value::as_str).collect();
    let moves = line.into_iter().map(Option::unwrap).collect::<Vec<_>>().join(";");
    let end = json(&["5x5", "--moves", &moves]);
    assert_eq!(end["scores"], answer["scores"]);
    assert_eq!(end["to_play"], Value::Null);
    assert_eq!(end["line"], serde_json::json!([]));
}

#[test]
fn more_colours_are_solved_for_their_scores() {
    let answer = json(&["3x3-4"]);
    assert_eq!(answer["scores"].as_array().unwrap().len(), 4);
    assert_eq!(answer["value"], Value::Null);
    assert_eq!(answer["bounds"], Value::Null);
}

#[test]
fn a_file_keeps_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("work");
    let file = path.to_str().unwrap();
    let first = json(&["6x6", "--file", file]);
    assert!(path.exists());
    // Nothing is left to prove: what comes on top is reading the line off the table.
    let second = json(&["6x6", "--file", file, "--table-mib", "8"]);
    assert_eq!(second["value"], 2);
    assert_eq!(second["line"], first["line"]);
    let nodes = |answer: &Value| answer["nodes"].as_u64().unwrap();
    assert!(nodes(&second) - nodes(&first) < nodes(&first) / 10);

    let refusal = |args: &[&str]| {
        let output = cornerwise().arg("solve").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let other = refusal(&["5x5", "--file", file]);
    assert_eq!(other, format!("error: {file}: the file is about another position\n"));
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let damaged = refusal(&["6x6", "--file", file]);
    assert_eq!(damaged, format!("error: {file}: the file is damaged\n"));
    fs::write(&path, "hello").unwrap();
    let foreign = refusal(&["6x6", "--file", file]);
    assert_eq!(foreign, format!("error: {file}: not a file of the solver\n"));
    assert_eq!(
        refusal(&["6x6", "--table-mib", "1"]),
        "error: --table-mib is 1; it can be 4 to 1048576\n"
    );
}

/// A save that fails does not take the answer along.
#[test]
fn an_answer_is_told_even_when_it_cannot_be_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("nowhere").join("work");
    let output = cornerwise().args(["solve", "5x5", "--json", "--file"]).arg(&path).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["value"], 1);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with(&format!("error: cannot write {}: ", path.display())), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn a_table_that_is_too_large_is_refused() {
    let error = common::refusal(&["solve", "4x4", "--table-mib", "1048576"]);
    assert_eq!(error, "error: there is no memory for 1048576 MiB");
}

/// Ctrl-C and a signal to terminate save the work, and the same command goes on from it.
#[cfg(unix)]
#[test]
fn an_interrupt_saves_and_the_next_call_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("work");
    let run = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cornerwise"));
        command.args(["solve", "10x10", "--json", "--table-mib", "16", "--file"]).arg(&path);
        let begin = Instant::now();
        let output = signal(name, &mut command, || begin.elapsed() > Duration::from_millis(1500));
        assert_eq!(output.status.code(), Some(1));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let first = run("INT");
    assert_eq!(first["value"], Value::Null);
    assert!(path.exists());
    let second = run("TERM");
    assert!(second["nodes"].as_u64() > first["nodes"].as_u64());
    assert!(second["seconds"].as_f64() > first["seconds"].as_f64());
}
