//! Load and abuse against a real server, from many addresses of this machine: each case prints what was seen, and whether
//! that is as it must be. The cases are those that take too long for the tests.
//!
//!     cargo build --release
//!     cargo run --release --package cornerwise-server --example attack -- target/release/cornerwise
//!
//! The argument is the binary; after it come the names of cases, if not all are wanted. `cargo xtask attack` does both. It
//! needs Linux, where all of 127.0.0.0/8 is this machine, and connects to nothing else.

mod clock;
mod connections;
mod key;
mod kill;
mod memory;
mod rooms;
mod spectators;
mod table;
mod turns;

#[path = "../common/mod.rs"]
mod common;

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use table::{Figure, print_case, print_head};

/// What one case may take before it is given up.
const LONGEST: Duration = Duration::from_mins(1);
/// How long a case that was given up has to clean up.
const FAREWELL: Duration = Duration::from_secs(10);

/// Its name, and what it does with the binary.
type Case = (&'static str, fn(&Path) -> Vec<Figure>);

const CASES: [Case; 9] = [
    ("slow-loris", connections::run),
    ("memory", memory::run),
    ("rooms", rooms::run),
    ("threads", turns::run),
    ("shares", memory::run_shares),
    ("spectators", spectators::run),
    ("clock", clock::run),
    ("kill", kill::run),
    ("key", key::run),
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(binary) = words.next().map(PathBuf::from) else {
        eprintln!("usage: attack BINARY [CASE …]");
        return ExitCode::from(2);
    };
    let wanted: Vec<String> = words.collect();
    let names: Vec<&str> = CASES.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        eprintln!("no case is called {unknown}; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    raise_file_limit();
    print_head();
    let begin = Instant::now();
    let mut holds = true;
    for (name, case) in CASES {
        if wanted.is_empty() || wanted.iter().any(|wish| wish == name) {
            let figures = guarded(case, &binary);
            print_case(name, &figures);
            holds &= figures.iter().all(|figure| figure.holds);
        }
    }
    println!(
        "{} after {:.0} s",
        if holds { "passed" } else { "failed" },
        begin.elapsed().as_secs_f64()
    );
    if holds { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// Runs a case; one that breaks down or hangs does not hold, and leaves no server behind.
fn guarded(case: fn(&Path) -> Vec<Figure>, binary: &Path) -> Vec<Figure> {
    let (tell, told) = mpsc::channel();
    let binary = binary.to_owned();
    let case = thread::spawn(move || {
        let figures = case(&binary);
        // Nobody listens when it took too long.
        let _ = tell.send(figures);
    });
    let figures = told.recv_timeout(LONGEST);
    common::process::end_all();
    match figures {
        Ok(figures) => figures,
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let _ = case.join();
            vec![Figure::failure("broke down; see above")]
        }
        Err(mpsc::RecvTimeoutError::Timeout) => {
            // Without its server it breaks down soon, and removes its directory.
            let _ = told.recv_timeout(FAREWELL);
            vec![Figure::failure("took too long")]
        }
    }
}

/// An address of this machine: `network` is the case's or the group's, `host` the visitor's.
fn address(network: u8, host: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, network, host as u8 + 1)
}

/// Asks for as many open files as there may be: both ends of the connections are on this machine.
#[cfg(target_os = "linux")]
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    // What cannot be raised stays as it is; a case that needs more breaks down.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

#[cfg(not(target_os = "linux"))]
fn raise_file_limit() {}
