//! Writing games.

use std::io::Write;

use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;

use serde::Serialize;

use super::checksum::{Checksum, Hashed};
use super::rows::Rows;
use super::schema::schema;
use super::{CHECKSUMS_KEY, GAMES_KEY, HEADER_KEY};
use crate::game::SearchedGame;
use crate::header::Header;

/// A row group is written when it has so many rows: around ten megabytes in memory, for who writes and for who reads.
const ROWS: usize = 8192;

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a header can be written")
}

/// Writes games to a file that has its end when it is finished.
pub(crate) struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<Hashed<W>>,
    checksums: Vec<Checksum>,
    rows: Rows,
    games: u64,
}

impl<W: Write + Send> ParquetWriter<W> {
    pub fn new(out: W, header: &Header) -> Result<ParquetWriter<W>> {
        let program = concat!("cornerwise ", env!("CARGO_PKG_VERSION"));
        let seeds: Vec<u64> = header.series.iter().map(|series| series.seed).collect();
        let about = [
            (HEADER_KEY, json(header)),
            ("format_version", header.version().to_string()),
            ("variant", header.variant_name().to_owned()),
            ("agents", json(&header.agents())),
            ("seeds", json(&seeds)),
            ("program", program.to_owned()),
        ];
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_created_by(program.to_owned())
            .set_key_value_metadata(Some(about))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let file = SerializedFileWriter::new(Hashed::new(out), schema(), properties.into())?;
        Ok(ParquetWriter { file, checksums: Vec::new(), rows: Rows::default(), games: 0 })
    }

    pub fn add(&mut self, game: &SearchedGame) -> Result<()> {
        self.rows.push(game);
        self.games += 1;
        if self.rows.len() >= ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.file.next_row_group()?;
        rows.write(&mut group)?;
        let about = group.close()?;
        // What waits in a buffer is part of the row group.
        self.file.flush()?;
        self.checksums.push(self.file.inner_mut().checksum(&about));
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(mut self) -> Result<W> {
        if self.rows.len() > 0 {
            self.flush()?;
        }
        let more = [(GAMES_KEY, self.games.to_string()), (CHECKSUMS_KEY, json(&self.checksums))];
        for (key, value) in more {
            self.file.append_key_value_metadata(KeyValue::new(key.to_owned(), value));
        }
        Ok(self.file.into_inner()?.into_inner())
    }
}
