//! A flood of rooms.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::address;
use crate::common::client::{Client, Socket};
use crate::common::process::Process;
use crate::memory::room;
use crate::table::Figure;

const TIME: Duration = Duration::from_secs(5);
/// More than anybody gets within the time; a bound for the loop.
const MOST: usize = 20_000;

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    // Faster than strangers may: what is tried here is how many rooms there are, not how often they are asked for.
    let server = Process::serve(binary, &["--rate", "2000"], directory.path());
    let attacker = Client::from(address(6, 0), server.address);
    let mut held: Vec<Socket> = Vec::new();
    let one = attacker.with_session();
    let (made, refused) = flood(&mut held, || one.clone());
    let held_by_one = held.len();
    let (more, refused_again) = flood(&mut held, || attacker.with_session());
    let begin = Instant::now();
    let other = Client::from(address(6, 1), server.address).with_session();
    let mut socket = other.enter(&other.make_room(&room(["me", "level:1"])));
    socket.until(|state| state["you"]["to_move"] == true);
    let entered = begin.elapsed();
    let begin = Instant::now();
    let answer = socket.move_somehow(0);
    let moved = begin.elapsed();
    assert_eq!(answer["type"], "ack", "{answer}");
    vec![
        Figure::count("rooms that one visitor holds open", held_by_one, 1..=20),
        Figure::count("rooms that sessions of one address hold open", held.len(), 1..=100),
        Figure::told("rooms made in 10 s", made + more),
        Figure::count("refused meanwhile", refused + refused_again, 1..=usize::MAX),
        Figure::time("a room for somebody at another address", entered, Duration::from_secs(1)),
        Figure::time("their move", moved, Duration::from_secs(1)),
    ]
}

/// Makes rooms as fast as it goes and stays in each; answers how many were made and refused.
fn flood(held: &mut Vec<Socket>, mut visitor: impl FnMut() -> Client) -> (usize, usize) {
    let begin = Instant::now();
    let (mut made, mut refused) = (0, 0);
    while begin.elapsed() < TIME && made + refused < MOST {
        let client = visitor();
        let (status, state) = client.post("/api/rooms", &room(["me", "me"]));
        if status != 201 {
            assert_eq!(status, 429, "{state}");
            refused += 1;
            continue;
        }
        made += 1;
        let path = format!("/api/rooms/{}/socket", state["id"].as_str().unwrap());
        held.extend(client.socket(&path, &[]));
    }
    (made, refused)
}
