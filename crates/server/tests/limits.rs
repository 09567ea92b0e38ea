//! Nobody takes what belongs to others: memory, threads, rooms, connections and time.

mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use common::{Client, Host, limits};
use cornerwise_server::Limits;
use serde_json::{Value, json};

/// Longer than anything here takes, unless it hangs.
const LONG: Duration = Duration::from_mins(1);

/// What is answered to some bytes until the other end hangs up.
fn raw(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    raw(
        address,
        &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"),
    )
}

#[test]
fn a_local_server_lets_in_whoever_has_its_key() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with_key(directory.path(), Limits { local: true, ..limits() });
    let address = host.address;
    let key = host.url.split_once('?').unwrap().1;
    assert!(key.len() > 60, "{key}");
    for path in ["/", "/?key=", "/?key=00", "/room/abc", "/api/variants", "/files/x/main.js"] {
        assert!(get(address, path, "").starts_with("HTTP/1.1 403"), "{path}");
    }
    assert!(get(address, "/api/agents", "").contains("no-access"));
    assert_eq!(Client::new(address).socket("/api/analysis/socket", &[]).err(), Some(403));
    // The key opens the door and nothing else.
    assert!(get(address, &format!("/api/variants?{key}"), "").starts_with("HTTP/1.1 403"));
    let answer = get(address, &format!("/?{key}"), "");
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let header = |name: &str| {
        let line = answer.lines().find(|line| line.to_lowercase().starts_with(name));
        line.and_then(|line| line.split_once(": ")).unwrap().1.to_owned()
    };
    assert_eq!(header("location:"), "/");
    let cookie = header("set-cookie:");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let cookie = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
    assert!(get(address, "/", &cookie).starts_with("HTTP/1.1 200"));
    assert!(get(address, "/api/variants", &cookie).starts_with("HTTP/1.1 200"));
    // The key does not stay in the address of whoever is in already.
    assert!(get(address, &format!("/?{key}"), &cookie).starts_with("HTTP/1.1 303"));
    assert!(get(address, "/", &cookie.replace("access-", "access-1")).starts_with("HTTP/1.1 403"));
}

#[test]
fn no_page_starts_programs_or_reads_files_unless_it_is_allowed() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { local: true, ..limits() });
    let ada = host.visitor();
    for agent in
        ["gtp:\"sh -c true\"", "mcts:weights=/etc/passwd", "relaxed:of=(mcts:book=/etc/passwd)"]
    {
        let room =
            json!({"variant": "5x5", "seats": [{"kind": "me"}, {"kind": "agent", "agent": agent}]});
        let (status, answer) = ada.post("/api/rooms", &room);
        assert_eq!((status, answer["error"]["code"].as_str()), (422, Some("agent")), "{agent}");
    }
}

#[test]
fn half_sent_requests_and_idle_connections_are_closed() {
    let directory = tempfile::tempdir().unwrap();
    let patience = Duration::from_millis(500);
    let host = Host::with(directory.path(), Limits { request: patience, ..limits() });
    let address = host.address;
    let head = format!("GET /api/variants HTTP/1.1\r\nHost: {address}\r\n");
    let begin = Instant::now();
    let stuck: Vec<_> = ["", &head[..10], &head]
        .into_iter()
        .map(|text| {
            let text = text.to_owned();
            std::thread::spawn(move || raw(address, &text))
        })
        .collect();
    for connection in stuck {
        assert!(!connection.join().unwrap().contains("200 OK"));
    }
    // A connection that was used, and then is not.
    let answer = raw(address, &format!("{head}\r\n"));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let body = format!(
        "POST /api/session HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{"
    );
    let answer = raw(address, &body);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(begin.elapsed() < LONG);
}

#[test]
fn one_address_does_not_have_all_connections() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { connections_of_address: 3, ..limits() });
    let held: Vec<_> = (0..3).map(|_| TcpStream::connect(host.address).unwrap()).collect();
    // Those that came first are kept, and the next is hung up on.
    let mut next = TcpStream::connect(host.address).unwrap();
    next.set_read_timeout(Some(LONG)).unwrap();
    assert!(matches!(next.read(&mut [0; 8]), Ok(0) | Err(_)));
    drop(held);
    let begin = Instant::now();
    while std::panic::catch_unwind(|| get(host.address, "/api/variants", "")).is_err() {
        assert!(begin.elapsed() < LONG);
    }
}

