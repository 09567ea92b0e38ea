//! What commands answer, and how files are written.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};

/// How a command that did its work ended; errors are `Err` and exit with 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exit code 0.
    Success,
    /// The answer is no, such as a file that does not verify: exit code 1.
    Negative,
}

/// Whether an error is only that nobody reads our output any more.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a file whole or not at all: to a temporary name beside it, which is then renamed.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<()> {
    let mut temporary = OsString::from(path);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let written = fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
