//! `cornerwise data`

mod check;
mod convert;
mod info;
mod merge;

use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use clap::{Args as ClapArgs, Subcommand};
use cornerwise_dataset::{Format, Reader};

use crate::interrupt;
use crate::output::Outcome;
use crate::progress::Ticker;

#[derive(ClapArgs)]
#[command(after_help = "\
Files of games by `cornerwise learn play`, with what was searched in every position. There are two \
formats: .jsonl, a line for each game, and .parquet, a row for each position. What is in a file says which \
one it is, and every command reads both; a file that is written has the format of its name.

Examples:
  cornerwise data info duo.parquet
  cornerwise data convert duo.jsonl duo.parquet
  cornerwise data merge all.parquet monday.jsonl tuesday.parquet
  cornerwise data check all.parquet")]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Tell what is in files: games, positions, agents, results
    Info(info::Args),
    /// Write the games of a file in another format
    Convert(convert::Args),
    /// Write the games of several files to one
    Merge(merge::Args),
    /// Hold every game against the rules
    Check(check::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match &args.step {
        Step::Info(args) => info::run(args, out),
        Step::Convert(args) => convert::run(args, out),
        Step::Merge(args) => merge::run(args, out),
        Step::Check(args) => check::run(args, out),
    }
}

/// Says how far a reader is, now and then.
fn tick(ticker: &Ticker, reader: &Reader) {
    ticker.tick(|| {
        let (path, share) = (reader.path().display(), 100.0 * reader.progress());
        format!("{path}: {} games, {share:.0}% of the file", reader.games())
    });
}

/// Watches games that are written to a file, until Ctrl-C.
fn watch() -> Result<impl FnMut(&Reader) -> bool> {
    interrupt::listen()?;
    let ticker = Ticker::new();
    Ok(move |reader: &Reader| {
        tick(&ticker, reader);
        !interrupt::asked()
    })
}

/// A wrong name is told before a long file is read.
fn check_name(path: &Path) -> Result<()> {
    let name = path.display();
    ensure!(
        Format::of(path).is_some(),
        "{name}: the name of a file of searched games ends in .jsonl or .parquet"
    );
    Ok(())
}
