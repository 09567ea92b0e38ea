//! Searches without end, which want every thread.

use std::path::Path;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::address;
use crate::common::client::{Client, Socket};
use crate::common::process::Process;
use crate::memory::{analyse, room};
use crate::table::Figure;

const ENDLESS: &str = "mcts:sims=1000000000000,settle=no";
const ANSWERS: usize = 5;

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::serve(binary, &[], directory.path());
    let to = server.address;
    let attacker = Client::from(address(7, 0), to);
    let search = |attacker: &Client, seats: [&str; 2]| -> Socket {
        let client = attacker.with_session();
        client.enter(&client.make_room(&room(seats)))
    };
    let mut searches: Vec<Socket> = (0..8)
        .map(|number| {
            let seats = if number % 2 == 0 { [ENDLESS, ENDLESS] } else { [ENDLESS, "me"] };
            search(&attacker, seats)
        })
        .collect();
    thread::sleep(Duration::from_secs(1));
    let other = Client::from(address(7, 1), to).with_session();
    let mut socket = other.enter(&other.make_room(&room(["me", "level:1"])));
    let slowest = (0..ANSWERS).map(|turn| answer(&mut socket, turn)).max().unwrap_or_default();

    // Those without a session are one visitor; those with one are of one address.
    let analyst = Client::from(address(7, 2), to);
    let mut analyses: Vec<Socket> = (0..20)
        .map(|number| {
            let client = if number < 10 { analyst.clone() } else { analyst.with_session() };
            let mut socket = client.socket("/api/analysis/socket", &[]).unwrap();
            socket.send_text(&analyse(None).to_string());
            socket
        })
        .collect();
    thread::sleep(Duration::from_secs(1));
    let state = socket.until(|state| state["you"]["to_move"] == true);
    let begin = Instant::now();
    let hint =
        socket.ask(json!({"type": "hint", "number": state["position"]["number"], "strength": 3}));
    let hinted = begin.elapsed();
    assert_eq!(hint["type"], "hint", "{hint}");
    let refused = |socket: &mut Socket| {
        std::iter::from_fn(|| match socket.poll() {
            Poll::Ready(text) => text,
            Poll::Pending => None,
        })
        .any(|text| text.contains("too-many"))
    };
    let refused = analyses.iter_mut().map(refused).filter(|is_refused| *is_refused).count();

    // As many addresses as there are threads, each with a search that may go on for half a minute.
    let many = thread::available_parallelism().map_or(2, usize::from).min(64);
    for host in 0..many {
        searches.push(search(&Client::from(address(11, host), to), [ENDLESS, "me"]));
    }
    thread::sleep(Duration::from_secs(1));
    let beside_many = answer(&mut socket, ANSWERS);
    vec![
        Figure::time(
            format!("slowest of {ANSWERS} answers of level:1 beside 8 endless searches"),
            slowest,
            Duration::from_secs(3),
        ),
        Figure::time(
            "a hint beside them and the analyses of one address",
            hinted,
            Duration::from_secs(5),
        ),
        Figure::time(
            format!("an answer of level:1 beside endless searches of {many} addresses more"),
            beside_many,
            Duration::from_secs(10),
        ),
        Figure::count("of its 20 analyses, 10 without a session: refused", refused, 12..=20),
    ]
}

/// Plays a move, and answers how long the agent's took.
fn answer(socket: &mut Socket, turn: usize) -> Duration {
    socket.until(|state| state["you"]["to_move"] == true);
    let begin = Instant::now();
    let answer = socket.move_somehow(turn * 17);
    assert_eq!(answer["type"], "ack", "{answer}");
    socket.until(|state| state["you"]["to_move"] == true || state["phase"] == "over");
    begin.elapsed()
}
