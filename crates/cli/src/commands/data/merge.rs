//! `cornerwise data merge`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_dataset::merge;

use super::{check_name, watch};
use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
All files have games of one variant. Games keep their seeds and numbers, so that a split holds out \
the same ones; a game that is there twice is refused. The file is there whole or not at all, also after Ctrl-C.

Example:
  cornerwise data merge all.parquet monday.jsonl tuesday.parquet")]
pub struct Args {
    /// The file to write, .jsonl or .parquet
    to: PathBuf,
    /// The files to read
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    check_name(&args.to)?;
    let games = merge(&args.from, &args.to, watch()?)?;
    let (name, files) = (args.to.display(), args.from.len());
    writeln!(out, "{name}: {games} games of {files} files")?;
    Ok(Outcome::Success)
}
