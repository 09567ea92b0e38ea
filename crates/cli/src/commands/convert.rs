//! `cornerwise convert`

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use cornerwise_core::record::{GameLine, Record};

use crate::games::{Format, LatestTables};
use crate::input;
use crate::output::{self, Outcome};

#[derive(ClapArgs)]
#[command(after_help = "\
The extensions say the formats: .blksgf holds games with comments and variations, .jsonl a bare game a line. \
From one to the same, moves and spaces are written in the usual way, and the counts and scores of a .jsonl \
file are computed again. The moves of the main lines must be legal.

Examples:
  cornerwise convert data/games_duo.jsonl duo.blksgf
  cornerwise convert game.blksgf game.jsonl")]
pub struct Args {
    /// The file to read, .blksgf or .jsonl
    from: PathBuf,
    /// The file to write, .blksgf or .jsonl
    to: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    // A wrong name is told before a long file is read.
    let format = Format::of(&args.to)?;
    let mut records = input::records(&args.from)?;
    let name = || args.from.display().to_string();
    let mut tables = LatestTables::default();
    let text = match format {
        Format::Blksgf => {
            for record in &mut records {
                let end = *record.main_line().last().context("a record has a root")?;
                let tables = tables.of(record.variant());
                record.position_at(&tables, end).with_context(name)?;
                record.normalise();
            }
            Record::write(&records)
        }
        Format::Jsonl => {
            let mut text = String::new();
            for record in &records {
                let tables = tables.of(record.variant());
                let moves = record.moves(&tables).with_context(name)?;
                let line = GameLine::of_game(&tables, &moves).with_context(name)?;
                text += &serde_json::to_string(&line)?;
                text.push('\n');
            }
            text
        }
    };
    output::write_file(&args.to, text.as_bytes())?;
    if format == Format::Jsonl
        && let Some(lost) = Lost::of(&records).describe()
    {
        eprintln!("note: {} does not hold {lost} of {}", args.to.display(), name());
    }
    let games = if records.len() == 1 { "game" } else { "games" };
    writeln!(out, "{}: {} {games}", args.to.display(), records.len())?;
    Ok(Outcome::Success)
}

/// What records have beside the moves of their main lines.
#[derive(Default)]
struct Lost<'r> {
    variations: usize,
    comments: usize,
    properties: BTreeSet<&'r str>,
}

impl Lost<'_> {
    fn of(records: &[Record]) -> Lost<'_> {
        let mut lost = Lost::default();
        for record in records {
            for node in record.tree().nodes() {
                lost.variations += record.tree().children(node).len().saturating_sub(1);
                for property in record.properties(node) {
                    match property.identifier() {
                        // The form of the file and the program that wrote it.
                        "FF" | "CA" | "AP" => {}
                        "C" => lost.comments += 1,
                        identifier if Record::is_game_property(identifier) => {}
                        identifier => drop(lost.properties.insert(identifier)),
                    }
                }
            }
        }
        lost
    }

    /// In words, if anything is lost.
    fn describe(&self) -> Option<String> {
        let count = |number: usize, noun: &str| match number {
            0 => None,
            1 => Some(format!("1 {noun}")),
            _ => Some(format!("{number} {noun}s")),
        };
        let identifiers = self.properties.iter().take(8).map(|word| &word[..word.len().min(20)]);
        let identifiers: Vec<&str> = identifiers.collect();
        let more = if self.properties.len() > identifiers.len() { ", …" } else { "" };
        let properties = (!identifiers.is_empty())
            .then(|| format!("the properties {}{more}", identifiers.join(", ")));
        let parts =
            [count(self.variations, "variation"), count(self.comments, "comment"), properties];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
