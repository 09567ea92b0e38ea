//! `cornerwise openings`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::{Found, Opening, OpeningSearch};
use cornerwise_core::Tables;
use cornerwise_core::record::Record;

use crate::games::Format;
use crate::input;
use crate::interrupt;
use crate::output::{self, Outcome};
use crate::progress::Ticker;
use crate::registry::registry;

/// More threads than any machine has would only be a slip of the hand.
const MOST_THREADS: usize = 1024;
/// Candidates for each opening that is wanted, unless somebody says otherwise.
const TRIES: u64 = 100;

#[derive(ClapArgs)]
#[command(after_help = "\
A candidate is played move by move, each drawn from those that a quick search of the agent considers, in proportion \
to its visits. Then the agent judges it with all that its spec allows, in the place of each colour in turn, since whoever moves \
is an optimist: it is kept when every player's mean share of the win is within the tolerance of an equal one. Positions that came up before, be it mirrored or in another order of moves, are left out.

The file has a game for each opening: a comment at the last move has the values, the one at the root how it was made. `match` and \
`tournament` play from it with --openings FILE.

A candidate depends on the seed and its number alone, so that the file is the same for any number of threads; with an agent that is \
limited by time, or has several threads itself, it is another one each time.

When the candidates or your patience (Ctrl-C) end first, the file has what was found, and the exit code is 1.

Examples:
  cornerwise openings duo --count 50 --agent uct-enhanced:sims=4000 --out even.blksgf
  cornerwise openings classic --plies 8 --count 20 --agent uct-enhanced:sims=2000 --tolerance 0.1 --out even.blksgf
  cornerwise match largest corners --openings even.blksgf")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
    /// How many moves each has
    #[arg(long, value_name = "N", default_value_t = 4)]
    plies: usize,
    /// Who plays and judges them: an agent that has an opinion on who wins, such as uct
    #[arg(long, value_name = "SPEC", default_value = "uct-enhanced:sims=4000")]
    agent: String,
    /// The most simulations for a move of a candidate
    #[arg(long, value_name = "N", default_value_t = 300)]
    quick: u64,
    /// How far each player's share of the win, 0 to 1, may be from an equal one
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    tolerance: f64,
    /// Which random choices
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// The most candidates to look at [default: 100 for each opening]
    #[arg(long, value_name = "N")]
    tries: Option<u64>,
    /// How many threads look at candidates
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// The .blksgf file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    check(args)?;
    let tables = Tables::new(input::variant(&args.variant)?);
    let search = OpeningSearch {
        tables,
        plies: args.plies,
        agent: args.agent.clone(),
        quick: args.quick,
        tolerance: args.tolerance,
        seed: args.seed,
    };
    interrupt::listen()?;
    let tries = args.tries.unwrap_or(args.count as u64 * TRIES);
    let ticker = Ticker::new();
    let watch = |found: &Found| {
        let (kept, tried) = (found.openings.len(), found.tried);
        ticker.tick(|| format!("{kept} of {} openings, {tried} candidates", args.count));
    };
    let found =
        search.run(registry(), args.count, tries, args.threads, &interrupt::stop(), watch)?;
    drop(ticker);
    let short = found.openings.len() < args.count;
    if short && interrupt::asked() {
        writeln!(out, "interrupted after {} of {} openings", found.openings.len(), args.count)?;
    }
    if !found.openings.is_empty() {
        let records: Result<Vec<Record>> =
            found.openings.iter().map(|opening| record(args, &search, opening)).collect();
        let text = Record::write(&records?);
        if let Err(error) = output::write_file(&args.out, text.as_bytes()) {
            // What took long to find is not lost.
            write!(out, "{text}")?;
            return Err(error);
        }
    }
    write!(out, "{}", told(args, &found))?;
    Ok(if short { Outcome::Negative } else { Outcome::Success })
}

fn check(args: &Args) -> Result<()> {
    let limits = [
        ("--count", args.count as u64),
        ("--plies", args.plies as u64),
        ("--quick", args.quick),
        ("--tries", args.tries.unwrap_or(1)),
    ];
    for (name, limit) in limits {
        ensure!(limit > 0, "{name} is 0; it can be 1 or more");
    }
    let (threads, tolerance) = (args.threads, args.tolerance);
    ensure!(
        (1..=MOST_THREADS).contains(&threads),
        "--threads is {threads}; it can be 1 to {MOST_THREADS}"
    );
    ensure!((0.0..=1.0).contains(&tolerance), "--tolerance is {tolerance}; it can be 0 to 1");
    if Format::of(&args.out)? != Format::Blksgf {
        bail!("{}: openings are kept in a .blksgf file", args.out.display());
    }
    Ok(())
}

/// The opening as a game, with how it was made.
fn record(args: &Args, search: &OpeningSearch, opening: &Opening) -> Result<Record> {
    let mut record = Record::of_game(&search.tables, &opening.moves)
        .with_context(|| format!("cannot write openings of {}", args.variant))?;
    let Args { variant, count, plies, agent, quick, tolerance, seed, .. } = args;
    let made = format!(
        "Candidate {} of: cornerwise openings {variant} --count {count} --plies {plies} --agent {agent} \
         --quick {quick} --tolerance {tolerance} --seed {seed}",
        opening.number
    );
    record.set_comment(record.root(), &made);
    let values: Vec<String> = opening.values.iter().map(|value| format!("{value:.3}")).collect();
    let end = *record.main_line().last().expect("a line has a root");
    record.set_comment(end, &format!("values {}", values.join(" ")));
    Ok(record)
}

/// How many candidates were worth it.
fn told(args: &Args, found: &Found) -> String {
    let kept = found.openings.len();
    let share = 100.0 * kept as f64 / found.tried.max(1) as f64;
    let mut parts = vec![format!("{} uneven", found.uneven), format!("{} doubles", found.doubles)];
    if found.short > 0 {
        parts.push(format!("{} over too soon", found.short));
    }
    let parts = parts.join(", ");
    let place =
        if kept > 0 { format!(" in {}", args.out.display()) } else { ", no file".to_owned() };
    format!(
        "{kept} openings{place}: {share:.1} % of {} candidates; the others: {parts}\n",
        found.tried
    )
}
