//! The program on the other side: an engine that plays at random, and can misbehave in many ways.

use std::fs::File;
use std::io::{self, Write};
use std::process::{self, Command as Program};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use cornerwise_core::{Colour, Move, Position, Tables, Variant, game_rng};
use cornerwise_gtp::protocol::{Command, Response};

/// What a command leads to, besides leaving.
type Answer = Result<String, String>;

/// The second time that a process is asked for a move, it acts its part. The first time it plays, so that one sees
/// whether it was started anew.
const TURN_TO_ACT: usize = 2;

struct Engine {
    part: String,
    tables: Arc<Tables>,
    pieces: Vec<(Colour, Move)>,
    seed: u64,
    genmoves: usize,
    log: Option<File>,
}

/// Plays a part until the input ends.
pub fn act(part: &str) {
    if part == "dies-at-once" {
        eprintln!("reading the opening book\n\nthere is no book\u{7}");
        process::exit(3);
    }
    if part == "sleeps" {
        sleep_for_ever();
    }
    let mut engine = Engine {
        part: part.to_owned(),
        tables: Tables::new("duo".parse().unwrap()),
        pieces: Vec::new(),
        seed: 0,
        genmoves: 0,
        log: None,
    };
    for line in io::stdin().lines() {
        let line = line.unwrap();
        if let Some(log) = &mut engine.log {
            writeln!(log, "{line}").unwrap();
        }
        let command = Command::read(&line).unwrap();
        let result = engine.obey(&command);
        let id = match part {
            "forgets-ids" => None,
            "wrong-ids" if engine.is_its_turn() => command.id.map(|id| id + 5),
            _ => command.id,
        };
        print!("{}", Response { id, result });
        io::stdout().flush().unwrap();
        if command.name == "quit" {
            if part == "stays" {
                sleep_for_ever();
            }
            return;
        }
        if part == "leaves-after-a-move" && command.name == "get_value" {
            return;
        }
    }
}

impl Engine {
    fn is_its_turn(&self) -> bool {
        self.genmoves >= TURN_TO_ACT
    }

    fn obey(&mut self, command: &Command) -> Answer {
        let words: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        let colour = |word: &&str| self.tables.variant().colour_named(word);
        let colour = words.first().and_then(colour);
        match (command.name.as_str(), colour, words.as_slice()) {
            ("list_commands", ..) if self.part == "knows-little" => Err("what?".to_owned()),
            ("list_commands", ..) => Ok("clear_board\ngenmove\nget_value\nlog\nplay\nquit\n\
                set_game\nset_random_seed\ntime_left\ntime_settings"
                .to_owned()),
            ("set_game", ..) => {
                let variant = Variant::of_game_name(&command.rest).ok_or("unknown game")?;
                self.tables = Tables::new(variant);
                Ok(String::new())
            }
            ("clear_board", ..) => {
                self.pieces.clear();
                Ok(String::new())
            }
            ("quit", ..) => Ok(String::new()),
            ("play", Some(_), _) if self.part == "refuses" && self.genmoves > 0 => {
                Err("I do not like\tthis move".to_owned())
            }
            ("play", Some(colour), [_, mv]) => {
                self.pieces.push((colour, mv.parse().map_err(|_| "no move")?));
                Ok(String::new())
            }
            ("genmove", Some(colour), _) => {
                self.genmoves += 1;
                if self.is_its_turn()
                    && let Some(answer) = misbehave(&self.part, &self.pieces)
                {
                    return answer;
                }
                self.choose(colour)
            }
            _ if self.part == "knows-little" => Err("what?".to_owned()),
            ("set_random_seed", _, [seed]) => {
                self.seed = seed.parse().map_err(|_| "no seed")?;
                Ok(String::new())
            }
            ("get_value", ..) => Ok("0.75".to_owned()),
            ("log", ..) => {
                self.log = Some(File::create(&command.rest).map_err(|error| error.to_string())?);
                Ok(String::new())
            }
            ("time_settings", ..) => Ok(String::new()),
            // As strict as the standard.
            ("time_left", Some(_), [_, seconds, _]) => {
                seconds.parse::<u32>().map(|_| String::new()).map_err(|_| "no whole number".into())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn choose(&mut self, colour: Colour) -> Answer {
        let position = Position::set_up(&self.tables, self.pieces.iter().copied(), colour);
        let position = position.map_err(|error| error.to_string())?;
        let mv = choice(&position, self.seed);
        self.pieces.push((colour, mv));
        Ok(mv.to_string())
    }
}

/// What an engine of this seed plays in a position.
pub fn choice(position: &Position, seed: u64) -> Move {
    let mut rng = game_rng(seed, position.moves_played() as u64);
    position.sample_move(&mut rng).unwrap()
}

/// What a part does instead of playing.
fn misbehave(part: &str, pieces: &[(Colour, Move)]) -> Option<Answer> {
    let answer = |text: &str| Some(Ok(text.to_owned()));
    match part {
        "dies" => {
            eprintln!("out of memory");
            process::exit(4);
        }
        "dies-and-leaves-another" => {
            // It keeps the pipes open.
            Program::new(super::program()).args(["act", "sleeps"]).spawn().unwrap();
            process::exit(5);
        }
        "hangs" | "stays" => sleep_for_ever(),
        "floods" => repeat("= f9,e10", "x"),
        "floods-lines" => repeat("= f9,e10\n", "and so on\n"),
        "floods-blank-lines" => repeat("", "\n"),
        "babbles" => repeat("", "hello\tworld\n"),
        "plays-illegally" => answer(&pieces[0].1.to_string()),
        "answers-nonsense" => answer("xyz"),
        "answers-nothing" => answer(""),
        "refuses-to-move" => Some(Err("no mood".to_owned())),
        "passes" => answer("pass"),
        "resigns" => answer("Resign"),
        "is-slow" => {
            thread::sleep(Duration::from_millis(150));
            None
        }
        "complains" => {
            // Much more than a pipe holds.
            let line = "warning ".repeat(1000);
            for _ in 0..200 {
                eprintln!("{line}");
            }
            None
        }
        _ => None,
    }
}

fn repeat(first: &str, text: &str) -> ! {
    let mut out = io::stdout();
    let block = text.repeat(1000);
    let mut written = out.write_all(first.as_bytes());
    while written.is_ok() {
        written = out.write_all(block.as_bytes());
    }
    process::exit(6);
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_hours(1));
    }
}
