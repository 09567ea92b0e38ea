//! What the tests of the commands share.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;

/// The binary, ready to be given arguments.
pub fn cornerwise() -> Command {
    let mut command = cargo_bin_cmd!("cornerwise");
    command.env_remove("NO_COLOR");
    command
}
