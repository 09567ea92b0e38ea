//! Tuning through the binary.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::kill::{interrupt, kill_until_it_ends};
use common::{cornerwise, refusal};
use serde_json::Value;

const TINY: [&str; 6] = ["tune", "uct:sims=20", "--over", "c=0.2..2", "--variant", "5x5"];

fn command(directory: &Path, iterations: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cornerwise"));
    command.args(TINY).args(["--iterations", iterations, "--out"]).arg(directory);
    command
}

fn log(directory: &Path) -> String {
    fs::read_to_string(directory.join("tune.jsonl")).unwrap()
}

#[test]
fn a_run_that_was_killed_ends_as_if_it_had_not_been() {
    let desk = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let mut command = command(&desk.path().join(name), "400");
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(run("whole").status().unwrap().success());
    kill_until_it_ends(|| run("killed"));
    assert_eq!(log(&desk.path().join("killed")), log(&desk.path().join("whole")));
    assert_eq!(log(&desk.path().join("whole")).lines().count(), 401);
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_was_found_and_how_to_go_on() {
    let desk = tempfile::tempdir().unwrap();
    let directory = desk.path().join("a run");
    let output = interrupt(&mut command(&directory, "1000000"), || {
        directory.join("tune.jsonl").exists() && log(&directory).lines().count() >= 5
    });
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    assert!(first.starts_with("interrupted after ") && first.ends_with(" of 1000000 iterations"));
    let again = lines.next().unwrap();
    assert!(again.starts_with("to go on: ") && again.ends_with("/a run'"), "{again}");
    assert!(text.contains("\nspec    uct:sims=20,c="), "{text}");
    assert!(fs::read_to_string(directory.join("tune.svg")).unwrap().starts_with("<svg"));
}

#[test]
fn a_run_is_the_same_twice_and_its_answers_can_be_used() {
    let desk = tempfile::tempdir().unwrap();
    let plot = desk.path().join("c.svg");
    let answer = |more: &[&str]| -> Value {
        let args = [&TINY[..], &["--iterations", "20", "--json"], more].concat();
        let output = cornerwise().args(&args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let one = answer(&["--plot", plot.to_str().unwrap()]);
    assert_eq!(one, answer(&["--concurrency", "2"]));
    assert_ne!(one["theta"], answer(&["--seed", "2"])["theta"]);
    let picture = fs::read_to_string(&plot).unwrap();
    assert!(picture.contains("<polyline") && picture.contains("c 0.") && picture.contains("xmlns"));

    let verify = one["verify"].as_str().unwrap();
    let words: Vec<&str> = verify.split(' ').skip(1).collect();
    assert_eq!(words[..2], ["match", one["spec"].as_str().unwrap()]);
    let output = cornerwise().args(&words).args(["--sprt", "elo0=0,elo1=300"]).output().unwrap();
    // An option that is given twice is refused; everything else was understood.
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("--sprt") && error.contains("cannot be used multiple times"), "{error}");
}

#[test]
fn a_value_at_the_end_of_its_range_is_told() {
    let told = |range: &str| {
        let over = format!("c={range}");
        let args =
            ["tune", "uct:sims=20", "--over", &over, "--variant", "5x5", "--iterations", "8"];
        let output = cornerwise().args(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("\nspec    uct:sims=20,c="), "{text}");
        text.contains("at an end of its range, which may be too narrow: c\n")
    };
    assert!(told("1..1.002:0.001"));
    assert!(!told("0..2"));
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let desk = tempfile::tempdir().unwrap();
    let directory = desk.path().join("out");
    let out = directory.to_str().unwrap();
    for (args, says) in [
        (&["uct", "--over", "d"][..], "error: agent \"uct\": unknown key \"d\"; there are sims,"),
        (&["uvt", "--over", "c"], "error: agent \"uvt\": unknown name"),
        (&["uct", "--over", "fpu"], "error: fpu is one of"),
        (&["uct", "--over", "c=3..2"], "error: c=3..2: not a range"),
        (&["uct", "--over", "c=2..3"], "error: c starts with 1"),
        (&["uct", "--over", "sims"], "error: sims has no value to start from"),
        (&["uct", "--over", "c,c"], "error: c is named twice"),
        (&["largest", "--over", "c"], "error: agent \"largest\": unknown key"),
        (&["uct", "--over", "c", "--against", "nobody"], "error: agent \"nobody\""),
        (&["uct", "--over", "c", "--pairs", "0"], "error: the number of pairs is 0"),
        (&["uct", "--over", "c", "--iterations", "0"], "error: --iterations is 0"),
        (&["uct", "--over", "c", "--distance", "0.6"], "error: gains a = 0.1, c = 0.6"),
        (&["uct", "--over", "c", "--step", "NaN"], "error: gains a = NaN"),
        (
            &["uct", "--over", "c", "--plot", "c.png"],
            "error: --plot c.png: the name must end in .svg",
        ),
        (&["uct", "--over", "c", "--openings", "what"], "error: --openings what"),
        (&["uct"], "--over"),
    ] {
        let error = refusal(&[&["tune"], args, &["--out", out]].concat());
        assert!(error.contains(says), "{args:?}: {error}");
        assert!(!directory.exists(), "{args:?}");
    }
}

#[test]
fn results_of_something_else_are_left_alone() {
    let desk = tempfile::tempdir().unwrap();
    let tuned = desk.path().join("tuned");
    let tuned_name = tuned.to_str().unwrap();
    assert!(command(&tuned, "2").stdout(Stdio::null()).status().unwrap().success());
    let before = log(&tuned);
    let kept = |args: &[&str]| {
        let error = refusal(args);
        assert!(error.contains("the results of another plan"), "{error}");
        assert_eq!(log(&tuned), before);
    };
    kept(&[&TINY[..], &["--seed", "2", "--out", tuned_name]].concat());
    kept(&[&TINY[..], &["--against", "random", "--out", tuned_name]].concat());
    kept(&["match", "random", "largest", "--variant", "5x5", "--out", tuned_name]);

    let matched = desk.path().join("matched");
    let matched = matched.to_str().unwrap();
    let args = ["match", "random", "largest", "--variant", "5x5", "--games", "2", "--out", matched];
    assert!(cornerwise().args(args).output().unwrap().status.success());
    let error = refusal(&[&TINY[..], &["--out", matched]].concat());
    assert!(error.contains("the results of another plan"), "{error}");
}
