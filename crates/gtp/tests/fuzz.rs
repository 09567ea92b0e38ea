//! Thousands of lines, sensible ones and others.

mod common;

use std::collections::HashSet;
use std::io::Cursor;

use common::{engine, respond};
use cornerwise_core::{Colour, Game, GameRng, Generator, Move, Position, Variant, draw, game_rng};
use cornerwise_gtp::engine::{COMMANDS, session};
use cornerwise_gtp::protocol::{Command, Response};
use rand::RngExt;

const LINES: usize = 10_000;
const GAMES: [&str; 8] =
    ["Blokus Duo", "duo", "Blokus", "5x5", "6x6-3", "Blokus Two-Player", "classic-3", "nonsense"];

/// Whoever writes the lines: knows the game by the accepted commands alone.
struct Writer {
    rng: GameRng,
    game: Game,
}

impl Writer {
    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.rng.random_range(0..among.len())]
    }

    fn any_move(&mut self) -> String {
        let colours: Vec<Colour> = self.game.position().variant().colours().collect();
        let colour = self.pick(&colours);
        match self.game.position().sample_move_of(colour, &mut self.rng) {
            Some((mv, _)) => mv.to_string(),
            None => "pass".to_owned(),
        }
    }

    fn word(&mut self) -> String {
        match self.rng.random_range(0..12) {
            0..=4 => self.pick(&["b", "w", "1", "2", "3", "4", "red", "Green"]).to_owned(),
            5..=6 => self.any_move(),
            7 => self.pick(&["pass", "a1", "z99", "a1,a1", "a1,c3", "e10,", ""]).to_owned(),
            8 => self.rng.random_range(-3_i64..500).to_string(),
            9 => {
                self.pick(&["-1", "1e9", "nan", "99999999999999999999", "maxmoves", "0"]).to_owned()
            }
            10 => self.pick(&GAMES).to_owned(),
            _ => self.garbage(),
        }
    }

    fn garbage(&mut self) -> String {
        let length = self.rng.random_range(0..30);
        let bytes: Vec<u8> = (0..length).map(|_| self.rng.random_range(0..=255_u8)).collect();
        String::from_utf8_lossy(&bytes).replace('\n', " ")
    }

    fn line(&mut self) -> String {
        let colours: Vec<Colour> = self.game.position().variant().colours().collect();
        let colour = self.pick(&colours);
        let text = match self.rng.random_range(0..100) {
            0..=24 => match self.game.position().sample_move_of(colour, &mut self.rng) {
                Some((mv, _)) => format!("play {colour} {mv}"),
                None => format!("play {colour} pass"),
            },
            25..=34 => format!("genmove {colour}"),
            35..=39 => "g".to_owned(),
            40..=43 => format!("p {}", self.any_move()),
            44..=51 => "undo".to_owned(),
            52 => format!("set_game {}", self.pick(&GAMES)),
            53 => "clear_board".to_owned(),
            54..=55 => format!("analyze {colour} 5 maxmoves 2"),
            56..=59 => self.garbage(),
            _ => {
                // Files are not fuzzed: a name could be anybody's. The time differs each time.
                let apart = HashSet::from(["savesgf", "loadsgf", "quit", "cputime", "param"]);
                let names: Vec<_> = COMMANDS
                    .iter()
                    .map(|row| row.name)
                    .filter(|name| !apart.contains(name))
                    .collect();
                let mut text = self.pick(&names).to_owned();
                for _ in 0..self.rng.random_range(0..4) {
                    text = format!("{text} {}", self.word());
                }
                text
            }
        };
        match self.rng.random_range(0..8) {
            0 => format!("{} {text}", self.rng.random_range(0..=u32::MAX)),
            1 => format!("{text} # {}", self.garbage()),
            2 => format!("\t{text}\r"),
            _ => text,
        }
    }

    /// Does on the own game what was done.
    fn follow(&mut self, command: &Command, response: &Response) {
        let Ok(answer) = &response.result else { return };
        let words: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        let to_play = self.game.position().to_play();
        let named = |word: &str| self.game.position().variant().colour_named(word);
        let played: Option<(Option<Colour>, &str)> = match command.name.as_str() {
            "play" => Some((named(words[0]), words[1])),
            "genmove" => Some((named(words[0]), answer)),
            "p" => Some((to_play, words[0])),
            "g" => Some((to_play, answer)),
            _ => None,
        };
        match (played, command.name.as_str()) {
            (Some((_, mv)), _) if mv.eq_ignore_ascii_case("pass") => {}
            (Some((colour, mv)), _) => {
                let mv: Move = mv.parse().unwrap();
                self.game.play_as(colour.unwrap(), mv).unwrap();
            }
            (None, "undo") => assert!(self.game.undo().is_some()),
            (None, "clear_board") => self.game = self.anew(self.game.position().variant().clone()),
            (None, "set_game") => {
                let name = words.join(" ");
                let variant =
                    Variant::of_game_name(&name).or_else(|| name.to_lowercase().parse().ok());
                self.game = self.anew(variant.unwrap());
            }
            _ => {}
        }
    }

    fn anew(&self, variant: Variant) -> Game {
        let tables = self.game.position().tables();
        if *tables.variant() == variant {
            return Game::new(Position::new(tables));
        }
        Game::new(Position::start(variant))
    }
}

