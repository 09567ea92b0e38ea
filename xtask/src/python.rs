//! Python environments under the target directory, for tests with programs of others.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Failure};

/// Tells whether a Python can make environments that everything here works in.
const SUITS: &str = "import sys, venv, ensurepip; assert sys.version_info >= (3, 11)";

/// The Python of an environment in which a statement works, with packages installed if it does not yet; `None` where there is no Python.
pub fn environment(
    name: &str,
    packages: &[&str],
    statement: &str,
) -> Result<Option<PathBuf>, Failure> {
    let place = shell::target().join(name);
    let programs = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs.join(format!("python{}", std::env::consts::EXE_SUFFIX));
    if shell::succeeds(Command::new(&python).args(["-c", statement])) {
        return Ok(Some(python));
    }
    let system = ["python3", "python", "python3.13", "python3.12", "python3.11"]
        .into_iter()
        .find(|name| shell::succeeds(Command::new(name).args(["-c", SUITS])));
    let Some(system) = system else { return Ok(None) };
    shell::run(Command::new(system).args(["-m", "venv"]).arg(&place))?;
    shell::run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(packages))?;
    Ok(Some(python))
}
