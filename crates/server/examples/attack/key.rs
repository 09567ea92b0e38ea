//! The local board, for those who do not have its key, and programs that a page wants to start.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::address;
use crate::common::client::{Client, connect};
use crate::common::process::Process;
use crate::memory::{analyse, room};
use crate::table::Figure;

const REQUESTS: usize = 200;
const PATHS: [&str; 10] = [
    "/",
    "/room/abcdefghjkmn",
    "/main.js",
    "/api",
    "/api/variants",
    "/api/session",
    "/api/rooms",
    "/api/rooms/abcdefghjkmn/actions",
    "/api/analysis/socket",
    "/api/../etc/passwd",
];
const METHODS: [&str; 5] = ["GET", "POST", "HEAD", "PUT", "DELETE"];
/// How long a program may take to be seen, and is waited for where none must be.
const STARTS: Duration = Duration::from_secs(3);

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let mark = directory.path().join("started");
    let play = |words: &[&str]| {
        let words = [&["play", "--no-browser", "--port", "0"], words].concat();
        Process::start(binary, &words, directory.path())
    };
    let server = play(&[]);
    let (_, key) = server.url.split_once("?key=").expect("the address has a key");
    let wrong = keys(key, server.address.port());
    let refused = (0..REQUESTS).filter(|&number| {
        let (method, path) =
            (METHODS[number % METHODS.len()], PATHS[number / METHODS.len() % PATHS.len()]);
        let (query, cookie) = &wrong[number % wrong.len()];
        status(server.address, method, &format!("{path}{query}"), cookie) == Some(403)
    });
    let refused = refused.count();
    let owner = Client::new(server.address).with_key(&server.url);
    let works = owner.get("/api/variants").0 == 200
        && owner.with_session().post("/api/rooms", &room(["me", "level:1"])).0 == 201;

    let program = format!("gtp:\"sh -c 'touch {}; cat'\"", mark.display());
    let visitor = owner.with_session();
    let (status, _) = visitor.post("/api/rooms", &room([&program, "me"]));
    let mut analysis = visitor.socket("/api/analysis/socket", &[]).unwrap();
    analysis.send_text(&analyse(Some(&program)).to_string());
    let answer = analysis.receive().unwrap_or_default();
    thread::sleep(STARTS / 3);
    let is_started = mark.exists();
    drop(server);

    // The same with the program allowed, so that the mark is known to appear.
    let server = play(&["--allow-programs"]);
    let visitor = Client::new(server.address).with_key(&server.url).with_session();
    let _ = visitor.post("/api/rooms", &room([&program, "me"]));
    let begin = Instant::now();
    while !mark.exists() && begin.elapsed() < STARTS {
        thread::sleep(Duration::from_millis(20));
    }
    vec![
        Figure::count(
            format!("of {REQUESTS} requests without the key: refused with 403"),
            refused,
            REQUESTS..=REQUESTS,
        ),
        Figure::fact("with the key the board works", works),
        Figure::count("status of a room whose agent is a program", status as usize, 422..=422),
        Figure::fact("an analysis by a program is refused", answer["type"] == "error"),
        Figure::fact("the program was not started", !is_started),
        Figure::fact("… and is with --allow-programs", mark.exists()),
    ]
}

/// Queries and cookies that do not let in.
fn keys(key: &str, port: u16) -> Vec<(String, String)> {
    let other = |key: &str| key.chars().rev().collect::<String>();
    let name = format!("cornerwise-access-{port}");
    let none = String::new();
    vec![
        (none.clone(), none.clone()),
        ("?key=".to_owned(), none.clone()),
        (format!("?key={}", other(key)), none.clone()),
        (format!("?key={}", &key[1..]), none.clone()),
        (format!("?KEY={key}"), none.clone()),
        (none.clone(), format!("{name}={}", other(key))),
        (none.clone(), format!("{name}=")),
        (none, format!("cornerwise-access-1={key}")),
    ]
}

/// What is answered to a request, with a method of any kind.
fn status(to: SocketAddr, method: &str, path: &str, cookie: &str) -> Option<u16> {
    let answer = exchange(to, method, path, cookie);
    answer.split(' ').nth(1)?.parse().ok()
}

fn exchange(to: SocketAddr, method: &str, path: &str, cookie: &str) -> String {
    let mut stream = connect(address(0, 0), to).unwrap();
    let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let upgrade = if path.contains("/socket") {
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    } else {
        "Connection: close\r\n"
    };
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {to}\r\n{cookie}{upgrade}\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    // The head says it all, and an upgraded connection would stay open.
    let mut bytes = [0; 4096];
    let amount = stream.read(&mut bytes).unwrap_or(0);
    String::from_utf8_lossy(&bytes[..amount]).into_owned()
}
