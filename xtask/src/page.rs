//! The page's tests: types, units, and sessions in a real browser against the real server.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, cargo, command};

const TESTS: &str = "web/tests";

/// Where a browser is on most systems; the tests look there too.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Installs what is missing, then runs all of it.
pub fn check() -> Result<(), Failure> {
    install()?;
    shell::run(&mut npm(&["run", "types"]))?;
    shell::run(&mut npm(&["run", "units"]))?;
    shell::run(&mut cargo(&["build", "--package", "cornerwise"]))?;
    shell::run(npm(&["run", "browser"]).env("CORNERWISE", binary()))
}

/// The packages of the lock file, and a browser if the system has none.
fn install() -> Result<(), Failure> {
    if !shell::succeeds(&mut npm(&["--version"])) {
        let message = "the tests of the page need Node.js and npm; see https://nodejs.org";
        return Err(Failure { code: 2, message: message.to_owned() });
    }
    // npm leaves a copy of the lock file behind, which tells whether it is this one that was installed.
    let directory = shell::root().join(TESTS);
    let modified = |path: PathBuf| path.metadata().and_then(|about| about.modified()).ok();
    let installed = modified(directory.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < modified(directory.join("package-lock.json")) {
        shell::run(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    }
    let chosen = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let mut known = BROWSERS.iter().map(PathBuf::from).chain(chosen);
    if known.any(|path| path.exists()) {
        return Ok(());
    }
    shell::run(&mut npm(&["exec", "--", "playwright", "install", "--with-deps", "chromium"]))
}

fn npm(words: &[&str]) -> Command {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut npm = command(name, words);
    npm.current_dir(shell::root().join(TESTS));
    npm
}

/// The binary that a plain build leaves.
fn binary() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let name = Path::new("debug").join(format!("cornerwise{}", std::env::consts::EXE_SUFFIX));
    shell::root().join(target).join(name)
}
