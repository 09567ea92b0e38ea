//! `cornerwise contest`, over real sockets.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;
use std::{env, fs};

use common::{cornerwise, refusal};

/// Nothing here takes so long; it keeps a broken test from hanging.
const PATIENCE: Duration = Duration::from_mins(1);

fn spawn(args: &[&str]) -> Child {
    Command::new(cornerwise().get_program())
        .arg("contest")
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends the messages one by one to a player; answers what it said to each, and how it ended.
fn interview(args: &[&str], messages: &[&str]) -> (Vec<String>, Output) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let player = spawn(&[&["--tcp", &address], args].concat());
    let (mut stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut answers = Vec::new();
    for message in messages {
        stream.write_all(message.as_bytes()).unwrap();
        let length = match message.trim().as_bytes().first() {
            Some(b'0') => 3,
            Some(b'2'..=b'4') => 4,
            _ => 0,
        };
        let mut answer = vec![0; length];
        match stream.read_exact(&mut answer) {
            Ok(()) => answers.push(String::from_utf8(answer).unwrap()),
            Err(_) => break,
        }
    }
    drop(stream);
    (answers, player.wait_with_output().unwrap())
}

/// The session on the page is a golden transcript. `TRYCMD=overwrite` writes it anew, as for the other pages.
#[test]
fn the_page_shows_a_session() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/10-contest.md");
    let text = fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once("```contest\n").unwrap();
    let (session, after) = rest.split_once("```").unwrap();
    let messages: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let (answers, output) = interview(&["--agent", "largest"], &messages);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "the opponent passes although it could move\n"
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    let mut written = String::new();
    for (message, answer) in messages.iter().zip(&answers) {
        written += &["> ", message, "\n"].concat();
        if !answer.is_empty() {
            written += &["< ", answer, "\n"].concat();
        }
    }
    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::write(page, format!("{before}```contest\n{written}```{after}")).unwrap();
    } else {
        assert_eq!(session, written);
    }
}

