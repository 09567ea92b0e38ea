//! Agents with as much memory as they may have, more than there is.

use std::path::Path;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::address;
use crate::common::client::{Client, Socket};
use crate::common::process::Process;
use crate::table::Figure;

/// What all agents of the server have, and what the rest of it may take, in MiB.
const BUDGET: usize = 512;
const REST: usize = 256;
const LARGE: &str = "alphabeta:table-mib=200";
const SOURCES: usize = 30;
const SOCKETS_EACH: usize = 2;
const ROOMS: usize = 10;
const TIME: Duration = Duration::from_secs(15);
const LOOK: Duration = Duration::from_millis(20);

/// What became of an analysis.
#[derive(Default)]
struct Fate {
    ran: bool,
    waited: bool,
    refused: bool,
}

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::serve(binary, &["--memory", &BUDGET.to_string()], directory.path());
    let to = server.address;
    let mut analyses: Vec<(Socket, Fate)> = Vec::new();
    for number in 0..SOURCES * SOCKETS_EACH {
        let client = Client::from(address(3, number % SOURCES), to);
        let mut socket = client.socket("/api/analysis/socket", &[]).unwrap();
        socket.send_text(&analyse(Some(LARGE)).to_string());
        analyses.push((socket, Fate::default()));
    }
    // Games want the same memory.
    let rooms: Vec<Socket> = (0..ROOMS)
        .map(|number| {
            let client = Client::from(address(4, number), to).with_session();
            client.enter(&client.make_room(&room([LARGE, "me"])))
        })
        .collect();
    let stranger = Client::from(address(4, ROOMS), to).with_session();
    let parts = |count| vec![format!("1*({LARGE})"); count].join("+");
    let mixed_refused = [2, 3, 8].into_iter().filter(|&count| {
        let agent = format!("mixed:of={}", parts(count));
        stranger.post("/api/rooms", &room([&agent, "me"])).0 == 422
    });
    let mixed_refused = mixed_refused.count();
    let begin = Instant::now();
    while begin.elapsed() < TIME {
        for (socket, fate) in &mut analyses {
            while let Poll::Ready(Some(text)) = socket.poll() {
                fate.take_in(&serde_json::from_str(&text).unwrap());
            }
        }
        thread::sleep(LOOK);
    }
    let peak = peak_mib(server.id());
    drop(rooms);
    let count = |is_so: fn(&Fate) -> bool| analyses.iter().filter(|(_, fate)| is_so(fate)).count();
    vec![
        Figure::count(
            format!("peak memory of the server, MiB, {BUDGET} of them for agents"),
            peak,
            1..=BUDGET + REST,
        ),
        Figure::count(
            format!("of {} analyses with 200 MiB each: ran", analyses.len()),
            count(|fate| fate.ran),
            1..=usize::MAX,
        ),
        Figure::told("… waited", count(|fate| fate.waited)),
        Figure::told("… were refused", count(|fate| fate.refused)),
        Figure::count(
            "of 3 rooms with agents of several large parts: refused",
            mixed_refused,
            3..=3,
        ),
    ]
}

impl Fate {
    fn take_in(&mut self, message: &Value) {
        self.refused |= message["type"] == "error";
        self.waited |= message["queued"] == true;
        self.ran |= message["queued"] == false && message["running"] == true;
    }
}

/// What to send for an analysis without end.
pub fn analyse(agent: Option<&str>) -> Value {
    let position = json!({"variant": "duo", "moves": []});
    json!({"id": 1, "type": "analyse", "agent": agent, "position": position})
}

/// A room with agents, or whoever makes it as `me`.
pub fn room(seats: [&str; 2]) -> Value {
    let seat = |who: &str| match who {
        "me" => json!({"kind": "me"}),
        agent => json!({"kind": "agent", "agent": agent}),
    };
    json!({"variant": "duo", "seats": seats.map(seat)})
}

/// The most memory that a process has had, in MiB.
fn peak_mib(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: usize = line.trim().strip_suffix("kB").unwrap().trim().parse().unwrap();
    kib >> 10
}

/// One address that wants all memory of the agents; others must get a hint, and the move of an agent.
pub fn run_shares(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::serve(binary, &["--memory", &BUDGET.to_string()], directory.path());
    let to = server.address;
    let greedy = Client::from(address(5, 0), to);
    let mut analyses: Vec<Socket> = (0..8)
        .map(|_| greedy.with_session().socket("/api/analysis/socket", &[]).unwrap())
        .collect();
    for socket in &mut analyses {
        socket.send_text(&analyse(Some("alphabeta:table-mib=240")).to_string());
    }
    let rooms: Vec<Socket> = (0..8)
        .map(|_| {
            let client = greedy.with_session();
            client.enter(&client.make_room(&room(["mcts:tree-mib=128,sims=1000000000", "me"])))
        })
        .collect();
    // They have what they can get.
    thread::sleep(Duration::from_secs(2));
    let other = Client::from(address(5, 1), to).with_session();
    let mut socket = other.enter(&other.make_room(&room(["me", "mcts:sims=100,tree-mib=128"])));
    socket.until(|state| state["you"]["to_move"] == true);
    let begin = Instant::now();
    let answer = socket.ask(json!({"type": "hint", "number": 0, "strength": 3}));
    let hinted = begin.elapsed();
    assert_eq!(answer["type"], "hint", "{answer}");
    let begin = Instant::now();
    socket.move_somehow(0);
    socket.until(|state| state["moves"].as_array().unwrap().len() == 2);
    let moved = begin.elapsed();
    drop((analyses, rooms));
    let most = Duration::from_secs(5);
    vec![
        Figure::time("a hint elsewhere while one address wants all memory", hinted, most),
        Figure::time("the move of an agent with 128 MiB elsewhere", moved, most),
    ]
}
