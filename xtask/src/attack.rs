//! `cargo xtask attack`: load and abuse against the optimised server.

use crate::shell::{self, Build, Failure, cargo};

/// Builds what is needed and runs the cases with these names, or all.
pub fn run(cases: &[&str]) -> Result<(), Failure> {
    let binary = shell::build_binary(Build::Release)?;
    let mut attack =
        cargo(&["run", "--release", "--package", "cornerwise-server", "--example", "attack", "--"]);
    shell::run(attack.arg(binary).args(cases))
}
