//! Files, read with a bound and written whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Larger files are refused; the largest honest ones, collections of games, are far smaller.
pub const LARGEST: u64 = 256 << 20;

/// The bytes of a file that is not absurdly large.
///
/// # Errors
/// When the file cannot be read, or is larger than [`LARGEST`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let problem = format!("larger than {} MiB", LARGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// Writes a file whole or not at all: to a temporary name beside it, which is then renamed.
///
/// # Errors
/// When the file cannot be written; what was there before stays.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut temporary = OsString::from(path);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let written = fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
