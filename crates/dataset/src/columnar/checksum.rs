//! Whether a row group is as it was written.
//!
//! Parquet does not tell: a flipped bit is mostly another number, and sometimes something that the library does not survive. So the metadata have a checksum of every row
//! group, over its bytes and over what the metadata say of them.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};

use parquet::file::metadata::RowGroupMetaData;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

/// The checksum of a row group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checksum {
    /// Where the row group ends in the file; it begins where the one before ends.
    end: u64,
    /// XXH64 as 16 hexadecimal digits.
    hash: String,
}

impl Checksum {
    fn new(end: u64, mut bytes: XxHash64, group: &RowGroupMetaData) -> Checksum {
        let mut add = |number: i64| bytes.write(&number.to_le_bytes());
        add(group.num_rows());
        for column in group.columns() {
            add(column.num_values());
            add(column.data_page_offset());
            add(column.dictionary_page_offset().unwrap_or(-1));
            add(column.compressed_size());
            add(column.uncompressed_size());
        }
        Checksum { end, hash: format!("{:016x}", bytes.finish()) }
    }

    /// Whether a row group, which begins here, has this checksum.
    pub fn fits(&self, mut file: &File, begin: u64, group: &RowGroupMetaData) -> io::Result<bool> {
        let Some(length) = self.end.checked_sub(begin) else { return Ok(false) };
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Hashed::new(io::sink());
        io::copy(&mut file.take(length), &mut bytes)?;
        Ok(Checksum::new(self.end, bytes.hasher, group) == *self)
    }

    /// Where the row group ends in the file.
    pub fn end(&self) -> u64 {
        self.end
    }
}

/// A file that is hashed while it is written.
pub(super) struct Hashed<W> {
    inner: W,
    hasher: XxHash64,
    /// All bytes.
    written: u64,
}

impl<W> Hashed<W> {
    pub fn new(inner: W) -> Hashed<W> {
        Hashed { inner, hasher: XxHash64::with_seed(0), written: 0 }
    }

    pub fn into_inner(self) -> W {
        self.inner
    }

    /// The checksum of a row group that was just written: of all bytes since the last checksum. The first has those before it, too.
    pub fn checksum(&mut self, group: &RowGroupMetaData) -> Checksum {
        let bytes = std::mem::replace(&mut self.hasher, XxHash64::with_seed(0));
        Checksum::new(self.written, bytes, group)
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hasher.write(&bytes[..count]);
        self.written += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
