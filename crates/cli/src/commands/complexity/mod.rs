//! `cornerwise complexity`

mod report;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::complexity::{Curve, Survey, distribution_plot};
use cornerwise_core::{Position, Tables};
use cornerwise_engine::exact::TreeCounter;

use crate::input;
use crate::interrupt;
use crate::output::{self, Outcome};
use crate::progress::{Progress, Ticker};
use report::Report;

const MOST_THREADS: usize = 1024;
const MOST_SAMPLES: u64 = 1 << 32;
/// A game of a population takes up to 50 kB.
const LARGEST_POPULATION: usize = 1 << 16;

#[derive(ClapArgs)]
#[command(after_help = "\
Lines are the nodes of the game tree, forced passes not counted; finished games are its leaves. Three estimators are \
shown, all of them right on average. Knuth's is a random game's product of branching factors. The weighted one \
prefers large pieces and takes back the bias. A population is many games side by side, drawn anew at every ply \
in proportion to their moves. An estimator converges when many samples carry its mean; if it does not, its mean is \
mostly too low, and its interval means nothing.

Positions are what is on the board, whatever the order in which it came there.

The result depends on the seed and the sizes of the samples, not on the number of threads.

Examples:
  cornerwise complexity 20x20 --threads 2
  cornerwise complexity 7x7 --svg 7x7.svg
  cornerwise complexity 5x5 --exact --json")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// Random games for each of the first two estimators
    #[arg(long, value_name = "N", default_value_t = Survey::default().descents)]
    descents: u64,
    /// Populations for lines, and as many for positions
    #[arg(long, value_name = "N", default_value_t = Survey::default().populations)]
    populations: u64,
    /// Games of each population
    #[arg(long, value_name = "N", default_value_t = Survey::default().size)]
    population: usize,
    /// Count every line too, on a board up to 8x8
    #[arg(long)]
    exact: bool,
    /// Which random games
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// How many threads sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Draw the distribution of the single estimates into this file
    #[arg(long, value_name = "F")]
    svg: Option<PathBuf>,
    /// Print a JSON object, with sizes as decimal logarithms
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    ensure!(
        (2..=MOST_SAMPLES).contains(&args.descents),
        "--descents is {}; it can be 2 to {MOST_SAMPLES}",
        args.descents
    );
    ensure!(
        (2..=MOST_SAMPLES).contains(&args.populations),
        "--populations is {}; it can be 2 to {MOST_SAMPLES}",
        args.populations
    );
    ensure!(
        (1..=LARGEST_POPULATION).contains(&args.population),
        "--population is {}; it can be 1 to {LARGEST_POPULATION}",
        args.population
    );
    ensure!(
        (1..=MOST_THREADS).contains(&args.threads),
        "--threads is {}; it can be 1 to {MOST_THREADS}",
        args.threads
    );
    let tables = Tables::new(input::variant(&args.variant)?);
    let counter = args.exact.then(|| TreeCounter::new(&Position::new(&tables))).transpose()?;
    interrupt::listen()?;
    let survey = Survey {
        descents: args.descents,
        populations: args.populations,
        size: args.population,
        seed: args.seed,
    };
    let progress = Progress::new("parts", survey.jobs());
    let complexity =
        survey.run(&tables, args.threads, &interrupt::stop(), |_| progress.advance(1))?;
    let elapsed = progress.elapsed();
    drop(progress);
    let Some(complexity) = complexity else { return Ok(Outcome::Negative) };
    if let Some(path) = &args.svg {
        let names = ["Knuth", "weighted", "populations"];
        let sizes = [&complexity.knuth, &complexity.weighted, &complexity.populations];
        let curves = names
            .iter()
            .zip(&complexity.samples)
            .zip(sizes)
            .map(|((name, samples), sizes)| Curve { name, samples, mean: sizes.leaves.mean });
        let curves: Vec<Curve> = curves.collect();
        let plot = distribution_plot(tables.variant().name(), &curves);
        output::write_file(path, plot.as_bytes())?;
    }
    let counter = counter.map(count);
    let report = Report {
        variant: tables.variant(),
        survey,
        complexity: &complexity,
        counter: counter.as_ref(),
        elapsed,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report.json())?)?;
    } else {
        report.write(out)?;
    }
    let is_whole = counter.is_none_or(|counter| counter.is_done());
    Ok(if is_whole { Outcome::Success } else { Outcome::Negative })
}

/// Counts all layers, or as many as there are before the user interrupts.
fn count(mut counter: TreeCounter) -> TreeCounter {
    let ticker = Ticker::new();
    let stop = interrupt::stop();
    while counter.advance(&stop) {
        let (ply, last) = (counter.layers().len() - 1, counter.layers().last());
        let futures = last.map_or(0, |layer| layer.futures);
        ticker.tick(|| format!("{ply} moves, {futures} positions to go on from"));
    }
    counter
}
