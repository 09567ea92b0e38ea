//! `cornerwise playouts`

mod report;
mod series;
mod totals;

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_core::Tables;

use crate::input;
use crate::interrupt;
use crate::output::Outcome;
use crate::progress::Progress;
use report::Report;
use series::Series;

/// More threads than any machine has would only be a slip of the hand.
const MOST_THREADS: usize = 1024;
/// Batches are counted in 64 bits with room to spare.
const MOST_GAMES: u64 = 1 << 48;

#[derive(ClapArgs)]
#[command(after_help = "\
The statistics depend on the seed, not on the number of threads. Ctrl-C stops early and prints those of \
the games played so far.

The test of the first-player advantage is Pearson's χ² over the games that one player won alone, against \
equal wins for all: a small p-value says that the seat matters.

With --agents these play instead of chance, one for each player. They move up by one seat with every game, \
so that nobody keeps the first one; the results are told for each agent and seat.

Examples:
  cornerwise playouts duo --games 100000 --threads 2
  cornerwise playouts 10x10-4 --games 5000 --seed 7 --json
  cornerwise playouts duo --games 100 --agents largest corners")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// How many games
    #[arg(long, value_name = "N")]
    games: u64,
    /// How many threads play
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Which games
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// Who plays, one agent for each player (`cornerwise agents` lists them) [default: chance]
    #[arg(long, value_name = "SPEC", num_args = 1..)]
    agents: Vec<String>,
    /// Print a JSON object; all of it but `timing` depends on variant, agents, games and seed alone
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    ensure!(
        (1..=MOST_GAMES).contains(&args.games),
        "--games is {}; it can be 1 to {MOST_GAMES}",
        args.games
    );
    ensure!(
        (1..=MOST_THREADS).contains(&args.threads),
        "--threads is {}; it can be 1 to {MOST_THREADS}",
        args.threads
    );
    let tables = Tables::new(input::variant(&args.variant)?);
    let (players, agents) = (tables.variant().player_count(), args.agents.len());
    ensure!(
        agents == 0 || agents == players,
        "--agents names {agents} agent(s); {} has {players} players",
        tables.variant().name()
    );
    interrupt::listen()?;
    let progress = Progress::new("games", args.games);
    let series = Series {
        tables: &tables,
        games: args.games,
        seed: args.seed,
        threads: args.threads,
        agents: &args.agents,
    };
    let totals = series.play(&progress)?;
    let elapsed = progress.elapsed();
    drop(progress);
    let report = Report {
        variant: tables.variant(),
        asked: args.games,
        seed: args.seed,
        threads: args.threads,
        agents: &args.agents,
        elapsed,
        totals: &totals,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report.json())?)?;
    } else {
        report.write(out)?;
    }
    Ok(Outcome::Success)
}
