//! A program that has a board and knows whose turn it is.

use std::time::Duration;

use cornerwise_core::{Colour, Move, Position, Variant};
use cornerwise_engine::{Stop, TimeLeft};

use super::failure::{Failure, one_line};
use super::path::{Placement, path};
use super::remote::Launch;
use super::session::Session;

/// A program that was started, and what it has been told.
pub struct Peer {
    session: Session,
    /// The limit of all commands but the one that asks for a move.
    limit: Duration,
    /// The commands that it knows, where it says so.
    commands: Option<Vec<String>>,
    game: Option<String>,
    /// The moves on its board; `None` when it has to be cleared.
    board: Option<Vec<Placement>>,
    /// Whether it was told in this game that a clock runs.
    has_clock: bool,
}

impl Peer {
    /// Starts the program and tells it what the user wants it to be told.
    pub fn start(launch: &Launch, stop: &Stop) -> Result<Peer, Failure> {
        let session = Session::start(&launch.program, &launch.arguments)?;
        let limit = launch.start;
        let mut peer =
            Peer { session, limit, commands: None, game: None, board: None, has_clock: false };
        let list = peer.session.ask("list_commands", limit, stop)?;
        peer.commands = list.ok().map(|list| list.split_whitespace().map(str::to_owned).collect());
        for command in &launch.send {
            peer.tell(command, stop)?;
        }
        Ok(peer)
    }

    /// Whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.session.has_ended()
    }

    /// Another game begins: the board is cleared before the next move.
    pub fn forget_game(&mut self) {
        self.board = None;
    }

    /// Sends a command that must succeed.
    fn tell(&mut self, command: &str, stop: &Stop) -> Result<(), Failure> {
        match self.session.ask(command, self.limit, stop)? {
            Ok(_) => Ok(()),
            Err(message) => {
                let (command, message) = (one_line(command), one_line(&message));
                Err(Failure::Refused { command, message })
            }
        }
    }

    /// Sends a command that not everybody knows; `None` when the program does not, or refuses.
    fn try_to_ask(&mut self, command: &str, stop: &Stop) -> Result<Option<String>, Failure> {
        let name = command.split(' ').next().unwrap_or_default();
        if self.commands.as_ref().is_some_and(|known| !known.iter().any(|it| it == name)) {
            return Ok(None);
        }
        Ok(self.session.ask(command, self.limit, stop)?.ok())
    }

    /// Makes the board of the program that of a position. Only what it lacks is sent, if that is all there is to change.
    pub fn follow(
        &mut self,
        position: &Position,
        history: &[Move],
        seed: Option<u64>,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let variant = position.variant();
        let game = variant.game_name();
        let game = game.ok_or_else(|| Failure::CustomVariant(variant.name().to_owned()))?;
        if self.game.as_ref() != Some(&game) {
            self.tell(&format!("set_game {game}"), stop)?;
            self.game = Some(game);
            self.board = None;
        }
        let known = self.board.as_deref().unwrap_or_default();
        let moves = path(position, history, known).ok_or(Failure::SetUp)?;
        let mut board = match self.board.take() {
            Some(board) if moves.starts_with(&board) => board,
            _ => {
                self.clear(seed, stop)?;
                Vec::new()
            }
        };
        for &(colour, mv) in &moves[board.len()..] {
            self.tell(&format!("play {} {mv}", word(variant, colour)), stop)?;
            board.push((colour, mv));
        }
        self.board = Some(board);
        Ok(())
    }

    fn clear(&mut self, seed: Option<u64>, stop: &Stop) -> Result<(), Failure> {
        self.tell("clear_board", stop)?;
        self.has_clock = false;
        if let Some(seed) = seed {
            self.try_to_ask(&format!("set_random_seed {seed}"), stop)?;
        }
        Ok(())
    }

    /// Tells what is left on the clock, as far as the program wants to know.
    ///
    /// The protocol has no increments. A clock that has them is told as one without, and what is left grows.
    pub fn tell_clock(
        &mut self,
        variant: &Variant,
        colour: Colour,
        left: TimeLeft,
        stop: &Stop,
    ) -> Result<(), Failure> {
        if !self.has_clock {
            let settings = |seconds: &str| match left.moves {
                None => format!("time_settings {seconds} 0 0"),
                Some(moves) => format!("time_settings 0 {seconds} {moves}"),
            };
            self.tell_time(left.main, settings, stop)?;
            self.has_clock = true;
        }
        let (word, moves) = (word(variant, colour), left.moves.unwrap_or(0));
        self.tell_time(left.main, |seconds| format!("time_left {word} {seconds} {moves}"), stop)
    }

    /// Sends a command with a time. The standard has whole seconds, which are too coarse for fast games; they are for
    /// those who understand nothing else.
    fn tell_time(
        &mut self,
        time: Duration,
        command: impl Fn(&str) -> String,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let whole = time.as_secs().to_string();
        if time.subsec_millis() == 0 {
            self.try_to_ask(&command(&whole), stop)?;
        } else {
            let exact = format!("{:.3}", time.as_secs_f64());
            if self.try_to_ask(&command(&exact), stop)?.is_none() {
                self.try_to_ask(&command(&whole), stop)?;
            }
        }
        Ok(())
    }

    /// Asks for a move in the position that the program follows.
    pub fn choose(
        &mut self,
        position: &Position,
        colour: Colour,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Move, Failure> {
        let command = format!("genmove {}", word(position.variant(), colour));
        let answer = match self.session.ask(&command, limit, stop)? {
            Ok(answer) => answer,
            Err(message) => {
                return Err(Failure::Refused { command, message: one_line(&message) });
            }
        };
        match answer.trim().to_ascii_lowercase().as_str() {
            "resign" => return Err(Failure::Resigned),
            "pass" => return Err(Failure::Passes),
            _ => {}
        }
        let mv: Move = answer.trim().parse().map_err(|error| {
            let (command, answer) = (command.clone(), one_line(&answer));
            Failure::NotAMove { command, answer, error }
        })?;
        position.check(colour, mv).map_err(|error| Failure::Illegal { mv, error })?;
        if let Some(board) = &mut self.board {
            board.push((colour, mv));
        }
        Ok(mv)
    }

    /// Every player's share of the win as the program sees it after its move, in games of two players.
    pub fn values(
        &mut self,
        position: &Position,
        stop: &Stop,
    ) -> Result<Option<Vec<f64>>, Failure> {
        let (Some(player), 2) = (position.player_to_play(), position.variant().player_count())
        else {
            return Ok(None);
        };
        let answer = self.try_to_ask("get_value", stop)?;
        // Pentobi says 0 when it has not searched.
        let value = answer.and_then(|answer| answer.trim().parse::<f64>().ok());
        let value = value.filter(|value| *value > 0.0 && *value <= 1.0);
        Ok(value.map(|value| {
            let mut values = vec![1.0 - value; 2];
            values[player.index()] = value;
            values
        }))
    }

    /// Tells the program to leave.
    pub fn quit(self) {
        self.session.quit();
    }
}

/// How the protocol names a colour: `b` and `w` where there are two, else by number.
fn word(variant: &Variant, colour: Colour) -> &'static str {
    let words: &[_] = if variant.colour_count() == 2 { &["b", "w"] } else { &["1", "2", "3", "4"] };
    words[colour.index()]
}
