//! `cornerwise verify`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use serde::Serialize;

use crate::games::GameLines;
use crate::output::Outcome;

/// How many mismatches of a file are told one by one.
const TOLD: usize = 10;

#[derive(ClapArgs)]
#[command(after_help = "\
Every line of a file is a game:
  {\"variant\":\"7x7\",\"moves\":[…],\"legal_counts\":[…],\"area\":[…],\"advanced\":[…]}
Every count, pass and score is checked with all three move generators. Only `variant` and `moves` must be \
there; without `legal_counts`, forced passes may be left out of `moves`.

The exit code is 1 if anything differs from the rules.

Example:
  cornerwise verify data/games_*.jsonl")]
pub struct Args {
    /// Files of games, .jsonl
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print a JSON object with the counts and the mismatches of every file
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let mut reports = Vec::new();
    for path in &args.files {
        let report = Report::of(path)?;
        if !args.json {
            report.print(out)?;
        }
        reports.push(report);
    }
    let ok = reports.iter().all(|report| report.mismatches == 0);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Summary { ok, files: reports })?)?;
    }
    Ok(if ok { Outcome::Success } else { Outcome::Negative })
}

#[derive(Serialize)]
struct Summary {
    ok: bool,
    files: Vec<Report>,
}

/// What was found in a file.
#[derive(Serialize)]
struct Report {
    file: String,
    games: usize,
    plies: usize,
    mismatches: usize,
    /// The first of them.
    first: Vec<Mismatch>,
}

#[derive(Serialize)]
struct Mismatch {
    line: usize,
    ply: usize,
    expected: String,
    found: String,
    /// The generator that found it, if not all do.
    generator: Option<String>,
    #[serde(skip)]
    text: String,
}

impl Report {
    fn of(path: &Path) -> Result<Report> {
        let file = path.display().to_string();
        let mut report = Report { file, games: 0, plies: 0, mismatches: 0, first: Vec::new() };
        let mut lines = GameLines::open(path)?;
        while let Some(line) = lines.next()? {
            let verification =
                line.game.verify(&line.tables).with_context(|| line.place.clone())?;
            report.games += 1;
            report.plies += verification.plies;
            report.mismatches += verification.mismatches.len();
            let room = TOLD - report.first.len();
            let first = verification.mismatches.into_iter().take(room);
            report.first.extend(first.map(|mismatch| Mismatch {
                text: format!("{}: {mismatch}", line.place),
                line: line.number,
                ply: mismatch.ply,
                expected: mismatch.expected,
                found: mismatch.found,
                generator: mismatch.generator.map(|generator| generator.to_string()),
            }));
        }
        Ok(report)
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        for mismatch in &self.first {
            writeln!(out, "{}", mismatch.text)?;
        }
        let Report { file, games, plies, mismatches, .. } = self;
        let verdict = match mismatches {
            0 => "all as the rules say".to_owned(),
            1 => "1 mismatch".to_owned(),
            n if *n > self.first.len() => format!("{n} mismatches, the first {TOLD} above"),
            n => format!("{n} mismatches"),
        };
        writeln!(out, "{file}: {games} games, {plies} plies, {verdict}")?;
        // A file can take long; what is known is told at once.
        out.flush()?;
        Ok(())
    }
}
