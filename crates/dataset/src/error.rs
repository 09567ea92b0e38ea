//! Why a file cannot be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refuses.
    #[error("{path}: {error}")]
    Io {
        /// Which file or directory.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// Another process writes to it.
    #[error("{0}: another process is writing to it")]
    InUse(PathBuf),
    /// A file is not what we write.
    #[error("{path}{line}: {reason}", line = line.map_or(String::new(), |line| format!(":{line}")))]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Which line, counted from 1.
        line: Option<usize>,
        /// What is wrong.
        reason: String,
    },
}

/// What the system says of a file.
pub fn io_error(path: &Path, error: io::Error) -> FileError {
    FileError::Io { path: path.to_owned(), error }
}

/// A file that is not what we write, and where.
pub fn damaged(path: &Path, line: Option<usize>, reason: &str) -> FileError {
    let reason = reason.replace(char::is_control, "\u{fffd}");
    FileError::Damaged { path: path.to_owned(), line, reason }
}
