//! A file of searched positions that outlives the process and may be shared by several.
//!
//! The file is a log: every search and every look-up appends its record, a later line replaces an earlier
//! one for the same position, and so the order of lines is the order of last use. When the file would grow
//! beyond its bound it is rewritten without replaced lines and without the records that matter least.
//! A lock on a second file guards all writing; the log is only appended to or replaced as a whole, so that
//! a process that dies leaves at most an unfinished last line, which the next writer takes off.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::record::{self, Key, Record};

/// What a cache file begins with; a number follows that grows with every rewriting.
const TITLE: &str = "cornerwise minimax cache 1, rewritten ";
/// The length of the first line.
const HEADER: usize = TITLE.len() + 17;

/// The positions of one cache file.
#[derive(Debug)]
pub(crate) struct Cache {
    path: PathBuf,
    /// The most bytes of the file.
    most: usize,
    /// What was read, with the time of its last use.
    records: HashMap<Key, (u64, Record)>,
    /// Counts lines.
    time: u64,
    /// How often the file had been rewritten when it was read, and how far it was read.
    rewritten: u64,
    read: u64,
    /// Lines that could not be written yet.
    unsaved: String,
}

impl Cache {
    /// Opens or creates a cache file of at most so many bytes.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is not a sound cache file; it is left as it is.
    pub(crate) fn open(path: impl Into<PathBuf>, most: usize) -> Result<Cache, String> {
        let mut cache = Cache {
            path: path.into(),
            most,
            records: HashMap::new(),
            time: 0,
            rewritten: 0,
            read: 0,
            unsaved: String::new(),
        };
        let opened = cache.lock().and_then(|_lock| {
            if !cache.path.exists() {
                replace(&cache.path, &header(0))?;
            }
            cache.catch_up()
        });
        opened.map_err(|error| format!("cache {}: {error}", cache.path.display()))?;
        Ok(cache)
    }

    /// What is known of a position; it counts as used.
    pub(crate) fn get(&mut self, key: &Key) -> Option<Record> {
        let record = self.records.get(key)?.1.clone();
        self.put(key.clone(), record.clone());
        Some(record)
    }

    /// Notes the result of a search. What cannot be written now is written with the next record.
    pub(crate) fn put(&mut self, key: Key, record: Record) {
        self.unsaved += &record::write(&key, &record);
        self.note(key, record);
        // A full disk must not end a game: the record is known here, and its line is kept for later.
        let _ = self.save();
    }

    fn note(&mut self, key: Key, record: Record) {
        self.time += 1;
        self.records.insert(key, (self.time, record));
    }

    /// Appends what is unsaved, after reading what others have written.
    fn save(&mut self) -> io::Result<()> {
        let _lock = self.lock()?;
        self.catch_up()?;
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        if self.read as usize + self.unsaved.len() > self.most {
            let unsaved = std::mem::take(&mut self.unsaved);
            let rewritten = self.rewrite();
            if rewritten.is_err() {
                self.unsaved = unsaved;
            }
            return rewritten;
        }
        // What lies behind the last whole line is what a process left when it died.
        file.set_len(self.read)?;
        file.seek(SeekFrom::Start(self.read))?;
        file.write_all(self.unsaved.as_bytes())?;
        self.read += self.unsaved.len() as u64;
        self.unsaved.clear();
        Ok(())
    }

    /// Reads what was written since the last time. The file is locked.
    fn catch_up(&mut self) -> io::Result<()> {
        let mut file = File::open(&self.path)?;
        let mut first = [0; HEADER];
        let rewritten = match file.read_exact(&mut first) {
            Ok(()) => read_header(&first),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(error),
        };
        let rewritten = rewritten.ok_or_else(|| bad("this is not a cache file"))?;
        if rewritten != self.rewritten || self.read == 0 {
            (self.rewritten, self.read) = (rewritten, HEADER as u64);
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for line in text[..whole].lines() {
            let Some((key, record)) = record::read(line) else {
                let shown: String = line.chars().take(60).collect();
                return Err(bad(&format!(
                    "the file is damaged at \"{shown}\"; nothing was changed"
                )));
            };
            self.note(key, record);
        }
        self.read += whole as u64;
        Ok(())
    }

    /// Writes the file anew with the records that matter most. The file is locked and all of it was read.
    fn rewrite(&mut self) -> io::Result<()> {
        // Leaves room, so that the next rewriting is not soon.
        let goal = self.most / 4 * 3;
        let mut sorted: Vec<_> = self.records.iter().collect();
        // Positions late in the game are soon searched again: they go first, the longest unused before others.
        sorted.sort_by_key(|(_, (used, record))| (record.ply, std::cmp::Reverse(*used)));
        let mut size = HEADER;
        let mut kept = Vec::new();
        for (key, (used, record)) in sorted {
            let line = record::write(key, record);
            size += line.len();
            if size > goal {
                break;
            }
            kept.push((*used, line, key.clone()));
        }
        kept.sort_unstable_by_key(|(used, ..)| *used);
        let mut text = header(self.rewritten + 1);
        text.extend(kept.iter().map(|(_, line, _)| line.as_str()));
        replace(&self.path, &text)?;
        self.rewritten += 1;
        self.read = text.len() as u64;
        let mut records = HashMap::with_capacity(kept.len());
        for (_, _, key) in kept {
            if let Some(entry) = self.records.remove(&key) {
                records.insert(key, entry);
            }
        }
        self.records = records;
        Ok(())
    }

    /// Waits until no other process or thread writes; the lock ends with the file's life.
    fn lock(&self) -> io::Result<File> {
        let path = beside(&self.path, "lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        file.lock()?;
        Ok(file)
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }
}

fn bad(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn header(rewritten: u64) -> String {
    format!("{TITLE}{rewritten:016x}\n")
}

fn read_header(first: &[u8; HEADER]) -> Option<u64> {
    let line = std::str::from_utf8(first).ok()?.strip_suffix('\n')?;
    u64::from_str_radix(line.strip_prefix(TITLE)?, 16).ok()
}

/// The path with something appended to the file's name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// Replaces a file as a whole: whoever opens it sees the old or the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = beside(path, "new");
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(new, path)
}
