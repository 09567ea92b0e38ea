//! `cornerwise data check`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_core::Tables;
use cornerwise_dataset::Reader;

use super::tick;
use crate::output::Outcome;
use crate::progress::Ticker;

#[derive(ClapArgs)]
#[command(after_help = "\
Every game is replayed: moves and visits must be legal, and who moves, the scores, the shares of the win and \
the board at the end must be what the moves lead to. The first line or row that is wrong ends it with an \
error.

Example:
  cornerwise data check duo.parquet")]
pub struct Args {
    /// The files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    for path in &args.files {
        let mut reader = Reader::open(path)?;
        let tables = Tables::new(reader.variant().clone());
        let ticker = Ticker::new();
        while let Some(game) = reader.next() {
            game?.check(&tables).map_err(|error| reader.error(&error.to_string()))?;
            tick(&ticker, &reader);
        }
        drop(ticker);
        writeln!(out, "{}: {} games by the rules", path.display(), reader.games())?;
    }
    Ok(Outcome::Success)
}
