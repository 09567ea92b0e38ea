//! The page's tests: types, units, and sessions in a real browser against the real server.

use std::path::PathBuf;
use std::process::Command;

use crate::packages;
use crate::shell::{self, Build, Failure, command};

const TESTS: &str = "web/tests";

/// Where a browser is on most systems; the tests look there too.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Installs what is missing, then runs all of it.
pub fn check() -> Result<(), Failure> {
    install()?;
    shell::run(&mut npm(&["run", "types"]))?;
    shell::run(&mut npm(&["run", "units"]))?;
    shell::run(npm(&["run", "browser"]).env("CORNERWISE", shell::build_binary(Build::Debug)?))
}

/// Measures how fast the page of the optimised server is in a real browser.
pub fn speed() -> Result<(), Failure> {
    install()?;
    shell::run(npm(&["run", "speed"]).env("CORNERWISE", shell::build_binary(Build::Release)?))
}

/// The packages of the lock file, and a browser if the system has none.
fn install() -> Result<(), Failure> {
    let has_npm = || shell::succeeds(&mut npm(&["--version"]));
    if !has_npm() {
        packages::install(&["nodejs", "npm"]);
    }
    if !has_npm() {
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
    if !has_browser() {
        packages::install(&["chromium"]);
    }
    if has_browser() {
        return Ok(());
    }
    shell::run(&mut npm(&["exec", "--", "playwright", "install", "--with-deps", "chromium"]))
}

fn has_browser() -> bool {
    let chosen = std::env::var_os("CHROMIUM").map(PathBuf::from);
    BROWSERS.iter().map(PathBuf::from).chain(chosen).any(|path| path.exists())
}

fn npm(words: &[&str]) -> Command {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut npm = command(name, words);
    npm.current_dir(shell::root().join(TESTS));
    npm
}
