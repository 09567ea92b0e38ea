//! Many games at once against a real server, which is killed in the middle: how soon moves are acknowledged, and whether
//! those that were are on disk.
//!
//!     cargo build --release
//!     cargo run --release --package cornerwise-server --example load -- target/release/cornerwise 200 20 1
//!
//! The arguments are the binary, the number of rooms, for how many seconds they play, and how long everybody thinks about a
//! move on average, in seconds. `cargo xtask load` does both.

#[path = "../tests/common/client.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod client;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, a_move};
use cornerwise_core::game_rng;
use rand::RngExt;
use serde_json::json;

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
    if run(&PathBuf::from(binary), rooms, seconds, thought) {
        println!("passed");
        ExitCode::SUCCESS
    } else {
        println!("failed");
        ExitCode::from(1)
    }
}

/// The server as a process of its own.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(binary: &Path, directory: &Path) -> Process {
        let mut child = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "100000"])
            // All players are of one address here.
            .args(["--max-rooms-of-address", "10000", "--max-sockets-of-address", "10000"])
            .args(["--max-connections-of-address", "10000", "--data-dir"])
            .arg(directory)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("the server says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|text| text.parse().ok());
        Process { child, address: address.unwrap_or_else(|| panic!("no address in {line:?}")) }
    }

    /// As if the machine's power had gone, but for what the system has to write.
    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }
}

/// What a room has acknowledged.
struct Acknowledged {
    /// Who sits there.
    client: Client,
    /// The moves by their numbers.
    moves: BTreeMap<usize, String>,
}

/// What the threads have seen.
#[derive(Default)]
struct Seen {
    /// How long each acknowledgement took.
    times: Mutex<Vec<Duration>>,
    /// By room.
    acknowledged: Mutex<BTreeMap<String, Acknowledged>>,
    games: AtomicUsize,
    ends: AtomicBool,
}

fn run(binary: &Path, rooms: usize, time: Duration, thought: Duration) -> bool {
    let directory = std::env::temp_dir().join(format!("cornerwise-load-{}", std::process::id()));
    let server = Process::start(binary, &directory);
    let address = server.address;
    let (seconds, each) = (time.as_secs_f64(), thought.as_secs_f64());
    println!("{rooms} rooms against {address} for {seconds} s, {each} s of thought for a move");
    let seen = Arc::new(Seen::default());
    let players: Vec<_> = (0..rooms)
        .map(|number| {
            let seen = Arc::clone(&seen);
            thread::spawn(move || {
                while !seen.ends.load(Ordering::Relaxed) {
                    play(address, &seen, number, thought);
                }
            })
        })
        .collect();
    thread::sleep(time);
    // Killed while everybody plays, which is no news.
    std::panic::set_hook(Box::new(|_| ()));
    server.kill();
    seen.ends.store(true, Ordering::Relaxed);
    for player in players {
        let _ = player.join();
    }
    let _ = std::panic::take_hook();
    let is_quick = report(&seen);
    let server = Process::start(binary, &directory);
    let is_kept = check(server.address, &seen);
    server.kill();
    let _ = std::fs::remove_dir_all(&directory);
    is_quick && is_kept
}

/// Plays a game against an agent, until the server is gone.
fn play(address: SocketAddr, seen: &Seen, number: usize, thought: Duration) {
    // A server that is killed breaks off whatever was being said.
    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let client = Client::visitor(address);
        let seats = json!([{"kind": "me"}, {"kind": "agent", "agent": "level:1"}]);
        let room = client.make_room(&json!({"variant": "duo", "seats": seats}));
        let kept = Acknowledged { client: client.clone(), moves: BTreeMap::new() };
        seen.acknowledged.lock().unwrap().insert(room.clone(), kept);
        let mut socket = client.enter(&room);
        let mut rng = game_rng(number as u64, 0);
        for turn in 0.. {
            let state =
                socket.until(|state| state["you"]["to_move"] == true || state["phase"] == "over");
            if state["phase"] == "over" {
                break;
            }
            thread::sleep(thought.mul_f64(rng.random_range(0.0..2.0)));
            let action = a_move(&state, number * 31 + turn * 17);
            let begin = Instant::now();
            let answer = socket.ask(action.clone());
            let taken = begin.elapsed();
            assert_eq!(answer["type"], "ack", "{answer}");
            socket.settle(&answer);
            seen.times.lock().unwrap().push(taken);
            let (at, mv) = (action["number"].as_u64().unwrap(), action["move"].as_str().unwrap());
            let mut acknowledged = seen.acknowledged.lock().unwrap();
            acknowledged.get_mut(&room).unwrap().moves.insert(at as usize, mv.to_owned());
        }
        seen.games.fetch_add(1, Ordering::Relaxed);
    }));
    if played.is_err() {
        seen.ends.store(true, Ordering::Relaxed);
    }
}

/// Prints how soon moves were acknowledged; answers whether that was soon enough.
fn report(seen: &Seen) -> bool {
    let mut times = seen.times.lock().unwrap().clone();
    times.sort_unstable();
    if times.is_empty() {
        println!("no move was acknowledged");
        return false;
    }
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{} moves acknowledged, {} games finished",
        times.len(),
        seen.games.load(Ordering::Relaxed)
    );
    for percent in [50, 90, 99, 100] {
        println!("{percent:>3} % within {:>7.1} ms", at(percent).as_secs_f64() * 1000.0);
    }
    at(99) <= WITHIN
}

/// Whether every move that was acknowledged is there after the kill.
fn check(address: SocketAddr, seen: &Seen) -> bool {
    let rooms = seen.acknowledged.lock().unwrap();
    let (mut count, mut lost) = (0, 0);
    for (room, Acknowledged { client, moves }) in rooms.iter() {
        let state = client.at(address).state(room);
        for (&number, mv) in moves {
            count += 1;
            if state["moves"][number]["move"] != mv.as_str() {
                lost += 1;
                println!("lost: room {room}, move {} ({mv})", number + 1);
            }
        }
    }
    println!(
        "{count} acknowledged moves of {} rooms looked up after the kill, {lost} lost",
        rooms.len()
    );
    lost == 0
}
