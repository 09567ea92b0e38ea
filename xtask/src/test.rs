//! `cargo xtask test` and `cargo xtask extras`: every test there is, in order.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::shell::{self, Build, Failure, cargo, command};
use crate::{api, datasets, page, perft, wheel};

/// What is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Suite {
    /// What a change is tried with again and again.
    Quick,
    /// Everything that needs Rust alone, and the Python package.
    Test,
    /// What needs more: browsers, Python, an optimised build.
    Extras,
}

struct Step {
    name: &'static str,
    /// The first suite that it is part of; a quick step is part of the tests too.
    suite: Suite,
    run: fn() -> Result<(), Failure>,
}

const fn step(suite: Suite, name: &'static str, run: fn() -> Result<(), Failure>) -> Step {
    Step { name, suite, run }
}

/// What fails soonest and cheapest comes first.
const STEPS: [Step; 14] = [
    step(Suite::Quick, "components", components),
    step(Suite::Quick, "format", || shell::run(&mut cargo(&["fmt", "--all", "--check"]))),
    step(Suite::Quick, "lints", lints),
    step(Suite::Test, "documentation", documentation),
    step(Suite::Quick, "tests", tests),
    step(Suite::Quick, "doc tests", || {
        shell::run(&mut cargo(&["test", "--workspace", "--all-features", "--doc", "--quiet"]))
    }),
    step(Suite::Test, "Python package", wheel::check),
    step(Suite::Test, "model checks", model_checks),
    step(Suite::Test, "fuzz targets", fuzz_targets),
    step(Suite::Extras, "API", api::check),
    step(Suite::Extras, "datasets", datasets::check),
    step(Suite::Extras, "page", page::check),
    step(Suite::Extras, "release build", || shell::build_binary(Build::Release).map(drop)),
    step(Suite::Extras, "release perft", perft::check),
];

/// How long each fuzz target runs.
const FUZZ_SECONDS: &str = "-max_total_time=5";

/// Runs the steps up to the first failure; answers with its exit code.
pub fn run(suite: Suite) -> ExitCode {
    let mut times = Vec::new();
    let mut failure = None;
    let is_part =
        |step: &&Step| step.suite == suite || (suite == Suite::Test && step.suite == Suite::Quick);
    for step in STEPS.iter().filter(is_part) {
        println!("\n=== {} ===", step.name);
        let begin = Instant::now();
        let result = (step.run)();
        times.push((step.name, begin.elapsed()));
        if let Err(error) = result {
            failure = Some((step.name, error));
            break;
        }
    }
    println!("\n=== summary ===");
    for (name, time) in &times {
        println!("{name:<16}{:>8.1} s", time.as_secs_f64());
    }
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    println!("{:<16}{:>8.1} s", "total", total.as_secs_f64());
    match failure {
        None => {
            println!("passed");
            ExitCode::SUCCESS
        }
        Some((name, Failure { code, message })) => {
            eprintln!("failed in {name}: {message}");
            ExitCode::from(code)
        }
    }
}

/// Installs the parts of the toolchain that are missing.
fn components() -> Result<(), Failure> {
    for (component, words) in
        [("rustfmt", ["fmt", "--version"]), ("clippy", ["clippy", "--version"])]
    {
        if !shell::succeeds(&mut cargo(&words)) {
            shell::run(&mut command("rustup", &["component", "add", component]))?;
        }
        print!("{}", shell::output(&mut cargo(&words)).unwrap_or_default());
    }
    Ok(())
}

fn lints() -> Result<(), Failure> {
    let words =
        ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    shell::run(&mut cargo(&words))
}

/// Unit, property, snapshot and command-line tests.
fn tests() -> Result<(), Failure> {
    let runner: &[&str] = if shell::succeeds(&mut cargo(&["nextest", "--version"])) {
        &["nextest", "run", "--workspace", "--all-features", "--no-fail-fast"]
    } else {
        &["test", "--workspace", "--all-features", "--all-targets", "--no-fail-fast"]
    };
    // A snapshot that nobody has looked at is a failure, not a new truth.
    shell::run(
        cargo(runner).env("INSTA_UPDATE", "no").env_remove("INSTA_FORCE_PASS").env_remove("TRYCMD"),
    )
}

fn documentation() -> Result<(), Failure> {
    let words = ["doc", "--workspace", "--all-features", "--no-deps", "--document-private-items"];
    shell::run(cargo(&words).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Tries every order of the steps that threads take on a shared tree. Loom's numbers are in the place of atomic ones
/// then, and no other test works.
fn model_checks() -> Result<(), Failure> {
    let words = [
        "test",
        "--package",
        "cornerwise-engine",
        "--profile",
        "loom",
        "--lib",
        "mcts::tree::model_checks",
    ];
    shell::run(cargo(&words).env("RUSTFLAGS", "--cfg loom"))
}

/// Runs each fuzz target for a moment where the toolchain can; the tests replay the corpus everywhere.
fn fuzz_targets() -> Result<(), Failure> {
    let fuzz =
        |words: &[&str]| command("rustup", &[&["run", "nightly", "cargo", "fuzz"], words].concat());
    let targets = shell::output(&mut fuzz(&["list"]));
    // Sanitisers need more of a machine than cargo-fuzz itself.
    let works = |_: &String| shell::run(&mut fuzz(&["build"])).is_ok();
    let Some(targets) = targets.filter(works) else {
        println!("cargo-fuzz does not work here; the tests have replayed the corpus");
        return Ok(());
    };
    for target in targets.lines() {
        shell::run(&mut fuzz(&["run", target, "--", FUZZ_SECONDS]))?;
    }
    Ok(())
}