fn agent_room(agents: [&str; 2]) -> Value {
    let seat = |agent: &str| match agent {
        "me" => json!({"kind": "me"}),
        agent => json!({"kind": "agent", "agent": agent}),
    };
    json!({"variant": "duo", "seats": agents.map(seat)})
}

#[test]
fn all_agents_share_one_memory() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { memory: 48, ..limits() });
    let ada = host.visitor();
    for agent in ["uct:tree-mib=64", "mixed:of=1*(uct:tree-mib=30)+1*(uct:tree-mib=30)"] {
        let (status, answer) = ada.post("/api/rooms", &agent_room(["me", agent]));
        assert_eq!((status, answer["error"]["code"].as_str()), (422, Some("agent")), "{agent}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("48"), "{answer}");
    }
    // Two that fit one after the other.
    let request = |id: u64| {
        let position = json!({"variant": "duo", "moves": []});
        json!({"id": id, "type": "analyse", "agent": "uct:tree-mib=30", "position": position})
    };
    let mut first = ada.socket("/api/analysis/socket", &[]).unwrap();
    let mut second = ada.socket("/api/analysis/socket", &[]).unwrap();
    first.send_text(&request(1).to_string());
    first.receive().unwrap();
    second.send_text(&request(2).to_string());
    assert_eq!(second.receive().unwrap()["queued"], true);
    // Moves of agents that fit beside it are not held up.
    let room = ada.make_room(&agent_room(["random", "me"]));
    ada.enter(&room).until(|state| state["moves"].as_array().unwrap().len() == 1);
    first.send_text(&json!({"type": "stop"}).to_string());
    while second.receive().unwrap()["queued"] != false {}
}

#[test]
fn one_address_leaves_memory_to_others() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { memory: 280, ..limits() });
    let greedy = Client::from([127, 0, 0, 2].into(), host.address);
    // Analyses of which four would fit, and one is left out.
    let mut analyses: Vec<_> = (0..4)
        .map(|_| greedy.with_session().socket("/api/analysis/socket", &[]).unwrap())
        .collect();
    let position = json!({"variant": "duo", "moves": []});
    let request =
        json!({"id": 1, "type": "analyse", "agent": "uct:tree-mib=64", "position": position});
    for socket in &mut analyses {
        socket.send_text(&request.to_string());
        socket.receive().unwrap();
    }
    // It needs 64 MiB, too.
    let ada = host.visitor();
    let mut room = ada.enter(&ada.make_room(&agent_room(["me", "random"])));
    let answer = room.ask(json!({"type": "hint", "number": 0, "strength": 1}));
    assert_eq!(answer["type"], "hint", "{answer}");
}

#[test]
fn a_visitor_has_so_many_rooms_and_analyses() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(
        directory.path(),
        Limits { rooms_of_visitor: 2, rooms_of_address: 3, analyses_of_visitor: 1, ..limits() },
    );
    let (ada, bob) = (host.visitor(), host.visitor());
    let room = agent_room(["me", "me"]);
    let sockets: Vec<_> = (0..2).map(|_| ada.enter(&ada.make_room(&room))).collect();
    let refused = |client: &Client| {
        let (status, answer) = client.post("/api/rooms", &room);
        assert_eq!((status, answer["error"]["code"].as_str()), (429, Some("too-many")), "{answer}");
    };
    refused(&ada);
    let other = bob.enter(&bob.make_room(&room));
    refused(&bob);
    // Rooms that nobody is in make room for others; their games stay.
    drop((sockets, other));
    let rooms: Vec<String> = (0..6).map(|_| ada.make_room(&room)).collect();
    assert_eq!(ada.state(&rooms[0])["phase"], "playing");

    let analyse = json!({"id": 1, "type": "analyse", "position": {"variant": "duo", "moves": []}});
    let mut first = ada.socket("/api/analysis/socket", &[]).unwrap();
    first.send_text(&analyse.to_string());
    assert_eq!(first.receive().unwrap()["type"], "analysis");
    let mut second = ada.socket("/api/analysis/socket", &[]).unwrap();
    second.send_text(&analyse.to_string());
    assert_eq!(second.receive().unwrap()["error"]["code"], "too-many");
    // Another position in the place of the first counts once.
    first.send_text(&analyse.to_string());
    while first.receive().unwrap()["running"] != true {}
    // Others have their own.
    let mut third = bob.socket("/api/analysis/socket", &[]).unwrap();
    third.send_text(&analyse.to_string());
    assert_eq!(third.receive().unwrap()["type"], "analysis");
}

