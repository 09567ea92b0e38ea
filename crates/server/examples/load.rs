//! Many games at once against a real server, which is killed in the middle: how soon moves are acknowledged, and whether
//! those that were are on disk.
//!
//!     cargo build --release
//!     cargo run --release --package cornerwise-server --example load -- target/release/cornerwise 200 20 1
//!
//! The arguments are the binary, the number of rooms, for how many seconds they play, and how long everybody thinks about a
//! move on average, in seconds. `cargo xtask load` does both.

mod common;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use common::games::{Games, play_and_kill};

/// What 99 of 100 moves must be acknowledged within.
const WITHIN: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [binary, rooms, seconds, thought] = &words[..] else {
        eprintln!("usage: load BINARY ROOMS SECONDS THOUGHT");
        return ExitCode::from(2);
    };
    let time =
        |text: &str| text.parse().ok().and_then(|text| Duration::try_from_secs_f64(text).ok());
    let (Ok(rooms), Some(seconds), Some(thought)) = (rooms.parse(), time(seconds), time(thought))
    else {
        eprintln!("ROOMS, SECONDS and THOUGHT are numbers");
        return ExitCode::from(2);
    };
    let (long, each) = (seconds.as_secs_f64(), thought.as_secs_f64());
    println!("{rooms} rooms for {long} s, {each} s of thought for a move");
    if report(&play_and_kill(Path::new(binary), rooms, seconds, thought)) {
        println!("passed");
        ExitCode::SUCCESS
    } else {
        println!("failed");
        ExitCode::from(1)
    }
}

/// Prints how soon moves were acknowledged, and whether they were kept; answers whether that was as it should be.
fn report(games: &Games) -> bool {
    let Some(nearly_all) = games.within(99) else {
        println!("no move was acknowledged");
        return false;
    };
    println!("{} moves acknowledged, {} games finished", games.times.len(), games.finished);
    for percent in [50, 90, 99, 100] {
        let time = games.within(percent).unwrap_or_default();
        println!("{percent:>3} % within {:>7.1} ms", time.as_secs_f64() * 1000.0);
    }
    for lost in &games.lost {
        println!("lost: {lost}");
    }
    let Games { looked_up, rooms, lost, .. } = games;
    println!(
        "{looked_up} acknowledged moves of {rooms} rooms looked up after the kill, {} lost",
        lost.len()
    );
    nearly_all <= WITHIN && lost.is_empty()
}
