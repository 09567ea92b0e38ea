//! Many games at once against a server that is killed in the middle.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cornerwise_core::game_rng;
use rand::RngExt;
use serde_json::json;

use super::client::{Client, a_move};
use super::process::Process;

/// All players are of one address here.
const WORDS: [&str; 8] = [
    "--rate",
    "100000",
    "--max-rooms-of-address",
    "10000",
    "--max-sockets-of-address",
    "10000",
    "--max-connections-of-address",
    "10000",
];

/// What came of it.
pub struct Games {
    /// How long each acknowledgement took, the shortest first.
    pub times: Vec<Duration>,
    /// How many games were finished.
    #[allow(dead_code, reason = "one of the programs tells it")]
    pub finished: usize,
    /// How many rooms there were.
    #[allow(dead_code, reason = "one of the programs tells it")]
    pub rooms: usize,
    /// How many acknowledged moves were looked up after the kill.
    pub looked_up: usize,
    /// Those that were not there.
    pub lost: Vec<String>,
}

impl Games {
    /// Within which time so many of a hundred moves were acknowledged, if there were any.
    pub fn within(&self, percent: usize) -> Option<Duration> {
        self.times.get(self.times.len().saturating_sub(1) * percent / 100).copied()
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
    times: Mutex<Vec<Duration>>,
    /// By room.
    acknowledged: Mutex<BTreeMap<String, Acknowledged>>,
    finished: AtomicUsize,
    ends: AtomicBool,
}

/// Plays so many rooms for so long, each person with so much thought for a move on average; then kills the server, and
/// looks for every move that it had acknowledged.
pub fn play_and_kill(binary: &Path, rooms: usize, time: Duration, thought: Duration) -> Games {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let server = Process::serve(binary, &WORDS, directory.path());
    let address = server.address;
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
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    drop(server);
    seen.ends.store(true, Ordering::Relaxed);
    for player in players {
        let _ = player.join();
    }
    std::panic::set_hook(hook);
    let server = Process::serve(binary, &WORDS, directory.path());
    let (looked_up, lost) = look_up(server.address, &seen);
    let mut times = std::mem::take(&mut *seen.times.lock().unwrap());
    times.sort_unstable();
    let finished = seen.finished.load(Ordering::Relaxed);
    let rooms = seen.acknowledged.lock().unwrap().len();
    Games { times, finished, rooms, looked_up, lost }
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
        seen.finished.fetch_add(1, Ordering::Relaxed);
    }));
    if played.is_err() {
        seen.ends.store(true, Ordering::Relaxed);
    }
}

/// How many moves were acknowledged, and which of them are not there after the kill.
fn look_up(address: SocketAddr, seen: &Seen) -> (usize, Vec<String>) {
    let (mut count, mut lost) = (0, Vec::new());
    for (room, Acknowledged { client, moves }) in seen.acknowledged.lock().unwrap().iter() {
        let state = client.at(address).state(room);
        for (&number, mv) in moves {
            count += 1;
            if state["moves"][number]["move"] != mv.as_str() {
                lost.push(format!("room {room}, move {} ({mv})", number + 1));
            }
        }
    }
    (count, lost)
}
