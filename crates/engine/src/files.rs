//! Writing files so that they are whole or not there.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// Writes a file whole or not at all: to a temporary name beside it, which is then renamed.
///
/// # Errors
/// Those of the system; the file is then as it was.
pub fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut temporary = OsString::from(path);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let written = fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
