//! Games as Parquet: a row for each position.
//!
//! A training example is a position, and so is what people select, count and sample with SQL or data frames; so a row is a position, and what belongs to its game is
//! repeated in it. Repeated values cost next to nothing, since columns are encoded by dictionary and compressed. Row groups have whole games and some megabytes, so that
//! reading one at a time is streaming.

mod checksum;
mod column;
mod reader;
mod rows;
mod schema;
mod writer;

pub(crate) use reader::ParquetReader;
pub use schema::{COLUMNS, Column};
pub(crate) use writer::ParquetWriter;

/// What the files begin and end with.
pub(crate) const MAGIC: &[u8] = b"PAR1";
/// The key of the header in the metadata of a file; the value is that of the first line of a JSON file.
const HEADER_KEY: &str = "cornerwise";
/// The key of the checksums of all row groups.
const CHECKSUMS_KEY: &str = "checksums";
/// The key of the number of games.
const GAMES_KEY: &str = "games";
