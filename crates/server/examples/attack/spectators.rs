//! A room with very many spectators.

use std::path::Path;
use std::sync::mpsc;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::address;
use crate::common::client::{Client, Socket, a_move};
use crate::common::process::Process;
use crate::memory::room;
use crate::table::Figure;

const SPECTATORS: usize = 1000;
const SOURCES: usize = 20;
/// When the last one must have seen a move.
const SEEN: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(1);

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::serve(binary, &[], directory.path());
    let player = Client::from(address(8, 0), server.address).with_session();
    let id = player.make_room(&room(["me", "me"]));
    let mut table = player.enter(&id);
    table.until(|state| state["you"]["to_move"] == true);
    let mut groups: Vec<Vec<Socket>> = (0..SOURCES).map(|_| Vec::new()).collect();
    let mut first = Client::from(address(8, 1), server.address).enter(&id);
    first.until(|_| true);
    let begin = Instant::now();
    for number in 0..SPECTATORS - 1 {
        let client = Client::from(address(9, number % SOURCES), server.address);
        groups[number % SOURCES].push(client.enter(&id));
    }
    let entered = begin.elapsed();
    let (mut messages, mut bytes, mut told) = (0, 0, 0);
    while told < SPECTATORS && begin.elapsed() < entered + SEEN {
        let Poll::Ready(text) = first.poll() else {
            thread::sleep(LOOK);
            continue;
        };
        let text = text.expect("the socket stays open");
        messages += 1;
        bytes += text.len();
        let message: Value = serde_json::from_str(&text).unwrap();
        told = message["spectators"].as_u64().unwrap_or_default() as usize;
    }
    groups[0].push(first);

    let begin = Instant::now();
    let action = a_move(&table.state, 0);
    let (tell, seen) = mpsc::channel();
    for group in groups {
        let tell = tell.clone();
        thread::spawn(move || watch(group, &tell, begin));
    }
    drop(tell);
    let answer = table.ask(action);
    let acknowledged = begin.elapsed();
    assert_eq!(answer["type"], "ack", "{answer}");
    let times: Vec<Duration> = seen.iter().collect();
    let last = times.iter().max().copied().unwrap_or_default();
    vec![
        Figure::told(
            format!("{SPECTATORS} spectators enter one room within"),
            crate::table::text(entered),
        ),
        Figure::count("spectators that the first one knows of", told, SPECTATORS..=SPECTATORS),
        Figure::count("messages to the first one while the others enter", messages, 1..=100),
        Figure::count("bytes of these", bytes, 1..=20_000),
        Figure::time("a player's move is acknowledged after", acknowledged, Duration::from_secs(1)),
        Figure::count("spectators who have seen it", times.len(), SPECTATORS..=SPECTATORS),
        Figure::time("the last of them after", last, SEEN),
    ]
}

/// Reads on all of these sockets until each has seen a move, and tells when.
fn watch(mut sockets: Vec<Socket>, tell: &mpsc::Sender<Duration>, begin: Instant) {
    while !sockets.is_empty() && begin.elapsed() < SEEN {
        sockets.retain_mut(|socket| {
            loop {
                match socket.poll() {
                    Poll::Pending => return true,
                    Poll::Ready(None) => return false,
                    Poll::Ready(Some(text)) => {
                        let message: Value = serde_json::from_str(&text).unwrap();
                        if message["state"]["position"]["number"] == 1 {
                            let _ = tell.send(begin.elapsed());
                            return false;
                        }
                    }
                }
            }
        });
        thread::sleep(LOOK);
    }
}
