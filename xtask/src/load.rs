//! `cargo xtask load`: many games at once against the optimised server, which is killed in the middle.

use crate::shell::{self, Build, Failure, cargo};

/// Builds what is needed and plays so many rooms for so many seconds, with so many seconds of thought for a move.
pub fn run(rooms: &str, seconds: &str, thought: &str) -> Result<(), Failure> {
    let binary = shell::build_binary(Build::Release)?;
    let mut load =
        cargo(&["run", "--release", "--package", "cornerwise-server", "--example", "load", "--"]);
    shell::run(load.arg(binary).args([rooms, seconds, thought]))
}
