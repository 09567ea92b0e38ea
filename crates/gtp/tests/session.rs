//! Sessions over streams.

mod common;

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use common::{ask, engine, pondering_engine};
use cornerwise_gtp::engine::{Engine, session};

fn converse(agent: &str, input: &[u8]) -> String {
    let mut out = Vec::new();
    session(&mut engine("5x5", agent), Cursor::new(input.to_vec()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_command_is_answered_in_order() {
    let input =
        b"# hello\n\n1 name\r\n2\tknown_command\tplay # yes\n\n3 nonsense\n4\n5 quit\n6 name\n";
    let expected = "=1 Cornerwise\n\n=2 true\n\n?3 unknown command (nonsense)\n\n?4 unknown command ()\n\n=5 \n\n";
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
        Peer::with(move || engine("duo", agent))
    }

    fn with(engine: impl FnOnce() -> Engine + Send + 'static) -> Peer {
        let (to, input) = channel();
        let (output, from) = channel();
        thread::spawn(move || {
            let input = BufReader::new(Pipe(input, Vec::new()));
            session(&mut engine(), input, &mut Sink(output)).unwrap();
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
        assert!(seen.starts_with("=5 \ninfo move "), "{seen}");
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

/// The visits of all candidates, by `move_values`.
fn visits(peer: &Peer) -> u64 {
    peer.send("move_values\n");
    let values = peer.read_until(|text| text.ends_with("\n\n"));
    let lines = values.trim_start_matches("= ").lines().filter(|line| !line.is_empty());
    lines.map(|line| line.split(' ').next().unwrap().parse::<u64>().unwrap()).sum()
}

#[test]
fn pondering_goes_on_until_the_next_command_and_is_remembered() {
    let is_answered = |text: &str| text.ends_with("\n\n");
    for ponders in [true, false] {
        // On a board this small proofs would leave little to search.
        let agent = "mcts:sims=300,settle=no,prove=0";
        let engine = if ponders { pondering_engine } else { engine };
        let peer = Peer::with(move || engine("5x5", agent));
        peer.send("g\n");
        let mv = peer.read_until(is_answered);
        thread::sleep(Duration::from_millis(500));
        // What a good opponent answers is what was pondered most.
        let mut opponent = common::engine("5x5", "mcts:sims=5000,prove=0");
        ask(&mut opponent, &format!("play b {}", mv.trim_start_matches("= ").trim()));
        let answer = ask(&mut opponent, "g");
        let begin = Instant::now();
        peer.send(&format!("play w {answer}\n"));
        assert_eq!(peer.read_until(is_answered), "= \n\n");
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
        peer.send("g\n");
        peer.read_until(is_answered);
        let visits = visits(&peer);
        if ponders {
            assert!(visits > 600, "{visits}");
        } else {
            // What is left of the search for the first move.
            assert!((300..600).contains(&visits), "{visits}");
        }
    }
}

#[test]
fn commands_that_wait_already_are_answered_without_pondering() {
    let peer = Peer::with(|| pondering_engine("duo", "mcts:sims=20"));
    for number in 1..=20 {
        peer.send(&format!("{number} g\n"));
    }
    peer.send("21 name\n");
    let answers = peer.read_until(|text| text.ends_with("=21 Cornerwise\n\n"));
    assert_eq!(answers.matches("\n\n").count(), 21);
}

#[test]
fn the_end_ends_pondering() {
    for (agent, end) in [
        ("mcts:sims=100", Some("quit\n")),
        ("mcts:sims=100,threads=2", None),
        ("mcts:sims=100,endgame=1000,tree-mib=1", None),
        ("uct:sims=10", Some("quit\n")),
    ] {
        let peer = Peer::with(move || pondering_engine("classic", agent));
        peer.send("genmove 1\n");
        peer.read_until(|text| text.ends_with("\n\n"));
        thread::sleep(Duration::from_millis(100));
        let begin = Instant::now();
        if let Some(line) = end {
            peer.send(line);
        }
        let Peer { to, from } = peer;
        if end.is_none() {
            drop(to);
        }
        while from.recv_timeout(Duration::from_secs(30)).is_ok() {}
        assert!(begin.elapsed() < Duration::from_secs(2), "{agent}: {:?}", begin.elapsed());
    }
}
