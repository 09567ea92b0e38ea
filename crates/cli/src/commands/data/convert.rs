//! `cornerwise data convert`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_dataset::convert;

use super::{check_name, watch};
use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
Nothing is lost from one format to the other and back. Files of older versions of `cornerwise learn play`, \
which do not grow any more, become files that do. The file is there whole or not at all, also after Ctrl-C.

Examples:
  cornerwise data convert duo.jsonl duo.parquet
  cornerwise data convert old.jsonl new.jsonl")]
pub struct Args {
    /// The file to read
    from: PathBuf,
    /// The file to write, .jsonl or .parquet
    to: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    check_name(&args.to)?;
    let games = convert(&args.from, &args.to, watch()?)?;
    writeln!(out, "{}: {games} games", args.to.display())?;
    Ok(Outcome::Success)
}
