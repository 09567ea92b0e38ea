//! Slow-loris: requests that are begun and not ended.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::address;
use crate::common::client::{Client, connect};
use crate::common::process::Process;
use crate::table::Figure;

/// Half-sent heads of one address, and bodies of several.
const HEADS: usize = 1000;
const BODIES: usize = 300;
const SOURCES_OF_BODIES: usize = 5;
/// What somebody else asks meanwhile.
const REQUESTS: usize = 20;
/// When the last half-sent request must be gone.
const GONE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(50);
/// How often each of them sends another byte.
const DRIP: Duration = Duration::from_secs(1);
/// What is over so soon was not let in.
const AT_ONCE: Duration = Duration::from_secs(3);

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::serve(binary, &[], directory.path());
    let to = server.address;
    let honest = thread::spawn(move || honest(to));
    let mut stuck = Vec::new();
    for _ in 0..HEADS {
        let head = format!("GET /api/variants HTTP/1.1\r\nHost: {to}\r\nX-Slow: ");
        stuck.extend(begun(address(1, 0), to, &head));
    }
    for number in 0..BODIES {
        let head = format!(
            "POST /api/session HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\n\
             Content-Length: 1000\r\n\r\n{{"
        );
        stuck.extend(begun(address(1, 1 + number % SOURCES_OF_BODIES), to, &head));
    }
    let opened = stuck.len();
    let all_begun = Instant::now();
    let (mut at_once, mut last) = (0, Duration::ZERO);
    let mut dripped = Instant::now();
    while !stuck.is_empty() && all_begun.elapsed() < GONE {
        let drips = dripped.elapsed() >= DRIP;
        if drips {
            dripped = Instant::now();
        }
        stuck.retain_mut(|stream| {
            let is_open = is_open(stream) && (!drips || stream.write_all(b" ").is_ok());
            if !is_open {
                last = all_begun.elapsed();
                at_once += usize::from(last < AT_ONCE);
            }
            is_open
        });
        thread::sleep(LOOK);
    }
    let slowest = honest.join().unwrap();
    vec![
        Figure::count("half-sent requests begun", opened, HEADS..=HEADS + BODIES),
        Figure::told("of these hung up on at once: too many of one address", at_once),
        Figure::count("still open after 20 s, with a byte a second", stuck.len(), 0..=0),
        Figure::time("the last of them closed after", last, GONE),
        Figure::time(
            format!("slowest of {REQUESTS} requests of somebody else meanwhile"),
            slowest,
            Duration::from_secs(1),
        ),
    ]
}

/// A request that is not ended; none when the other end has hung up already.
fn begun(source: Ipv4Addr, to: SocketAddr, text: &str) -> Option<TcpStream> {
    let mut stream = connect(source, to).expect("a free port");
    // Who is hung up on at once is counted as closed.
    let _ = stream.write_all(text.as_bytes());
    stream.set_nonblocking(true).ok()?;
    Some(stream)
}

fn is_open(stream: &mut TcpStream) -> bool {
    loop {
        match stream.read(&mut [0; 1024]) {
            Ok(0) => return false,
            // An answer that says what was wrong.
            Ok(_) => {}
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
        }
    }
}

/// The time of the slowest of some requests, each over a connection of its own.
fn honest(to: SocketAddr) -> Duration {
    let request = |_| {
        let begin = Instant::now();
        let (status, _) = Client::from(address(2, 0), to).get("/api/variants");
        assert_eq!(status, 200);
        let taken = begin.elapsed();
        thread::sleep(Duration::from_millis(200));
        taken
    };
    (0..REQUESTS).map(request).max().unwrap_or_default()
}
