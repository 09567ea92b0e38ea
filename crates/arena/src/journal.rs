//! Files of JSON lines that grow while something is played, and who may write to them.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{StoreError, damaged, io_error};

const LOCK: &str = "lock";

/// Held by the one process that writes to a directory.
pub(crate) struct Lock(#[expect(dead_code, reason = "it is held, not read")] File);

impl Lock {
    /// Takes the lock of a directory, which is made if it is not there.
    pub fn take(directory: &Path) -> Result<Lock, StoreError> {
        fs::create_dir_all(directory).map_err(|error| io_error(directory, error))?;
        let path = directory.join(LOCK);
        let lock = File::create(&path).map_err(|error| io_error(&path, error))?;
        lock.try_lock().map_err(|_| StoreError::InUse(directory.to_owned()))?;
        Ok(Lock(lock))
    }
}

/// A file of JSON lines. A line counts when it is whole; half a line at the end is what a killed process leaves
/// behind.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file, which is made if it is not there, and answers what is in it. Half a line is cut off.
    pub fn open(path: &Path) -> Result<(Journal, Vec<u8>), StoreError> {
        let failed = |error| io_error(path, error);
        let open =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        bytes.truncate(whole(&bytes));
        file.set_len(bytes.len() as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Journal { path: path.to_owned(), file }, bytes))
    }

    /// Adds a line, with one call.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<(), StoreError> {
        let line = serde_json::to_string(entry).expect("an entry can be written") + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| io_error(&self.path, error))
    }
}

/// The whole lines of a file, each with its number from 1.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    (1..).zip(bytes[..whole(bytes)].split_inclusive(|&byte| byte == b'\n'))
}

/// What a line says.
pub(crate) fn entry<T: DeserializeOwned>(
    path: &Path,
    number: usize,
    line: &[u8],
) -> Result<T, StoreError> {
    serde_json::from_slice(line).map_err(|error| damaged(path, Some(number), &error.to_string()))
}

/// How many bytes are whole lines.
fn whole(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}
