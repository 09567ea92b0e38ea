//! Files of JSON lines that grow while something is played, and who may write to them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{FileError, damaged, io_error};
use crate::jsonl::Lines;

const LOCK: &str = "lock";

/// Held by the one process that writes to a directory.
pub struct Lock(#[expect(dead_code, reason = "it is held, not read")] File);

impl Lock {
    /// Takes the lock of a directory, which is made if it is not there.
    ///
    /// # Errors
    /// When another process has it, or the system refuses.
    pub fn take(directory: &Path) -> Result<Lock, FileError> {
        fs::create_dir_all(directory).map_err(|error| io_error(directory, error))?;
        let path = directory.join(LOCK);
        let lock = File::create(&path).map_err(|error| io_error(&path, error))?;
        lock.try_lock().map_err(|_| FileError::InUse(directory.to_owned()))?;
        Ok(Lock(lock))
    }
}

/// A file of JSON lines. A line counts when it is whole; half a line at the end is what a killed process leaves
/// behind.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Where the whole lines end, as long as it is not known that nothing follows.
    end: Option<u64>,
}

impl Journal {
    /// Opens a file, which is made if it is not there, and answers the whole lines in it. Half a line is cut off when another
    /// one is added.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(path: &Path) -> Result<(Journal, Vec<u8>), FileError> {
        Journal::load(path, open(path)?)
    }

    /// Opens a file that is in no directory of results, and is locked itself. `each` gets the whole lines in it, with their numbers from 1, one at a time.
    ///
    /// # Errors
    /// When it is in use, cannot be read or written, or has half a line alone: somebody else has written it. And when `each` fails.
    pub fn resume<E: From<FileError>>(
        path: &Path,
        mut each: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<Journal, E> {
        let file = open(path)?;
        file.try_lock().map_err(|_| FileError::InUse(path.to_owned()))?;
        let is_new = file.metadata().is_ok_and(|about| about.len() == 0);
        let copy = file.try_clone().map_err(|error| io_error(path, error))?;
        let mut lines = Lines::new(path, copy);
        while let Some((number, line)) = lines.next()? {
            each(number, line)?;
        }
        let end = lines.bytes();
        if end == 0 && !is_new {
            return Err(damaged(path, Some(1), "the line has no end").into());
        }
        Ok(Journal { path: path.to_owned(), file, end: Some(end) })
    }

    fn load(path: &Path, mut file: File) -> Result<(Journal, Vec<u8>), FileError> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| io_error(path, error))?;
        bytes.truncate(whole(&bytes));
        let end = Some(bytes.len() as u64);
        Ok((Journal { path: path.to_owned(), file, end }, bytes))
    }

    /// Adds a line, with one call.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<(), FileError> {
        let line = serde_json::to_string(entry).expect("an entry can be written") + "\n";
        self.append(line.as_bytes()).map_err(|error| io_error(&self.path, error))
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if let Some(end) = self.end.take() {
            self.file.set_len(end)?;
            self.file.seek(SeekFrom::Start(end))?;
        }
        self.file.write_all(line)
    }
}

fn open(path: &Path) -> Result<File, FileError> {
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    open.map_err(|error| io_error(path, error))
}

/// The whole lines of a file, each with its number from 1.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    (1..).zip(bytes[..whole(bytes)].split_inclusive(|&byte| byte == b'\n'))
}

/// What a line says.
///
/// # Errors
/// When it says something else; the file and the number of the line are for the message.
pub fn entry<T: DeserializeOwned>(path: &Path, number: usize, line: &[u8]) -> Result<T, FileError> {
    serde_json::from_slice(line).map_err(|error| damaged(path, Some(number), &error.to_string()))
}

/// How many bytes are whole lines.
fn whole(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}
