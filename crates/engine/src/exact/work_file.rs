//! A solver's work as bytes, to go on another day.

use std::time::Duration;

use cornerwise_core::{Owner, Position, Scoring};

use super::key::Key;
use super::solver::Solver;
use super::table::Entry;

const MAGIC: &[u8; 16] = b"cornerwise-solve";
/// Rises whenever the keys of positions or the layout change.
const VERSION: u64 = 1;
/// Words of the header after the magic, and of an entry.
const HEADER: usize = 7;
const ENTRY: usize = 3;
/// The most entries that are written, 96 MiB of them; those that took the least effort are left out.
const MOST: usize = 4 << 20;

/// Why bytes are not the work on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkFileError {
    /// Something else altogether.
    #[error("not a file of the solver")]
    Foreign,
    /// Written by another version.
    #[error("written by another version of the solver")]
    Version,
    /// The end is missing or something was changed.
    #[error("the file is damaged")]
    Damaged,
    /// Work on something else.
    #[error("the file is about another position")]
    OtherPosition,
}

impl Solver {
    /// The work so far.
    pub fn save(&self) -> Vec<u8> {
        let entries = self.table.dearest(MOST);
        let (lower, upper) = self.bounds();
        let mut words = vec![
            VERSION,
            fingerprint(&self.position),
            self.monitor.nodes(),
            self.spent.as_millis() as u64,
            i64::from(lower) as u64,
            i64::from(upper) as u64,
            entries.len() as u64,
        ];
        for entry in entries {
            let data = u64::from(entry.data) | u64::from(entry.effort) << 32;
            words.extend([entry.key.place, entry.key.check, data]);
        }
        words.push(checksum(&words));
        MAGIC.iter().copied().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
    }

    /// Goes on from saved work on the same position.
    ///
    /// # Errors
    /// When the bytes are something else; the solver stays as it was.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), WorkFileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WorkFileError::Foreign)?;
        let (chunks, tail) = rest.as_chunks::<8>();
        let words: Vec<u64> = chunks.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect();
        let version = words.first().ok_or(WorkFileError::Damaged)?;
        if *version != VERSION {
            return Err(WorkFileError::Version);
        }
        let (&sum, words) = words.split_last().ok_or(WorkFileError::Damaged)?;
        if !tail.is_empty() || checksum(words) != sum || words.len() < HEADER {
            return Err(WorkFileError::Damaged);
        }
        let (header, entries) = words.split_at(HEADER);
        let bounds = (header[4] as i64 as i32, header[5] as i64 as i32);
        let (entries, odd) = entries.as_chunks::<ENTRY>();
        if !odd.is_empty() || entries.len() as u64 != header[6] || bounds.0 > bounds.1 {
            return Err(WorkFileError::Damaged);
        }
        if header[1] != fingerprint(&self.position) {
            return Err(WorkFileError::OtherPosition);
        }
        for &[place, check, data] in entries {
            let key = Key { place, check };
            self.table.put(Entry { key, data: data as u32, effort: (data >> 32) as u8 });
        }
        self.spent = Duration::from_millis(header[3]);
        self.set_bounds(bounds);
        self.restart_monitor(header[2]);
        Ok(())
    }
}

/// A number for the rules and the position; the variant's name does not matter.
fn fingerprint(position: &Position) -> u64 {
    let variant = position.variant();
    let mut words = vec![
        variant.size() as u64,
        u64::from(variant.scoring() == Scoring::Advanced),
        position.to_play().map_or(0, |colour| colour.number() as u64),
    ];
    words.extend(variant.pieces().iter().map(|piece| piece.index() as u64));
    for colour in variant.colours() {
        let owner = match variant.owner(colour) {
            Owner::Player(player) => 1 + player.index() as u64,
            Owner::Shared => 0,
        };
        let last = position.last_piece(colour).map_or(0, |piece| 1 + piece.index() as u64);
        words.extend([u64::MAX, owner, last]);
        let cells = position.corner_cells(colour).iter().chain(position.cells(colour).iter());
        words.extend(cells.map(|cell| cell.index() as u64));
    }
    checksum(&words)
}

fn checksum(words: &[u64]) -> u64 {
    words.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| {
        let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 29
    })
}
