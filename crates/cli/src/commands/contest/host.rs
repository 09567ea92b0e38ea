//! `cornerwise contest host`

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_core::record::Record;
use cornerwise_core::{Colour, Player as Seat};
use cornerwise_gtp::contest::message::Team;
use cornerwise_gtp::contest::{
    Board, Contestant, End, LocalContestant, Player, Referee, Remote, Report,
};

use crate::input;
use crate::output::{Outcome, write_file};
use crate::registry::agent;

/// For the way there and back, besides the time that a player has.
const GRACE: Duration = Duration::from_millis(200);
/// A program that has connected says at once who it is.
const GREETING: Duration = Duration::from_secs(5);
/// The player at home knows how long the way is.
const LOCAL_SHARE: f64 = 0.9;

#[derive(ClapArgs)]
#[command(after_help = "\
A player that is late, loses the connection or breaks a rule loses the game; after the first two the contest \
is over. Players take turns in moving first, and after every two games in the cells where they begin. \
The exit code is 1 when a game was lost without being played to its end.

Examples:
  cornerwise contest host --listen localhost:4000 --games 4 --out games.blksgf
  cornerwise contest host --listen 0.0.0.0:4000 --opponent uct-enhanced")]
pub struct Args {
    /// Where to listen, as HOST:PORT; with port 0 the system chooses one
    #[arg(long, value_name = "ADDR", default_value = "localhost:4000")]
    listen: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: usize,
    /// The time that a player has for a move; 0.2 s more are granted for the way
    #[arg(long, value_name = "T", default_value = "1s")]
    time: String,
    /// Write the games to this .blksgf file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play one of the players here, with this agent
    #[arg(long, value_name = "SPEC")]
    opponent: Option<String>,
    /// Which random choices of the opponent
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    ensure!(args.games > 0, "--games is 0; it can be 1 or more");
    let limit = input::time("--time", &args.time)?;
    let opponent =
        args.opponent.as_ref().map(|spec| local_opponent(args, spec, limit)).transpose()?;
    let address = &args.listen;
    let listener =
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    let local = listener.local_addr().with_context(|| address.clone())?;
    writeln!(out, "listening on {local}")?;
    out.flush()?;
    let mut guests = vec![guest(&listener, out)?];
    guests.push(match opponent {
        Some(opponent) => opponent,
        None => guest(&listener, out)?,
    });
    let guests = guests.try_into().ok().expect("there are two of them");
    Contest { args, referee: Referee::new(limit + GRACE), guests, records: Vec::new() }.run(out)
}

/// A contestant with a name.
type Guest = (Box<dyn Contestant>, Team);

/// Waits for somebody who knows the protocol.
fn guest(listener: &TcpListener, out: &mut impl Write) -> Result<Guest> {
    loop {
        let (stream, address) = listener.accept().context("cannot accept players")?;
        match Remote::greet(stream, GREETING) {
            Ok((remote, team)) => {
                writeln!(out, "{team} has come")?;
                out.flush()?;
                return Ok((Box::new(remote), team));
            }
            Err(fault) => eprintln!("{address} is no player: {fault}"),
        }
    }
}

fn local_opponent(args: &Args, spec: &str, limit: Duration) -> Result<Guest> {
    let team = Team::new("CW").expect("two characters");
    let player = Player::new(agent(spec)?, team, limit.mul_f64(LOCAL_SHARE), args.seed);
    Ok((Box::new(LocalContestant(player)), team))
}

struct Contest<'a> {
    args: &'a Args,
    referee: Referee,
    guests: [Guest; 2],
    records: Vec<Record>,
}

impl Contest<'_> {
    fn run(mut self, out: &mut impl Write) -> Result<Outcome> {
        let mut outcome = Outcome::Success;
        for game in 0..self.args.games {
            let [(one, one_team), (other, other_team)] = &mut self.guests;
            let players: [(&mut dyn Contestant, Team); 2] = if game % 2 == 0 {
                [(one.as_mut(), *one_team), (other.as_mut(), *other_team)]
            } else {
                [(other.as_mut(), *other_team), (one.as_mut(), *one_team)]
            };
            let board = if game / 2 % 2 == 0 { Board::Plain } else { Board::Turned };
            let [(first, first_team), (second, second_team)] = players;
            let teams = [first_team, second_team];
            let report = self.referee.play([first, second], board);
            let told = told(&report, teams);
            writeln!(out, "game {}: {first_team} – {second_team}: {told}", game + 1)?;
            out.flush()?;
            self.record(&report, teams, board, &told)?;
            if let End::Forfeit { loser, is_final, .. } = report.end {
                outcome = Outcome::Negative;
                if is_final && game + 1 < self.args.games {
                    let team = teams[loser.index()];
                    writeln!(out, "the contest ends here: {team} is out of it")?;
                    break;
                }
            }
        }
        Ok(outcome)
    }

    /// Keeps a game, and writes all so far: whatever happens next, they are not lost.
    fn record(
        &mut self,
        report: &Report,
        teams: [Team; 2],
        board: Board,
        told: &str,
    ) -> Result<()> {
        let Some(path) = &self.args.out else { return Ok(()) };
        let mut record = Record::of_game(self.referee.tables(), &report.moves)?;
        for (seat, team) in teams.iter().enumerate() {
            record.set_player_name(Seat::from_index(seat), &team.to_string());
        }
        let start = match board {
            Board::Plain => "",
            Board::Turned => "\nThe board is turned by half: who moved first began on (a,a).",
        };
        record.set_comment(record.root(), &format!("{told}{start}"));
        self.records.push(record);
        write_file(path, Record::write(&self.records).as_bytes())
    }
}

/// The result in words.
fn told(report: &Report, teams: [Team; 2]) -> String {
    let winner = |colour: usize| format!("{} wins", teams[colour]);
    match &report.end {
        End::Forfeit { loser, reason, .. } => {
            let team = teams[loser.index()];
            format!(
                "{}; {team} loses after {} moves: {reason}",
                winner(1 - loser.index()),
                report.moves.len()
            )
        }
        End::Played => {
            let scores: Vec<i32> =
                (0..2).map(|colour| report.position.score(Colour::from_index(colour))).collect();
            let result = match scores[0].cmp(&scores[1]) {
                std::cmp::Ordering::Greater => winner(0),
                std::cmp::Ordering::Less => winner(1),
                std::cmp::Ordering::Equal => "a draw".to_owned(),
            };
            format!("{result}, {} to {}", scores[0], scores[1])
        }
    }
}