#[test]
fn whatever_is_said_is_answered_and_the_game_stays_true() {
    let mut engine = engine("duo", "largest");
    let mut writer =
        Writer { rng: game_rng(11, 0), game: Game::new(Position::start("duo".parse().unwrap())) };
    let (mut lines, mut responses) = (Vec::new(), String::new());
    let (mut done, mut refused) = (0, 0);
    for at in 0..LINES {
        let line = writer.line();
        let command = Command::read(&line);
        let response = respond(&mut engine, &line);
        assert_eq!(command.is_some(), response.is_some(), "{line:?}");
        if let (Some(command), Some(response)) = (command, response) {
            assert_eq!(response.id, command.id);
            match response.result {
                Ok(_) => done += 1,
                Err(ref error) => {
                    refused += 1;
                    assert!(error.lines().count() == 1 && error.len() < 500, "{line:?}: {error}");
                }
            }
            writer.follow(&command, &response);
            responses += &response.to_string();
        }
        lines.push(line);
        if at % 100 == 99 {
            check(&mut engine, &writer.game);
        }
    }
    assert!(done > LINES / 4 && refused > LINES / 10, "{done} done, {refused} refused");

    // The same lines through a stream.
    let mut out = Vec::new();
    let mut again = common::engine("duo", "largest");
    session(&mut again, Cursor::new(lines.join("\n").into_bytes()), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    let (out, responses): (Vec<_>, Vec<_>) =
        (out.split("\n\n").collect(), responses.split("\n\n").collect());
    assert_eq!(out.len(), responses.len());
    for (at, (ours, theirs)) in out.iter().zip(responses).enumerate() {
        // How far an analysis comes depends on when the next line arrives.
        let settled = |text: &str| text.split("\ninfo ").next().unwrap().to_owned();
        assert_eq!(settled(ours), settled(theirs), "response {at}");
    }
    check(&mut again, &writer.game);
}

/// The engine's game is the one that was played.
fn check(engine: &mut cornerwise_gtp::engine::Engine, game: &Game) {
    assert!(engine.game() == game);
    let position = game.position();
    for colour in position.variant().colours() {
        let mut moves = Vec::new();
        Generator::Corner.list(position, colour, &mut moves);
        let listed = common::ask(engine, &format!("all_legal {colour}"));
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(listed, moves.join("\n"));
    }
    let last: Vec<_> = game.placements().next_back().into_iter().collect();
    let drawn = draw::text(position, &last, draw::Ink::Plain);
    assert_eq!(common::ask(engine, "showboard").trim_start_matches('\n'), drawn);
}
