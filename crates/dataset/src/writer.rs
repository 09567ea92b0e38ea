//! Writing files of games.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cornerwise_engine::files::NewFile;
use parquet::errors::ParquetError;

use crate::columnar::ParquetWriter;
use crate::error::{FileError, io_error};
use crate::game::SearchedGame;
use crate::header::Header;
use crate::reader::{Format, Reader};

/// A file of games that is there whole, once it is finished, or not at all.
pub struct Writer {
    path: PathBuf,
    inner: Inner,
}

enum Inner {
    Jsonl(BufWriter<NewFile>),
    Parquet(Box<ParquetWriter<BufWriter<NewFile>>>),
}

impl Writer {
    /// Begins a file in the format that its name says; JSON lines if it says none.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Writer, FileError> {
        let refused = |error| io_error(path, error);
        let mut file = BufWriter::with_capacity(1 << 16, NewFile::create(path).map_err(refused)?);
        let inner = if Format::of(path) == Some(Format::Parquet) {
            let writer = ParquetWriter::new(file, header);
            Inner::Parquet(Box::new(writer.map_err(parquet_error).map_err(refused)?))
        } else {
            line(&mut file, header).map_err(refused)?;
            Inner::Jsonl(file)
        };
        Ok(Writer { path: path.to_owned(), inner })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &SearchedGame) -> Result<(), FileError> {
        let added = match &mut self.inner {
            Inner::Jsonl(file) => line(file, game),
            Inner::Parquet(writer) => writer.add(game).map_err(parquet_error),
        };
        added.map_err(|error| io_error(&self.path, error))
    }

    /// Ends the file and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written; what was there before stays.
    pub fn finish(self) -> Result<(), FileError> {
        let file = match self.inner {
            Inner::Jsonl(file) => Ok(file),
            Inner::Parquet(writer) => writer.finish().map_err(parquet_error),
        };
        let kept = file.and_then(|file| file.into_inner()?.keep());
        kept.map_err(|error| io_error(&self.path, error))
    }
}

fn line(file: &mut impl Write, entry: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *file, entry)?;
    file.write_all(b"\n")
}

/// What the system said, if it was the system.
fn parquet_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}

/// Why files are not written anew.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Games of other rules.
    #[error("{path}: games of {variant}, after games of {before}; a file has one variant")]
    Variant {
        /// The file that differs from those before.
        path: PathBuf,
        /// Its variant.
        variant: String,
        /// Theirs.
        before: String,
    },
    /// A game is there already.
    #[error("{0} is there already")]
    Twice(FileError),
    /// Somebody wanted it to stop.
    #[error("interrupted; nothing was written")]
    Interrupted,
}

/// Writes the games of a file to another one, in the format that its name says. `watch` is asked after every game whether to go on, and gets the reader that it came from.
///
/// # Errors
/// When a file cannot be read or written. Nothing is written then.
pub fn convert(
    input: &Path,
    out: &Path,
    watch: impl FnMut(&Reader) -> bool,
) -> Result<u64, ConvertError> {
    let reader = Reader::open(input)?;
    let header = reader.header().clone();
    copy(vec![reader], &header, out, |_, _| Ok(()), watch)
}

/// Writes the games of several files of one variant to one file, in their order.
///
/// # Errors
/// When a file cannot be read or written, the variants differ, or a game is there twice. Nothing is written then.
pub fn merge(
    inputs: &[PathBuf],
    out: &Path,
    watch: impl FnMut(&Reader) -> bool,
) -> Result<u64, ConvertError> {
    let readers = inputs.iter().map(|path| Reader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = readers.first() else { return Ok(0) };
    let variant = first.variant().clone();
    let mut header = first.header().clone();
    for (path, reader) in inputs.iter().zip(&readers).skip(1) {
        if *reader.variant() != variant {
            let [before, variant] = [&variant, reader.variant()].map(|of| of.name().to_owned());
            return Err(ConvertError::Variant { path: path.clone(), variant, before });
        }
        header.merge(reader.header());
    }
    let mut known = HashSet::new();
    let new = |game: &SearchedGame, reader: &Reader| {
        if known.insert(identity(game)) {
            return Ok(());
        }
        let (number, seed) = (game.game, game.seed);
        Err(ConvertError::Twice(reader.error(&format!("game {number} of seed {seed}"))))
    };
    copy(readers, &header, out, new, watch)
}

fn copy(
    readers: Vec<Reader>,
    header: &Header,
    out: &Path,
    mut check: impl FnMut(&SearchedGame, &Reader) -> Result<(), ConvertError>,
    mut watch: impl FnMut(&Reader) -> bool,
) -> Result<u64, ConvertError> {
    let mut writer = Writer::create(out, header)?;
    let mut games = 0;
    for mut reader in readers {
        while let Some(game) = reader.next() {
            let game = game?;
            check(&game, &reader)?;
            writer.add(&game)?;
            games += 1;
            if !watch(&reader) {
                return Err(ConvertError::Interrupted);
            }
        }
    }
    writer.finish()?;
    Ok(games)
}

/// Tells games apart in eight bytes each, so that millions of them can be remembered.
fn identity(game: &SearchedGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.game, game.seed, &game.agents).hash(&mut hasher);
    game.turns.iter().for_each(|turn| turn.mv.hash(&mut hasher));
    hasher.finish()
}
