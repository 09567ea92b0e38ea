//! Reading files of games, whatever their format.

use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use cornerwise_core::Variant;

use crate::columnar::{MAGIC, ParquetReader};
use crate::error::{FileError, damaged, io_error};
use crate::game::SearchedGame;
use crate::header::Header;
use crate::jsonl::JsonlReader;

/// How games are written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A header and a line for each game.
    Jsonl,
    /// A row for each position.
    Parquet,
    /// JSON lines of before the format had a name; they are read, but no longer written.
    Legacy,
}

impl Format {
    /// The format in which a file of this name is written.
    pub fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "jsonl" => Some(Format::Jsonl),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
            Format::Legacy => "old jsonl",
        })
    }
}

/// The games of a file, one at a time: never more than some of them are in memory.
pub struct Reader {
    path: PathBuf,
    /// Of the file, in bytes.
    length: u64,
    inner: Inner,
    variant: Variant,
    games: u64,
    /// Nothing is read after the end or an error.
    is_broken: bool,
}

enum Inner {
    Jsonl(Box<JsonlReader>),
    Parquet(Box<ParquetReader>),
}

impl Reader {
    /// Opens a file; what is in it says its format, not its name.
    ///
    /// # Errors
    /// When it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Reader, FileError> {
        let refused = |error| io_error(path, error);
        let mut file = File::open(path).map_err(refused)?;
        let mut start = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start).map_err(refused)?;
        file.seek(SeekFrom::Start(0)).map_err(refused)?;
        let length = file.metadata().map_err(refused)?.len();
        let inner = if start == MAGIC {
            Inner::Parquet(Box::new(ParquetReader::new(path, file)?))
        } else {
            Inner::Jsonl(Box::new(JsonlReader::new(path, file)?))
        };
        let variant = inner.header().variant();
        let variant = variant.map_err(|error| damaged(path, None, &error.to_string()))?;
        Ok(Reader { path: path.to_owned(), length, inner, variant, games: 0, is_broken: false })
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// What all games have in common.
    pub fn header(&self) -> &Header {
        self.inner.header()
    }

    /// What is played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// How the file is written.
    pub fn format(&self) -> Format {
        match &self.inner {
            Inner::Jsonl(reader) if reader.is_legacy() => Format::Legacy,
            Inner::Jsonl(_) => Format::Jsonl,
            Inner::Parquet(_) => Format::Parquet,
        }
    }

    /// How many games were read.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Which share of the file was read, 0 to 1.
    pub fn progress(&self) -> f64 {
        let (done, all) = match &self.inner {
            Inner::Jsonl(reader) => (reader.bytes(), self.length),
            Inner::Parquet(reader) => (self.games, reader.games()),
        };
        done as f64 / all.max(1) as f64
    }

    /// An error that names the place of the last game: its line, or its first row.
    pub fn error(&self, reason: &str) -> FileError {
        match &self.inner {
            Inner::Jsonl(reader) => damaged(&self.path, Some(reader.line()), reason),
            Inner::Parquet(reader) => reader.wrong(reader.row(), reason),
        }
    }

    fn read(&mut self) -> Result<Option<SearchedGame>, FileError> {
        let game = match &mut self.inner {
            Inner::Jsonl(reader) => reader.next()?,
            Inner::Parquet(reader) => reader.next()?,
        };
        match (&game, &self.inner) {
            (Some(_), _) => self.games += 1,
            (None, Inner::Parquet(reader)) if reader.games() != self.games => {
                let reason =
                    format!("{} games, where there should be {}", self.games, reader.games());
                return Err(damaged(&self.path, None, &reason));
            }
            _ => {}
        }
        Ok(game)
    }
}

impl Inner {
    fn header(&self) -> &Header {
        match self {
            Inner::Jsonl(reader) => reader.header(),
            Inner::Parquet(reader) => reader.header(),
        }
    }
}

/// Nothing comes after an error.
impl Iterator for Reader {
    type Item = Result<SearchedGame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_broken {
            return None;
        }
        let game = self.read().transpose();
        self.is_broken = !matches!(game, Some(Ok(_)));
        game
    }
}