#[test]
fn the_first_piece_covers_the_cell_that_the_host_says() {
    // The reference cell of the single square is the cell itself.
    let args = ["--agent", "preferrer:1", "--team", "x!"];
    let messages = ["\r\n0", "25", "9", "2A", "9", "35aaa0", "9", "3a55a0 ", "9\n"];
    let (answers, output) = interview(&args, &messages);
    assert_eq!(answers, ["1x!", "55a0", "", "aaa0", "", "55a0", "", "aaa0", ""]);
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn a_player_survives_noise_and_ends_when_the_game_cannot_go_on() {
    let told = |messages: &[&str]| {
        let (answers, output) = interview(&["--agent", "largest"], messages);
        (answers.len(), output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let line = |text: &str| format!("error: {text}\n");
    assert_eq!(
        told(&["0", "???9"]),
        (2, Some(0), "no message begins with \"?\"; skipped\n".to_owned())
    );
    assert_eq!(told(&["25"]), (1, Some(2), line("the connection ended in the middle of a game")));
    let (_, code, text) = told(&["4aaa0"]);
    let expected = "host's message 4aaa0: a move of the opponent, but no game has begun";
    assert_eq!((code, text), (Some(2), line(expected)));
    let expected = "host's message 3A11a0: the opponent's move 11a0 (a14): colour 1's first piece must cover e10";
    assert_eq!(told(&["3A11a0"]), (0, Some(2), line(expected)));
    // Turned by half, the opponent's cell is e10 on our board.
    let expected = "host's message 3555a0: the opponent's move 55a0 (j5): colour 1's first piece must cover e10";
    assert_eq!(told(&["3555a0"]), (0, Some(2), line(expected)));
    let expected = "from the host: \"zz99\" is not a move: the column is not 1 to e";
    assert_eq!(told(&["3Azz99"]), (0, Some(2), line(expected)));
    assert_eq!(told(&["27"]), (0, Some(2), line("from the host: a start is 5 or A, not \"7\"")));
}

/// A host with its standard output, from which the address is read.
struct Host {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Host {
    fn start(args: &[&str]) -> Host {
        let mut child = spawn(&[&["host", "--listen", "127.0.0.1:0"], args].concat());
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut host = Host { child, out, address: String::new() };
        host.address = host.line().replace("listening on ", "");
        host
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// A player in a process of its own.
    fn player(&self, agent: &str, team: &str) -> Child {
        spawn(&["--tcp", &self.address, "--agent", agent, "--team", team])
    }

    /// Somebody who has said who it is.
    fn guest(&self) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        assert_eq!(read(&mut stream, 1), "0");
        stream.write_all(b"1XX").unwrap();
        stream
    }

    /// What else the host says, and how it ends.
    fn end(mut self) -> (String, String, Option<i32>) {
        let mut text = String::new();
        self.out.read_to_string(&mut text).unwrap();
        let output = self.child.wait_with_output().unwrap();
        (text, String::from_utf8(output.stderr).unwrap(), output.status.code())
    }
}

fn read(stream: &mut TcpStream, length: usize) -> String {
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn two_players_play_from_every_start_and_the_record_verifies() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.blksgf");
    let mut host = Host::start(&["--games", "4", "--time", "20s", "--out", file.to_str().unwrap()]);
    let one = host.player("largest", "AA");
    assert_eq!(host.line(), "AA has come");
    let other = host.player("random", "BB");
    assert_eq!(host.line(), "BB has come");
    let (text, stderr, code) = host.end();
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    for (number, line) in lines.iter().enumerate() {
        let pair = if number % 2 == 0 { "AA – BB" } else { "BB – AA" };
        assert!(line.starts_with(&format!("game {}: {pair}: ", number + 1)), "{line}");
        assert!(line.contains(" to -"), "{line}");
    }
    for player in [one, other] {
        let output = player.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let bare = directory.path().join("games.jsonl");
    cornerwise().arg("convert").args([&file, &bare]).assert().success();
    cornerwise().arg("verify").arg(&bare).assert().success();
    let record = fs::read_to_string(&file).unwrap();
    assert_eq!(record.matches("GM[Blokus Duo]").count(), 4);
    assert_eq!(record.matches("turned by half").count(), 2);
    assert!(record.contains("PB[AA]") && record.contains("PW[AA]"));
    // Every game was played to its end: so says the position, which has no moves left.
    for game in ["1", "2", "3", "4"] {
        let args =
            ["move", "duo", "--agent", "random", "--file", file.to_str().unwrap(), "--game", game];
        assert_eq!(refusal(&args), "error: the game is over; there is no move");
    }
}

#[test]
fn whoever_misbehaves_loses_and_is_told_why() {
    let cut_short = "the connection is lost: the connection ended within a message";
    for (answer, stays, reason) in [
        ("", true, "there is no answer within 0.4 s"),
        ("55a", true, "there is no answer within 0.4 s"),
        ("????", true, "\"????\" is not a move: the column is not 1 to e"),
        ("11a0", true, "illegal move 11a0: colour 1's first piece must cover e10"),
        ("0000", true, "illegal pass: colour 1 has a legal move and may not pass"),
        ("", false, cut_short),
        ("55", false, cut_short),
    ] {
        let host = Host::start(&["--time", "200ms", "--opponent", "random"]);
        let mut guest = host.guest();
        assert_eq!(read(&mut guest, 2), "25");
        guest.write_all(answer.as_bytes()).unwrap();
        if stays {
            // Everybody hears of the end.
            assert_eq!(read(&mut guest, 1), "9");
        }
        drop(guest);
        let (text, stderr, code) = host.end();
        let expected =
            format!("XX has come\ngame 1: XX – CW: CW wins; XX loses after 0 moves: {reason}\n");
        assert_eq!((text, stderr.as_str(), code), (expected, "", Some(1)));
    }
}

#[test]
fn after_an_illegal_move_the_next_game_follows_and_after_silence_none() {
    let host = Host::start(&["--games", "9", "--time", "5s", "--opponent", "largest"]);
    let mut guest = host.guest();
    assert_eq!(read(&mut guest, 2), "25");
    guest.write_all(b"55a0").unwrap();
    let answer = read(&mut guest, 5);
    assert!(answer.starts_with('4'), "{answer}");
    // A second single square.
    guest.write_all(b"66a0").unwrap();
    assert_eq!(read(&mut guest, 1), "9");
    // In the second game the house begins on (5,5).
    let start = read(&mut guest, 6);
    assert!(start.starts_with("3A"), "{start}");
    drop(guest);
    let (text, stderr, code) = host.end();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[1],
        "game 1: XX – CW: CW wins; XX loses after 2 moves: illegal move 66a0: colour 1 has already used piece 1"
    );
    assert!(
        lines[2].starts_with(
            "game 2: CW – XX: CW wins; XX loses after 1 moves: the connection is lost"
        )
    );
    assert_eq!(lines[3], "the contest ends here: XX is out of it");
    assert_eq!((lines.len(), stderr.as_str(), code), (4, "", Some(1)));
}

#[test]
fn who_does_not_know_the_protocol_is_sent_away() {
    let host = Host::start(&["--opponent", "random", "--time", "200ms"]);
    let mut stranger = TcpStream::connect(&host.address).unwrap();
    stranger.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert_eq!(read(&mut stranger, 1), "0");
    let address = stranger.local_addr().unwrap();
    let guest = host.guest();
    drop(guest);
    let (text, stderr, code) = host.end();
    assert_eq!(
        stderr,
        format!(
            "{address} is no player: the connection is lost: a team is 1 and two visible characters\n"
        )
    );
    assert!(text.starts_with("XX has come\n"));
    assert_eq!(code, Some(1));
}

#[test]
fn what_is_wrong_is_told_in_a_line() {
    for (args, start) in [
        (&[][..], "error: where is the host? Give --tcp or --serial"),
        (&["--tcp", "127.0.0.1:1"], "error: cannot connect to 127.0.0.1:1: "),
        (&["--tcp", "nonsense"], "error: cannot connect to nonsense: "),
        (&["--tcp", "x", "--team", "long"], "error: --team is two visible ASCII characters"),
        (&["--tcp", "x", "--time", "1"], "error: --time 1: not a time"),
        (&["--tcp", "x", "--agent", "nobody"], "error: agent \"nobody\": unknown name"),
        (&["--serial", "/no/such/line"], "error: cannot open /no/such/line: "),
        (&["--serial", "/dev/null"], "error: /dev/null is not a serial line: "),
        (&["host", "--listen", "nonsense"], "error: cannot listen on nonsense: "),
        (&["host", "--games", "0"], "error: --games is 0; it can be 1 or more"),
        (&["host", "--opponent", "nobody"], "error: agent \"nobody\": unknown name"),
    ] {
        let line = refusal(&[&["contest"], args].concat());
        assert!(line.starts_with(start), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_serial_line_is_set_up_and_spoken_over() {
    use std::time::Instant;

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, tcgetattr};

    let host = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&host).unwrap();
    unlockpt(&host).unwrap();
    let name = ptsname(&host, Vec::new()).unwrap().into_string().unwrap();
    let line = rustix::fs::open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut player = spawn(&["--serial", &name, "--agent", "preferrer:1"]);
    // Until the line is raw, it would echo what the host says.
    let begin = Instant::now();
    while tcgetattr(&line).unwrap().local_modes.contains(LocalModes::ICANON) {
        assert!(begin.elapsed() < PATIENCE && player.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(tcgetattr(&line).unwrap().output_speed(), 115_200);
    let mut host = fs::File::from(host);
    for (message, expected) in [("0", "1CW"), ("2A", "aaa0")] {
        host.write_all(message.as_bytes()).unwrap();
        let mut answer = vec![0; expected.len()];
        host.read_exact(&mut answer).unwrap();
        assert_eq!(String::from_utf8(answer).unwrap(), expected);
    }
    player.kill().unwrap();
    player.wait().unwrap();
}
