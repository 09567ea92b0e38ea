//! `cargo xtask load`: many games at once against the optimised server, which is killed in the middle.

use crate::shell::{self, Failure, cargo};

/// Builds what is needed and plays so many rooms for so many seconds.
pub fn run(rooms: &str, seconds: &str) -> Result<(), Failure> {
    shell::run(&mut cargo(&["build", "--release", "--package", "cornerwise"]))?;
    let binary =
        shell::target().join("release").join(format!("cornerwise{}", std::env::consts::EXE_SUFFIX));
    let mut load =
        cargo(&["run", "--release", "--package", "cornerwise-server", "--example", "load", "--"]);
    shell::run(load.arg(binary).args([rooms, seconds]))
}
