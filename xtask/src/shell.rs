//! Running commands in the repository's root.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A step that did not succeed.
#[derive(Debug)]
pub struct Failure {
    /// What the whole run exits with.
    pub code: u8,
    pub message: String,
}

impl Failure {
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { code: 1, message: message.into() }
    }
}

/// The repository's root: the directory above this package's, wherever it was cloned to.
pub fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.parent().map_or(package.clone(), Path::to_path_buf)
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |place| root().join(place))
}

/// The cargo that runs us, so that every step uses the same toolchain.
pub fn cargo(words: &[&str]) -> Command {
    program(&std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")), words)
}

/// How the binary is built.
#[derive(Clone, Copy)]
pub enum Build {
    Debug,
    Release,
}

/// Builds the binary; answers where it is.
pub fn build_binary(build: Build) -> Result<PathBuf, Failure> {
    let (words, directory): (&[&str], _) = match build {
        // The tests come with the binary; any other words would choose other features of what it is made of, and build
        // nearly all of it a second time.
        Build::Debug => {
            (&["test", "--no-run", "--quiet", "--workspace", "--all-features"], "debug")
        }
        Build::Release => (&["build", "--release", "--package", "cornerwise"], "release"),
    };
    run(&mut cargo(words))?;
    Ok(target().join(directory).join(format!("cornerwise{}", std::env::consts::EXE_SUFFIX)))
}

/// A command of another program.
pub fn command(name: &str, words: &[&str]) -> Command {
    program(&OsString::from(name), words)
}

fn program(name: &OsString, words: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(words).current_dir(root());
    command
}

/// Runs a command, with its output for all to see.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let name = describe(command);
    println!("$ {name}");
    let status = command
        .status()
        .map_err(|error| Failure { code: 2, message: format!("cannot run {name}: {error}") })?;
    if status.success() {
        return Ok(());
    }
    // A command that was killed by a signal has no code.
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(Failure { code, message: format!("{name}: {status}") })
}

/// Whether a command succeeds, in silence.
pub fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

/// What a command prints, if it succeeds.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command as one would type it.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
