//! `cornerwise learn play`

use std::env;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_learn::{Plan, SelfPlay};

use crate::input;
use crate::interrupt;
use crate::matches::concurrency;
use crate::output::Outcome;
use crate::progress::Progress;
use crate::registry::registry;
use crate::shell;

/// As many as nobody can wait for.
const MOST_GAMES: u64 = 1_000_000_000;
/// A game is not longer.
const MOST_PLIES: usize = 84;

#[derive(ClapArgs)]
#[command(after_help = "\
One agent sits in all seats. A game begins with up to --random-plies moves, each number of them \
equally likely, which are drawn by the linear policy that comes with the program.

The name of the file says its format: .parquet is a row for each position, any other name JSON \
lines, a line for each game. Both have the moves and, for every position that was searched, how \
often each move was tried and what was expected for every player; `cornerwise data` tells more. \
Games depend on the seed and their number alone and are written in order, so that the file is the \
same for any --concurrency, unless the agent's limit is a time or it has several threads itself.

Ctrl-C ends it. Nothing but the games under way is lost, and the same command goes on, also with \
more --games. A Parquet file cannot grow: until there are as many games as are wanted they are \
kept in a journal beside it, FILE.parquet.jsonl, which is a file of games itself.

Examples:
  cornerwise learn play duo --agent mcts:sims=2000 --games 2000 --out duo.jsonl
  cornerwise learn play classic --agent mcts:sims=1000 --games 500 --concurrency 2 --out classic.parquet")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// Who plays; only of an agent that searches, such as mcts, there is more to learn than who won
    #[arg(long, value_name = "SPEC", default_value = "mcts:sims=1000")]
    agent: String,
    /// How many games, with those that are there
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// What all chance depends on
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// The most moves that are drawn by chance before the agent plays [default: one for each colour]
    #[arg(long, value_name = "K")]
    random_plies: Option<usize>,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// The file, .jsonl or .parquet, which goes on if it is there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Args { games, random_plies, .. } = *args;
    ensure!((1..=MOST_GAMES).contains(&games), "--games is {games}; it can be 1 to {MOST_GAMES}");
    let concurrency = concurrency(args.concurrency)?;
    let variant = input::variant(&args.variant)?;
    let mut plan = Plan::new(&variant, &args.agent, args.seed);
    if let Some(plies) = random_plies {
        ensure!(plies <= MOST_PLIES, "--random-plies is {plies}; it can be 0 to {MOST_PLIES}");
        plan.random_plies = plies;
    }
    let mut series = SelfPlay::open(plan, registry(), &args.out)?;
    interrupt::listen()?;
    let kept = series.games();
    if kept > 0 {
        eprintln!("{kept} games were played before, of {games} that are wanted");
    }
    let progress = Progress::new("games", games.saturating_sub(kept));
    series.run(games, concurrency, &interrupt::stop(), |_| progress.advance(1))?;
    drop(progress);

    let played = series.games();
    if played < games || series.path() != args.out {
        writeln!(out, "interrupted after {played} of {games} games")?;
        let again = env::args_os().map(|word| word.to_string_lossy().into_owned());
        writeln!(out, "to go on: {}", shell::command(again))?;
    }
    let name = variant.name();
    let path = series.path().display();
    writeln!(out, "{path}: {played} games of {name} by {}", args.agent)?;
    Ok(Outcome::Success)
}
