//! Files of games.

use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use cornerwise_core::record::GameLine;
use cornerwise_core::{Tables, Variant};
use cornerwise_gtp::lines::Lines;

use crate::json_line::json;

/// How games are written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SGF, with comments and variations.
    Blksgf,
    /// A bare game a line.
    Jsonl,
}

impl Format {
    /// The format that a file's extension says.
    pub fn of(path: &Path) -> Result<Format> {
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        match extension.as_deref().and_then(OsStr::to_str) {
            Some("blksgf") => Ok(Format::Blksgf),
            Some("jsonl") => Ok(Format::Jsonl),
            _ => bail!("{}: the name of a file of games ends in .blksgf or .jsonl", path.display()),
        }
    }
}

/// Tables that are made anew only when the variant changes, for files of many games.
#[derive(Default)]
pub struct LatestTables(Option<Arc<Tables>>);

impl LatestTables {
    /// The tables of a variant.
    pub fn of(&mut self, variant: &Variant) -> Arc<Tables> {
        match &self.0 {
            Some(tables) if tables.variant() == variant => Arc::clone(tables),
            _ => Arc::clone(self.0.insert(Tables::new(variant.clone()))),
        }
    }
}

/// The games of a `.jsonl` file, one at a time.
pub struct GameLines {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    tables: LatestTables,
}

/// A game of a `.jsonl` file.
pub struct PlacedGame {
    /// The file and the line.
    pub place: String,
    /// The line, counted from 1.
    pub number: usize,
    pub game: GameLine,
    /// The tables of the game's variant.
    pub tables: Arc<Tables>,
}

impl GameLines {
    /// Reads games from a file.
    pub fn open(path: &Path) -> Result<GameLines> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let lines = Lines::new(BufReader::new(file));
        Ok(GameLines { path: path.to_owned(), lines, tables: LatestTables::default() })
    }

    /// The next game; empty lines are skipped.
    pub fn next(&mut self) -> Result<Option<PlacedGame>> {
        let path = self.path.display();
        while let Some(line) = self.lines.next().with_context(|| format!("cannot read {path}"))? {
            if line.text.trim().is_empty() {
                continue;
            }
            let place = format!("{path}:{}", line.number);
            let game: GameLine = json(&line).with_context(|| place.clone())?;
            let variant = game.variant().with_context(|| place.clone())?;
            let tables = self.tables.of(&variant);
            return Ok(Some(PlacedGame { place, number: line.number, game, tables }));
        }
        Ok(None)
    }
}
