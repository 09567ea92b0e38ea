//! What the tests of the commands share.

#[allow(dead_code, reason = "not every file of tests kills something")]
pub mod kill;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;

/// The binary, ready to be given arguments.
pub fn cornerwise() -> Command {
    let mut command = cargo_bin_cmd!("cornerwise");
    command.env_remove("NO_COLOR");
    command
}

/// Runs a command that must fail with one line; answers the line.
#[allow(dead_code, reason = "not every file of tests refuses something")]
pub fn refusal(args: &[&str]) -> String {
    let output = cornerwise().args(args).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    stderr.trim_end().to_owned()
}
