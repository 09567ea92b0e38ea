//! `cornerwise contest`

mod host;
mod player;
mod serial;

use std::io::Write;

use anyhow::{Context, Result, bail};
use clap::{Args as ClapArgs, Subcommand};
use cornerwise_gtp::contest::Player;
use cornerwise_gtp::contest::message::Team;

use crate::input;
use crate::opponent::Opponent;
use crate::output::Outcome;
use crate::registry::agent;

#[derive(ClapArgs)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
The player answers a host of the Blokus Duo design contests until the connection ends. The page \
docs/10-contest.md tells the protocol.

Examples:
  cornerwise contest --tcp localhost:4000 --team CW
  cornerwise contest --serial /dev/ttyUSB0 --time 800ms
  cornerwise contest host --listen localhost:4000 --games 4 --out games.blksgf"
)]
pub struct Args {
    #[command(subcommand)]
    part: Option<Part>,
    /// Where the host listens, as HOST:PORT
    #[arg(long, value_name = "ADDR", conflicts_with = "serial")]
    tcp: Option<String>,
    /// The device of the serial line, which is set to 115200 baud
    #[arg(long, value_name = "DEV")]
    serial: Option<std::path::PathBuf>,
    #[command(flatten)]
    own: OwnPlayer,
}

#[derive(Subcommand)]
enum Part {
    /// Wait for two players and be their referee
    Host(host::Args),
}

/// A player of ours.
#[derive(ClapArgs)]
struct OwnPlayer {
    /// Who plays (`cornerwise agents` lists them)
    #[arg(long, value_name = "SPEC", default_value = Opponent::DEFAULT)]
    agent: String,
    /// The two characters of the team
    #[arg(long, value_name = "XX", default_value = "CW")]
    team: String,
    /// The time for a move, with something left of the host's limit for the way
    #[arg(long, value_name = "T", default_value = "900ms")]
    time: String,
    /// Which random choices
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
}

impl OwnPlayer {
    fn player(&self) -> Result<Player> {
        let team = Team::new(&self.team);
        let team = team.context("--team is two visible ASCII characters, such as CW")?;
        Ok(Player::new(agent(&self.agent)?, team, input::time("--time", &self.time)?, self.seed))
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match (&args.part, &args.tcp, &args.serial) {
        (Some(Part::Host(args)), ..) => host::run(args, out),
        (None, Some(address), _) => player::over_tcp(address, args.own.player()?),
        (None, None, Some(device)) => player::over_serial(device, args.own.player()?),
        (None, None, None) => bail!("where is the host? Give --tcp or --serial (try --help)"),
    }
}
