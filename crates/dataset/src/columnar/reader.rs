//! Reading games.

use std::fs::File;
use std::path::{Path, PathBuf};

use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::checksum::Checksum;
use super::rows::Rows;
use super::schema::difference;
use super::{CHECKSUMS_KEY, GAMES_KEY, HEADER_KEY};
use crate::error::{FileError, damaged, io_error};
use crate::game::SearchedGame;
use crate::header::Header;

/// Reads the games of a file, a row group at a time.
pub(crate) struct ParquetReader {
    path: PathBuf,
    file: SerializedFileReader<File>,
    /// The same file, to hash it.
    raw: File,
    checksums: Vec<Checksum>,
    header: Header,
    games: u64,
    /// The next row group.
    group: usize,
    rows: Rows,
    /// The next row in it.
    row: usize,
    /// The row of the last game, and that of the first of this group, in the file.
    last: u64,
    before: u64,
}

impl ParquetReader {
    pub fn new(path: &Path, file: File) -> Result<ParquetReader, FileError> {
        let wrong = |reason: &str| damaged(path, None, reason);
        let length = file.metadata().map_err(|error| io_error(path, error))?.len();
        let raw = file.try_clone().map_err(|error| io_error(path, error))?;
        let file = SerializedFileReader::new(file)
            .map_err(|error| wrong(&format!("no whole Parquet file: {error}")))?;
        let about = file.metadata().file_metadata();
        let values = about.key_value_metadata().map_or(&[][..], Vec::as_slice);
        let find = |key: &str| {
            let found = values.iter().find(|pair| pair.key == key);
            found.and_then(|pair| pair.value.as_deref())
        };
        let Some(header) = find(HEADER_KEY) else {
            return Err(wrong("no file of games: its metadata have no header of one"));
        };
        let header: Header = serde_json::from_str(header)
            .map_err(|error| wrong(&format!("no header of a file of games: {error}")))?;
        header.variant().map_err(|error| wrong(&error.to_string()))?;
        if let Some(reason) = difference(about.schema()) {
            return Err(wrong(&reason));
        }
        let games = find(GAMES_KEY).and_then(|games| games.parse().ok());
        let games =
            games.ok_or_else(|| wrong("its metadata do not say how many games there are"))?;
        let checksums = find(CHECKSUMS_KEY).and_then(|list| serde_json::from_str(list).ok());
        let checksums: Option<Vec<Checksum>> = checksums;
        let Some(checksums) = checksums.filter(|list| list.len() == file.num_row_groups()) else {
            return Err(wrong("its metadata do not have a checksum for every row group"));
        };
        if let Some(reason) = misplaced(file.metadata(), length) {
            return Err(wrong(reason));
        }
        let (rows, path) = (Rows::default(), path.to_owned());
        Ok(ParquetReader {
            path,
            file,
            raw,
            checksums,
            header,
            games,
            group: 0,
            rows,
            row: 0,
            last: 0,
            before: 0,
        })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    /// The row in which the last game begins, counted from 0.
    pub fn row(&self) -> u64 {
        self.last
    }

    /// Something wrong with a row, counted from 0 in the file.
    pub fn wrong(&self, row: u64, reason: &str) -> FileError {
        damaged(&self.path, None, &format!("row {}: {reason}", row + 1))
    }

    /// Reads the next row group, if it is as it was written.
    fn read_group(&self) -> Result<Rows, FileError> {
        let at = self.group;
        let wrong =
            |reason: String| damaged(&self.path, None, &format!("row group {}: {reason}", at + 1));
        let begin = at.checked_sub(1).map_or(0, |before| self.checksums[before].end());
        let about = self.file.metadata().row_group(at);
        let fits = self.checksums[at].fits(&self.raw, begin, about);
        if !fits.map_err(|error| io_error(&self.path, error))? {
            return Err(wrong("it is not what was written: the checksum differs".to_owned()));
        }
        let group = self.file.get_row_group(at);
        group.and_then(|group| Rows::read(group.as_ref())).map_err(|error| wrong(error.to_string()))
    }

    pub fn next(&mut self) -> Result<Option<SearchedGame>, FileError> {
        while self.row == self.rows.len() {
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            self.before += self.rows.len() as u64;
            self.rows = self.read_group()?;
            (self.group, self.row) = (self.group + 1, 0);
        }
        let (game, next) = self
            .rows
            .game(self.row)
            .map_err(|(row, reason)| self.wrong(self.before + row as u64, &reason))?;
        self.last = self.before + self.row as u64;
        self.row = next;
        Ok(Some(game))
    }
}

/// Whether the file says of itself what cannot be; the library takes these numbers at their word.
fn misplaced(about: &ParquetMetaData, length: u64) -> Option<&'static str> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    for group in about.row_groups() {
        for column in group.columns() {
            let data = column.data_page_offset();
            let start = column.dictionary_page_offset().unwrap_or(data);
            let size = column.compressed_size();
            if start < 0 || data < start || size < 0 || start.saturating_add(size) > length {
                return Some("no whole Parquet file: a column is beyond its end");
            }
        }
        // A row takes some bits at least, however well they are compressed.
        if !(0..=length.saturating_mul(1 << 10)).contains(&group.num_rows()) {
            return Some("no whole Parquet file: it cannot have so many rows");
        }
    }
    None
}
