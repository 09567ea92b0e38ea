//! Parquet files against another program that reads them: Polars, in a Python environment under the target directory.

use std::process::Command;

use crate::python;
use crate::shell::{self, Build, Failure};

/// The columns' types are part of what is compared, and newer versions may name them otherwise.
const READER: &str = "polars==1.35.2";
const GAMES: &str = "1000";

/// Plays a thousand games as Parquet, and compares what Polars reads with the same games as JSON lines, row for row.
pub fn check() -> Result<(), Failure> {
    let Some(python) = python::environment("polars", &[READER], "import polars")? else {
        println!(
            "there is no Python with venv here; the tests have read Parquet files with the program itself"
        );
        return Ok(());
    };
    let binary = shell::build_binary(Build::Debug)?;
    let place = shell::target().join("dataset-test");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place)
        .map_err(|error| Failure::new(format!("{}: {error}", place.display())))?;
    let run = |words: &[&str]| shell::run(Command::new(&binary).current_dir(&place).args(words));
    let agent = ["--agent", "uct:sims=8"];
    run(&[&["learn", "play", "5x5", "--games", GAMES, "--out", "games.parquet"], &agent[..]]
        .concat())?;
    run(&["data", "convert", "games.parquet", "games.jsonl"])?;
    let script = shell::root().join("xtask/src/datasets.py");
    shell::run(Command::new(python).arg(script).arg(GAMES).current_dir(&place))
}
