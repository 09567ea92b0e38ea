//! Games as JSON lines: a header, then a line for each game.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cornerwise_core::Tables;

use crate::error::{FileError, damaged, io_error};
use crate::game::SearchedGame;
use crate::header::Header;
use crate::journal;
use crate::legacy;
use crate::reader::Format;

/// A line of a file of others must not take all memory; the longest of ours is a thousandth of it.
const LONGEST: u64 = 256 << 20;

/// The lines of a file, one at a time. Half a line at the end, which a killed process leaves behind, does not count.
pub(crate) struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    line: Vec<u8>,
    number: usize,
    /// Bytes of whole lines.
    read: u64,
}

impl Lines {
    pub fn new(path: &Path, file: File) -> Lines {
        let file = BufReader::with_capacity(1 << 16, file);
        Lines { path: path.to_owned(), file, line: Vec::new(), number: 0, read: 0 }
    }

    /// How many bytes the whole lines have that were read.
    pub fn bytes(&self) -> u64 {
        self.read
    }

    /// The next whole line with its number, counted from 1.
    pub fn next(&mut self) -> Result<Option<(usize, &[u8])>, FileError> {
        self.line.clear();
        let mut bounded = self.file.by_ref().take(LONGEST);
        let read = bounded.read_until(b'\n', &mut self.line);
        read.map_err(|error| io_error(&self.path, error))?;
        if self.line.last() != Some(&b'\n') {
            if self.line.len() as u64 == LONGEST {
                return Err(damaged(&self.path, Some(self.number + 1), "the line is too long"));
            }
            return Ok(None);
        }
        self.number += 1;
        self.read += self.line.len() as u64;
        Ok(Some((self.number, &self.line)))
    }
}

/// What the lines after the first one are.
enum LineFormat {
    Games,
    /// As they were before the format had a name.
    Legacy(Arc<Tables>),
}

/// Reads the games of a file.
pub(crate) struct JsonlReader {
    lines: Lines,
    header: Header,
    kind: LineFormat,
}

impl JsonlReader {
    pub fn new(path: &Path, file: File) -> Result<JsonlReader, FileError> {
        let mut lines = Lines::new(path, file);
        let Some((number, line)) = lines.next()? else {
            let reason = if lines.line.is_empty() {
                "the file is empty"
            } else {
                "no file of games: its first line has no end"
            };
            return Err(damaged(path, None, reason));
        };
        let (header, format) = Header::read(path, number, line)?;
        let kind = match format {
            Format::Legacy => {
                let variant = header.variant().expect("it was read");
                LineFormat::Legacy(Tables::new(variant))
            }
            _ => LineFormat::Games,
        };
        Ok(JsonlReader { lines, header, kind })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn is_legacy(&self) -> bool {
        matches!(self.kind, LineFormat::Legacy(_))
    }

    /// The line of the last game, counted from 1.
    pub fn line(&self) -> usize {
        self.lines.number
    }

    /// How many bytes were read.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    pub fn next(&mut self) -> Result<Option<SearchedGame>, FileError> {
        let path = self.lines.path.clone();
        let Some((number, line)) = self.lines.next()? else { return Ok(None) };
        let game = match &self.kind {
            LineFormat::Games => journal::entry(&path, number, line)?,
            LineFormat::Legacy(tables) => {
                let line: legacy::LegacyGame = journal::entry(&path, number, line)?;
                let game = line.game(&self.header, tables);
                game.map_err(|error| damaged(&path, Some(number), &error.to_string()))?
            }
        };
        Ok(Some(game))
    }
}

impl Header {
    /// The header that the first line of a file is, and whether the file is of today; the path and the number of the line are for the message.
    ///
    /// # Errors
    /// When it is no header that we can read.
    pub fn read(path: &Path, number: usize, line: &[u8]) -> Result<(Header, Format), FileError> {
        let wrong = |reason: String| damaged(path, Some(number), &reason);
        // Whoever names no format and no series has a plan.
        if let Ok(plan) = serde_json::from_slice::<legacy::Plan>(line) {
            let header = plan.header().map_err(|error| wrong(error.to_string()))?;
            return Ok((header, Format::Legacy));
        }
        let header: Header = serde_json::from_slice(line)
            .map_err(|error| wrong(format!("no header of a file of games: {error}")))?;
        header.variant().map_err(|error| wrong(error.to_string()))?;
        Ok((header, Format::Jsonl))
    }
}
