//! `cargo xtask test`: every test there is, in order.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::shell::{self, Build, Failure, cargo, command};
use crate::{api, page, perft};

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    Full,
    Quick,
}

struct Step {
    name: &'static str,
    /// Left out of a quick run.
    slow: bool,
    run: fn() -> Result<(), Failure>,
}

const fn quick(name: &'static str, run: fn() -> Result<(), Failure>) -> Step {
    Step { name, slow: false, run }
}

const fn slow(name: &'static str, run: fn() -> Result<(), Failure>) -> Step {
    Step { name, slow: true, run }
}

/// What fails soonest and cheapest comes first.
const STEPS: [Step; 12] = [
    quick("components", components),
    quick("format", || shell::run(&mut cargo(&["fmt", "--all", "--check"]))),
    quick("lints", lints),
    slow("documentation", documentation),
    quick("tests", tests),
    quick("doc tests", || {
        shell::run(&mut cargo(&["test", "--workspace", "--all-features", "--doc", "--quiet"]))
    }),
    slow("model checks", model_checks),
    slow("fuzz targets", fuzz_targets),
    slow("API", api::check),
    slow("page", page::check),
    slow("release build", || shell::build_binary(Build::Release).map(drop)),
    slow("release perft", perft::check),
];

/// How long each fuzz target runs.
const FUZZ_SECONDS: &str = "-max_total_time=5";

/// Runs the steps up to the first failure; answers with its exit code.
pub fn run(pace: Pace) -> ExitCode {
    let mut times = Vec::new();
    let mut failure = None;
    for step in STEPS.iter().filter(|step| pace == Pace::Full || !step.slow) {
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
    let words =
        ["test", "--package", "cornerwise-engine", "--profile", "loom", "--lib", "mcts::model"];
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
