//! Python environments under the target directory, for tests with programs of others.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Failure};

/// The Python of an environment in which a statement works, with a package installed if it does not yet; `None` where there is no Python.
pub fn environment(name: &str, package: &str, statement: &str) -> Result<Option<PathBuf>, Failure> {
    let place = shell::target().join(name);
    let programs = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = programs.join(format!("python{}", std::env::consts::EXE_SUFFIX));
    if shell::succeeds(Command::new(&python).args(["-c", statement])) {
        return Ok(Some(python));
    }
    let system = ["python3", "python"]
        .into_iter()
        .find(|name| shell::succeeds(Command::new(name).args(["-c", "import venv, ensurepip"])));
    let Some(system) = system else { return Ok(None) };
    shell::run(Command::new(system).args(["-m", "venv"]).arg(&place))?;
    shell::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", package]))?;
    Ok(Some(python))
}
