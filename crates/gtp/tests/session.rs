//! Sessions over streams.

mod common;

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use common::engine;
use cornerwise_gtp::engine::session;

fn converse(agent: &str, input: &[u8]) -> String {
    let mut out = Vec::new();
    session(&mut engine("5x5", agent), Cursor::new(input.to_vec()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_command_is_answered_in_order() {
    let input =
        b"# hello\n\n1 name\r\n2\tknown_command\tplay # yes\n\n3 nonsense\n4\n5 quit\n6 name\n";
    let expected = "=1 Cornerwise\n\n=2 true\n\n?3 unknown command (nonsense)\n\n?4 unknown command ()\n\n=5\n\n";
    assert_eq!(converse("largest", input), expected);
    // The end of the input is as good, and the last line needs no end.
    assert_eq!(converse("largest", b"name"), "= Cornerwise\n\n");
    assert_eq!(converse("largest", b""), "");
}

#[test]
fn long_lines_and_garbage_are_answered() {
    let mut input = b"7 play ".to_vec();
    input.extend(vec![b'x'; 5 << 20]);
    input.extend(b"\n8 name\n\xff\xfe\x00 \x01\n");
    let out = converse("largest", &input);
    let expected =
        "?7 the line is too long\n\n=8 Cornerwise\n\n? unknown command (\u{fffd}\u{fffd})\n\n";
    assert_eq!(out, expected);
}

/// Bytes that another thread sends.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// What is written goes to another thread.
struct Sink(Sender<String>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Peer {
    to: Sender<Vec<u8>>,
    from: Receiver<String>,
}

impl Peer {
    fn of(agent: &'static str) -> Peer {
        let (to, input) = channel();
        let (output, from) = channel();
        thread::spawn(move || {
            let input = BufReader::new(Pipe(input, Vec::new()));
            session(&mut engine("duo", agent), input, &mut Sink(output)).unwrap();
        });
        Peer { to, from }
    }

    fn send(&self, text: &str) {
        self.to.send(text.as_bytes().to_vec()).unwrap();
    }

    fn read_until(&self, is_enough: impl Fn(&str) -> bool) -> String {
        let mut text = String::new();
        while !is_enough(&text) {
            text += &self.from.recv_timeout(Duration::from_secs(30)).expect(&text);
        }
        text
    }
}

#[test]
fn an_analysis_ends_with_the_next_command() {
    for agent in ["uct", "alphabeta:depth=30,time=1m", "largest", "random"] {
        let peer = Peer::of(agent);
        peer.send("5 analyze b 5 maxmoves 3\n");
        let lines = if agent == "uct" { 3 } else { 1 };
        let seen = peer.read_until(|text| text.matches('\n').count() > lines);
        assert!(seen.starts_with("=5\ninfo move "), "{seen}");
        assert!(!seen.contains("\n\n"), "{seen}");
        if agent == "uct" {
            for word in ["visits", "winrate", "score", "order 0", "order 2", "pv"] {
                assert!(seen.contains(word), "{seen}");
            }
            assert!(!seen.contains("order 3"));
        }
        let begin = Instant::now();
        peer.send("6 name\n");
        let rest = peer.read_until(|text| text.ends_with("=6 Cornerwise\n\n"));
        assert!(rest.contains("\n\n=6") || rest.starts_with("\n=6"), "{rest:?}");
        assert!(begin.elapsed() < Duration::from_secs(2), "{agent}: {:?}", begin.elapsed());
        // The end of the input ends the last analysis too.
        peer.send("analyze\n");
        peer.read_until(|text| text.contains("info"));
        drop(peer.to);
        let end = Instant::now();
        while peer.from.recv_timeout(Duration::from_secs(30)).is_ok() {}
        assert!(end.elapsed() < Duration::from_secs(2), "{agent}");
    }
}

#[test]
fn a_move_is_decided_before_the_next_command() {
    let peer = Peer::of("uct:time=300ms");
    let begin = Instant::now();
    peer.send("1 genmove b\n2 name\n");
    peer.read_until(|text| text.ends_with("=2 Cornerwise\n\n"));
    assert!(begin.elapsed() >= Duration::from_millis(290), "{:?}", begin.elapsed());
}
