//! `cornerwise data info`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_dataset::{Format, Reader, Series, Summary};
use serde::Serialize;

use super::tick;
use crate::output::{Outcome, columns};
use crate::progress::Ticker;

#[derive(ClapArgs)]
#[command(after_help = "\
All games are read, one at a time. Searched positions are those with visits; a full search is one whose \
visits are worth learning from, others only chose the move.

Examples:
  cornerwise data info duo.parquet
  cornerwise data info duo.jsonl --json")]
pub struct Args {
    /// The files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a JSON object for each file
    #[arg(long)]
    json: bool,
}

/// What is told of a file.
#[derive(Serialize)]
struct About<'r> {
    file: String,
    format: String,
    /// Files of before have none.
    version: Option<u32>,
    bytes: u64,
    variant: &'r str,
    series: &'r [Series],
    #[serde(flatten)]
    summary: Summary,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    for path in &args.files {
        let mut reader = Reader::open(path)?;
        let mut summary = Summary::new(reader.header());
        let ticker = Ticker::new();
        while let Some(game) = reader.next() {
            summary.add(&game?);
            tick(&ticker, &reader);
        }
        drop(ticker);
        let header = reader.header();
        let about = About {
            file: path.display().to_string(),
            format: reader.format().to_string(),
            version: (reader.format() != Format::Legacy).then(|| header.version()),
            bytes: reader.bytes(),
            variant: header.variant_name(),
            series: &header.series,
            summary,
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&about)?)?;
        } else {
            write!(out, "{}", about.table())?;
        }
    }
    Ok(Outcome::Success)
}

impl About<'_> {
    fn table(&self) -> String {
        let summary = &self.summary;
        let seeds: Vec<String> = self.series.iter().map(|series| series.seed.to_string()).collect();
        let players = |numbers: &[f64], decimals: usize| {
            let numbers: Vec<String> =
                numbers.iter().map(|number| format!("{number:.decimals$}")).collect();
            numbers.join("  ")
        };
        let version = self.version.map(|version| format!(", version {version}"));
        let rows = [
            ("file", self.file.clone()),
            ("format", self.format.clone() + &version.unwrap_or_default()),
            ("variant", self.variant.to_owned()),
            ("agents", summary.agents.join("; ")),
            ("seeds", seeds.join(", ")),
            ("games", summary.games.to_string()),
            ("positions", summary.positions.to_string()),
            ("of openings", summary.opening_positions.to_string()),
            ("searched", summary.searched_positions.to_string()),
            ("searched in full", summary.full_positions.to_string()),
            ("with values", summary.valued_positions.to_string()),
            ("visits", summary.visits.to_string()),
            ("moves of a game", format!("{:.1}", summary.mean_length)),
            ("shares of the win", players(&summary.win_shares, 3)),
            ("mean scores", players(&summary.mean_scores, 1)),
        ];
        columns(&rows.map(|(name, value)| vec![name.to_owned(), value]))
    }
}
