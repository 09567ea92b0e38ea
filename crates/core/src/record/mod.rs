//! Game records: `.blksgf` files and lines of `.jsonl` files, as text; reading and writing files is
//! left to others.
//!
//! [`sgf`] knows the syntax alone, [`Record`] gives it the meaning of Blokus games, and a
//! [`GameLine`] is a bare game with the numbers to check it by.

mod blksgf;
mod error;
mod game_line;
mod property;
mod replay;
pub mod sgf;
mod sgf_reader;
mod verify;

pub use blksgf::Record;
pub use error::{Problem, ReadError, RecordError};
pub use game_line::{GameLine, GameLineError};
pub use sgf::NodeId;
pub use verify::{Mismatch, Verification};
