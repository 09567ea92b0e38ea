//! `cargo xtask`: the chores of the repository, with nothing but the standard library.

mod page;
mod perft;
mod shell;
mod test;

use std::process::ExitCode;

use test::Pace;

const USAGE: &str = "\
usage: cargo xtask test [--quick]

  test           run every test there is, and install the components that they need
  test --quick   leave out the documentation, model checks, fuzz targets, the page and the release build";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test::run(Pace::Full),
        ["test", "--quick"] => test::run(Pace::Quick),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
