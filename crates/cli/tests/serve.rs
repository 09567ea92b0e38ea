//! `cornerwise serve` and `cornerwise play`, as processes that are killed.

mod common;

#[path = "../../server/tests/common/client.rs"]
#[allow(dead_code, reason = "the tests of the server use the rest")]
mod client;

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::{Client, a_move};
use common::refusal;
use serde_json::json;

/// A server in a process of its own.
struct Process {
    child: Child,
    /// What it prints for browsers.
    url: String,
    address: SocketAddr,
}

impl Process {
    fn start(args: &[&str], directory: &Path) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cornerwise"))
            .args(args)
            .arg("--data-dir")
            .arg(directory)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let url = url.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        let address = url["http://".len()..].split('/').next().unwrap().parse().unwrap();
        Process { child, url, address }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SERVE: [&str; 5] = ["serve", "--listen", "127.0.0.1:0", "--rate", "10000"];

#[test]
fn a_killed_server_has_lost_nothing_that_it_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::start(&SERVE, directory.path());
    let ada = Client::visitor(server.address);
    let bob = Client::visitor(server.address);
    let seats = json!([{"kind": "me", "name": "Ada"}, {"kind": "open"}]);
    let room = ada.make_room(&json!({"variant": "duo", "seats": seats}));
    assert_eq!(bob.act(&room, &json!({"type": "sit", "seat": 2, "name": "Bob"})).0, 200);
    let mut played = Vec::new();
    for turn in 0..9 {
        let client = [&ada, &bob][turn % 2];
        let action = a_move(&client.state(&room), turn * 13);
        assert_eq!(client.act(&room, &action).0, 200);
        played.push(action["move"].clone());
    }
    // Killed right after the last answer, without a chance to tidy up.
    drop(server);

    let server = Process::start(&SERVE, directory.path());
    let (ada, bob) = (ada.at(server.address), bob.at(server.address));
    let state = bob.state(&room);
    let kept: Vec<_> =
        state["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect();
    assert_eq!(kept, played);
    assert_eq!((&state["you"]["seats"], &state["you"]["to_move"]), (&json!([2]), &json!(true)));
    assert_eq!(state["seats"][0]["name"], "Ada");
    let action = a_move(&state, 3);
    assert_eq!(ada.act(&room, &action).0, 409);
    assert_eq!(bob.act(&room, &action).0, 200);
    assert_eq!(bob.act(&room, &action).0, 409);
}

#[test]
fn an_agent_goes_on_after_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::start(&SERVE, directory.path());
    let ada = Client::visitor(server.address);
    let seats = json!([{"kind": "agent", "agent": "mcts:settle=no,tree-mib=16", "time": 2}, {"kind": "me"}]);
    let room = ada.make_room(&json!({"variant": "7x7", "seats": seats}));
    let mut socket = ada.enter(&room);
    socket.until(|state| state["thinking"]["player"] == 1);
    // It thinks, and is killed while it does.
    drop(server);
    assert!(std::iter::from_fn(|| socket.receive()).count() < 5);
    let server = Process::start(&SERVE, directory.path());
    let mut socket = ada.at(server.address).enter(&room);
    let state = socket.until(|state| state["you"]["to_move"] == true);
    assert_eq!(state["position"]["number"], 1);
}

#[cfg(unix)]
#[test]
fn only_the_owner_sees_where_games_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let desk = tempfile::tempdir().unwrap();
    let directory = desk.path().join("new/place");
    let _server = Process::start(&SERVE, &directory);
    for (path, expected) in [
        (directory.clone(), 0o700),
        (directory.join("games.db"), 0o600),
        (directory.join("games.db-wal"), 0o600),
        (directory.join("games.db-shm"), 0o600),
    ] {
        let mode = path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, expected, "{}", path.display());
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_server_politely() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Process::start(&SERVE, directory.path());
    let ada = Client::visitor(server.address);
    let room = ada.make_room(&json!({"variant": "5x5", "seats": [{"kind": "me"}, {"kind": "me"}]}));
    let mut socket = ada.enter(&room);
    socket.until(|_| true);
    let pid = i32::try_from(server.child.id()).unwrap();
    rustix::process::kill_process(
        rustix::process::Pid::from_raw(pid).unwrap(),
        rustix::process::Signal::TERM,
    )
    .unwrap();
    // The socket is closed.
    while socket.receive().is_some() {}
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = server.child.try_wait().unwrap() {
            break status;
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "the server does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut errors = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

#[test]
fn the_board_of_ones_own_machine_is_one_request_away() {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::start(&["play", "--no-browser"], directory.path());
    assert!(server.address.ip().is_loopback());
    let stranger = Client::new(server.address);
    assert_eq!((stranger.get("/").0, stranger.get("/api/agents").0), (403, 403));
    let ada = stranger.with_key(&server.url).with_session();
    let (_, agents) = ada.get("/api/agents");
    assert_eq!(agents["limits"]["local"], true);
    let preset = &agents["presets"][0];
    assert_eq!(preset["name"], "quick-duo");
    let room = ada.make_room(&preset["room"]);
    let mut socket = ada.enter(&room);
    socket.until(|state| state["you"]["to_move"] == true);
    assert_eq!(socket.move_somehow(7)["type"], "ack");
    socket.until(|state| state["position"]["number"] == 2);
    assert_eq!(ada.get("/").0, 200);
}

#[test]
fn what_cannot_be_served_is_told_in_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::start(&SERVE, directory.path());
    let (taken, other) = (server.address.to_string(), directory.path().join("other"));
    let (used, other) = (directory.path().to_str().unwrap(), other.to_str().unwrap());
    for (args, part) in [
        (&["serve", "--listen", &taken, "--data-dir", other][..], "cannot listen on"),
        (&["serve", "--listen", "127.0.0.1:0", "--data-dir", used], "in use by another server"),
        (&["serve", "--listen", "nowhere"], "nowhere"),
        (
            &["serve", "--listen", "127.0.0.1:0", "--thinking", "long", "--data-dir", other],
            "--thinking long",
        ),
        (&["serve", "--listen", "127.0.0.1:0", "--rate", "0", "--data-dir", other], "--rate 0"),
        (&["play", "duo"], "--terminal"),
        (&["play", "--terminal", "--port", "80"], "--port"),
    ] {
        let line = refusal(args);
        assert!(line.contains(part), "{args:?}: {line}");
    }
}
