//! `cornerwise gtp`: recorded sessions, and the page about it.

mod common;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{cornerwise, refusal};
use cornerwise_gtp::engine::COMMANDS;
use cornerwise_gtp::protocol::Command;

/// A session as it is written: the command line after a `$`, each input line after `>>`, and the responses.
struct Transcript {
    args: Vec<String>,
    inputs: Vec<String>,
}

impl Transcript {
    fn read(text: &str) -> Transcript {
        let line = text.lines().find_map(|line| line.strip_prefix("$ cornerwise ")).unwrap();
        let inputs = text.lines().filter_map(|line| line.strip_prefix(">>"));
        Transcript {
            args: line.split(' ').map(str::to_owned).collect(),
            inputs: inputs.map(|line| line.trim_start().to_owned()).collect(),
        }
    }

    /// The session as it is now. Commands run in the repository's root.
    fn play(&self) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let output = cornerwise()
            .args(&self.args)
            .current_dir(root)
            .timeout(Duration::from_mins(2))
            .write_stdin(self.inputs.join("\n") + "\n")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        let stdout = String::from_utf8(output.stdout).unwrap();
        let mut responses = stdout.split_inclusive("\n\n");
        let mut text = format!("$ cornerwise {}\n", self.args.join(" "));
        for input in &self.inputs {
            text += format!(">> {input}").trim_end();
            text.push('\n');
            if let Some(command) = Command::read(input) {
                let response = responses.next().unwrap_or_default();
                let is_time = command.name == "cputime";
                text += &if is_time { timeless(response) } else { response.to_owned() };
            }
        }
        assert_eq!(responses.next(), None, "more responses than commands");
        text
    }
}

/// A response with a number of seconds, without the number.
fn timeless(response: &str) -> String {
    let (mark, seconds) = response.trim_end().split_once(' ').unwrap();
    assert!(seconds.parse().is_ok_and(|seconds: f64| seconds >= 0.0), "{response:?}");
    format!("{mark} SECONDS\n\n")
}

/// Those that begin with `twogtp` are what Pentobi's referee asked in a match against Pentobi, two games each, and what it
/// was answered.
fn sessions() -> Vec<PathBuf> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut paths: Vec<_> =
        fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn page() -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/7-gtp.md");
    let text = fs::read_to_string(&path).unwrap();
    (path, text)
}

fn overwrites() -> bool {
    env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite")
}

#[test]
fn recorded_sessions_are_the_same_again() {
    assert!(sessions().len() >= 6);
    for path in sessions() {
        let text = fs::read_to_string(&path).unwrap();
        let now = Transcript::read(&text).play();
        if overwrites() {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(now, text, "{}", path.display());
        }
    }
}

#[test]
fn the_page_shows_sessions_that_can_be_had() {
    let (path, text) = page();
    let mut page = String::new();
    let mut found = 0;
    for (at, part) in text.split("```").enumerate() {
        let session =
            part.strip_prefix("text\n").filter(|part| part.starts_with("$ cornerwise gtp"));
        let part = match session.filter(|_| at % 2 == 1) {
            None => part.to_owned(),
            Some(session) => {
                found += 1;
                let now = Transcript::read(session).play();
                assert!(
                    overwrites() || now == session,
                    "the page says\n{session}\nbut it is\n{now}"
                );
                format!("text\n{now}")
            }
        };
        page += if at == 0 { "" } else { "```" };
        page += &part;
    }
    assert!(found > 0);
    if overwrites() {
        fs::write(path, page).unwrap();
    }
}

#[test]
fn the_page_lists_every_command() {
    let (_, text) = page();
    let rows: Vec<String> =
        COMMANDS.iter().map(|row| format!("| `{}` | {} |", row.usage(), row.summary)).collect();
    let section = text.split("\n## ").find(|section| section.starts_with("Commands\n")).unwrap();
    let table: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(table, rows, "the table should be\n{}", rows.join("\n"));
}

#[test]
fn wrong_options_are_told() {
    let error = refusal(&["gtp", "--agent", "nobody"]);
    assert!(error.contains("nobody"), "{error}");
    let error = refusal(&["gtp", "--agent", "largest", "--threads", "2"]);
    assert!(error.contains("threads"), "{error}");
    let error = refusal(&["gtp", "--time", "5"]);
    assert!(error.contains("--time 5"), "{error}");
    refusal(&["gtp", "--threads", "0"]);
    refusal(&["gtp", "--variant", "21x21"]);
}

#[test]
fn threads_go_to_agents_that_have_them() {
    for (args, expected) in [
        (["uct:sims=10", "2"], "agent uct:sims=10,threads=2"),
        (["uct:threads=3", "2"], "agent uct:threads=2"),
        (["largest", "1"], "agent largest"),
    ] {
        let [agent, threads] = args;
        let output = cornerwise()
            .args(["gtp", "--agent", agent, "--threads", threads])
            .write_stdin("param\nquit\n")
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().next(), Some(format!("= {expected}").as_str()));
    }
}
