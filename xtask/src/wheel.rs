//! The Python package: its lints, types and tests, in Python environments under the target directory.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python;
use crate::shell::{self, Failure, cargo};

/// What the tests need; the versions of tools are fixed, since each has new opinions.
const TESTERS: [&str; 8] = [
    "maturin==1.16.0",
    "mypy==2.4.1",
    "ruff==0.17.5",
    "pytest>=8",
    "numpy",
    "gymnasium==1.4.0",
    "pettingzoo==1.27.0",
    "pygame-ce>=2.5",
];
const TESTERS_WORK: &str = "import maturin, mypy, pytest, numpy, gymnasium, pettingzoo, pygame";

/// Builds the package without optimising its dependencies, and runs its tests on what every user has.
pub fn check() -> Result<(), Failure> {
    let Some(python) = python::environment("package", &TESTERS, TESTERS_WORK)? else {
        println!("there is no Python 3.11 with venv here; the package is not tested");
        return Ok(());
    };
    let manifest = shell::root().join("crates/python/Cargo.toml");
    let of_crate = |words: &[&str]| {
        let mut command = cargo(words);
        command.arg("--manifest-path").arg(&manifest);
        command.env("PYO3_PYTHON", &python).env("CARGO_TARGET_DIR", shell::target());
        command
    };
    shell::run(of_crate(&["fmt", "--check"]).env_remove("CARGO_TARGET_DIR"))?;
    let module = |words: &[&str]| {
        let mut command = Command::new(&python);
        command.current_dir(shell::root()).arg("-m").args(words);
        command
    };
    shell::run(&mut module(&["ruff", "check", "python"]))?;
    shell::run(&mut module(&["ruff", "format", "--check", "python"]))?;
    let mut clippy = of_crate(&["clippy"]);
    shell::run(clippy.args(["--", "-D", "warnings"]))?;
    install(&python, "dev")?;
    shell::run(&mut module(&["mypy"]))?;
    shell::run(&mut module(&["mypy.stubtest", "cornerwise._native"]))?;
    shell::run(&mut module(&["pytest", "-q", "python/tests"]))
}

/// What the package works with beside that, some gigabytes.
const EXTRAS: [&str; 11] = [
    "maturin==1.16.0",
    "pytest>=8",
    "gymnasium==1.2.2",
    "pettingzoo==1.25.0",
    "stable-baselines3>=2.6",
    "sb3-contrib>=2.6",
    "ray[data]>=2.44",
    "pyarrow>=15",
    "polars",
    "moviepy>=2",
    "pygame-ce>=2.5",
];
const EXTRAS_WORK: &str = "import maturin, pytest, sb3_contrib, ray, pyarrow, moviepy, pygame";

/// Builds the package as users do, and runs all of its tests with all that it works with, on the oldest Gymnasium that others pin.
pub fn extras() -> Result<(), Failure> {
    let Some(python) = python::environment("package-extras", &EXTRAS, EXTRAS_WORK)? else {
        println!("there is no Python 3.11 with venv here; the package is not tested");
        return Ok(());
    };
    install(&python, "release")?;
    let mut tests = Command::new(&python);
    tests.current_dir(shell::root()).args(["-m", "pytest", "-q", "python/tests"]);
    shell::run(&mut tests)
}

/// Builds the wheel with a profile of cargo, and installs it.
fn install(python: &Path, profile: &str) -> Result<(), Failure> {
    let wheels = shell::target().join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = Command::new(python);
    build.current_dir(shell::root()).env("CARGO_TARGET_DIR", shell::target());
    build.args(["-m", "maturin", "build", "--quiet", "--profile", profile, "--out"]).arg(&wheels);
    shell::run(build.arg("--interpreter").arg(python))?;
    let wheel = only_file(&wheels)?;
    if profile == "release" {
        check_size(&wheel)?;
    }
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]);
    shell::run(install.arg(wheel))
}

/// A wheel is to be fetched in a moment.
const LARGEST_WHEEL: u64 = 15 << 20;

fn check_size(wheel: &Path) -> Result<(), Failure> {
    let size = std::fs::metadata(wheel).map_or(0, |metadata| metadata.len());
    println!("{}: {:.1} MiB", wheel.display(), size as f64 / f64::from(1 << 20));
    if size <= LARGEST_WHEEL {
        return Ok(());
    }
    Err(Failure::new(format!("the wheel has {size} bytes; {LARGEST_WHEEL} are enough")))
}

fn only_file(directory: &Path) -> Result<PathBuf, Failure> {
    let failure =
        |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", directory.display()));
    let mut entries = std::fs::read_dir(directory).map_err(|error| failure(&error))?;
    let entry = entries.next().ok_or_else(|| failure(&"there is no wheel"))?;
    entry.map(|entry| entry.path()).map_err(|error| failure(&error))
}
