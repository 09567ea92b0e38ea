//! Programs as agents: games with well-behaved ones, and what becomes of the others.
//!
//! The programs are this test itself, started with `act PART`.

mod act;
mod cases;

use std::panic;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs, process};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [first, part] = arguments.as_slice()
        && first == "act"
    {
        act::act(part);
        return ExitCode::SUCCESS;
    }
    // As `cargo test` has it, words choose among the tests by their names.
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(*word));
    let cases: Vec<_> = cases::ALL.iter().filter(|(name, _)| chosen(name)).collect();
    if arguments.iter().any(|word| word == "--list") {
        for (name, _) in cases {
            println!("{name}: test");
        }
        return ExitCode::SUCCESS;
    }
    // They mostly wait.
    let passed = thread::scope(|scope| {
        let start = |(name, case): &(&'static str, fn())| (*name, scope.spawn(*case));
        let running: Vec<_> = cases.into_iter().map(start).collect();
        let mut passed = true;
        for (name, case) in running {
            let ok = case.join().is_ok();
            println!("test {name} ... {}", if ok { "ok" } else { "FAILED" });
            passed &= ok;
        }
        passed
    });
    let clean = panic::catch_unwind(nobody_is_left).is_ok();
    println!("test nobody_is_left ... {}", if clean { "ok" } else { "FAILED" });
    if passed && clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// This program.
fn program() -> String {
    env::current_exe().unwrap().to_str().unwrap().to_owned()
}

/// No program that was started is still there, not even as a zombie. Where the system has no `/proc`, nobody looks.
fn nobody_is_left() {
    let begin = Instant::now();
    // What was killed takes a moment to go.
    while !started().is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(5), "still there: {:?}", started());
        thread::sleep(Duration::from_millis(10));
    }
}

/// The numbers of the children of this process, and of programs that act anywhere.
fn started() -> Vec<String> {
    let own = process::id().to_string();
    let command = format!("{}\0act\0", program());
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_ours = |id: &String| {
        let read =
            |file: &str| fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default();
        // After the name in parentheses come the state and the parent.
        let stat = read("stat");
        let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split(' ').nth(2));
        parent == Some(&own) || read("cmdline").starts_with(&command)
    };
    names.filter(|name| name.parse::<u32>().is_ok()).filter(is_ours).collect()
}