#[test]
fn move_now_reaches_a_search_that_still_waits() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::with(directory.path(), Limits { threads: 1, ..limits() });
    let ada = host.visitor();
    let slow = "mcts:time=60s,settle=no,tree-mib=8";
    let busy = ada.make_room(&agent_room([slow, "me"]));
    let mut busy = ada.enter(&busy);
    busy.until(|state| state["thinking"]["waiting"] == false);
    let room = ada.make_room(&agent_room([slow, "me"]));
    let mut waits = ada.enter(&room);
    let state = waits.until(|state| state["thinking"]["waiting"] == true);
    assert_eq!(state["thinking"]["player"], 1);
    let answer = waits.ask(json!({"type": "move-now", "number": 0}));
    assert_eq!(answer["type"], "ack", "{answer}");
    waits.until(|state| state["moves"].as_array().unwrap().len() == 1);
    // The other search goes on.
    assert_eq!(busy.state["moves"].as_array().unwrap().len(), 0);
}

#[test]
fn long_searches_give_way_to_other_addresses() {
    let directory = tempfile::tempdir().unwrap();
    let contended = Duration::from_millis(100);
    let thinking = Duration::from_mins(10);
    let host = Host::with(directory.path(), Limits { threads: 1, contended, thinking, ..limits() });
    let slow = "mcts:time=600s,settle=no,tree-mib=8";
    let greedy = Client::from([127, 0, 0, 2].into(), host.address).with_session();
    let mut busy = greedy.enter(&greedy.make_room(&agent_room([slow, "me"])));
    busy.until(|state| state["thinking"]["waiting"] == false);
    let ada = host.visitor();
    let mut room = ada.enter(&ada.make_room(&agent_room(["random", "me"])));
    room.until(|state| state["moves"].as_array().unwrap().len() == 1);
    busy.until(|state| state["moves"].as_array().unwrap().len() == 1);
}

#[test]
fn games_of_agents_do_not_hold_threads() {
    let directory = tempfile::tempdir().unwrap();
    let unattended = Duration::from_millis(50);
    let host = Host::with(directory.path(), Limits { threads: 1, unattended, ..limits() });
    let ada = host.visitor();
    let endless = "mcts:sims=1000000000000,settle=no,tree-mib=8";
    let room = ada.make_room(&agent_room([endless, endless]));
    let mut socket = ada.enter(&room);
    socket.until(|state| state["moves"].as_array().unwrap().len() >= 2);
}

#[test]
fn spectators_are_told_of_each_other_in_few_words() {
    let directory = tempfile::tempdir().unwrap();
    let host = Host::start(directory.path());
    let ada = host.visitor();
    let room = ada.make_room(&agent_room(["me", "me"]));
    let mut first = ada.enter(&room);
    first.until(|_| true);
    let guests: Vec<_> = (0..20).map(|_| Client::new(host.address).enter(&room)).collect();
    let mut told = 0;
    loop {
        let message = first.receive().unwrap();
        assert_eq!(message["type"], "crowd", "{message}");
        assert_eq!(message["connected"], json!([true, true]));
        told += 1;
        if message["spectators"] == guests.len() {
            break;
        }
    }
    // Those who came within a second are told of together.
    assert!(told < guests.len(), "{told}");
}
