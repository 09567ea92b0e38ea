//! `cargo xtask`: the chores of the repository, with nothing but the standard library.

mod api;
mod attack;
mod datasets;
mod load;
mod packages;
mod page;
mod perft;
mod python;
mod shell;
mod test;
mod wheel;

use std::process::ExitCode;

use test::Suite;

const USAGE: &str = "\
usage: cargo xtask test [--quick]
       cargo xtask python [extras]
       cargo xtask extras
       cargo xtask load [ROOMS SECONDS THOUGHT]
       cargo xtask attack [CASE …]
       cargo xtask speed

  test           run every test that needs Rust alone, and those of the Python package where there is Python
  test --quick   leave out the documentation, model checks, fuzz targets and the Python package
  python         run the tests of the Python package alone
  python extras  run them with all that the package works with, which takes some gigabytes
  extras         run the tests of the API, of datasets in Python and of the page in a browser, and those of the
                 optimised build; install what they need
  load           play 200 rooms for 30 seconds through sockets, with a second of thought for a move, kill the server,
                 and look for every move
  attack         try load and abuse on a server for some three minutes, and tell whether it holds (on Linux)
  speed          measure how fast the page is in a real browser";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test::run(Suite::Test),
        ["test", "--quick"] => test::run(Suite::Quick),
        ["extras"] => test::run(Suite::Extras),
        ["python"] => answer(wheel::check()),
        ["python", "extras"] => answer(wheel::extras()),
        ["load"] => answer(load::run("200", "30", "1")),
        ["load", rooms, seconds, thought] => answer(load::run(rooms, seconds, thought)),
        ["attack", ref cases @ ..] => answer(attack::run(cases)),
        ["speed"] => answer(page::speed()),
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

fn answer(result: Result<(), shell::Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(shell::Failure { code, message }) => {
            eprintln!("{message}");
            ExitCode::from(code)
        }
    }
}
