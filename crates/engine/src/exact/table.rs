//! What is proven of positions, in a table of bounded size that threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use super::key::Key;
use crate::memory::{self, NoMemory};

/// The entries of one bucket fill a cache line.
const WAYS: usize = 4;
/// Where the part of a key's place begins that entries keep.
const KEPT: u32 = 16;

/// The table. An entry is a word of data and the check word of its key combined with it, so that a pair
/// written by two threads at once is not recognised instead of believed.
///
/// The data are 32 bits of the user's, 8 bits for the effort behind them, and 24 bits of the key's place.
/// Together with the number of its bucket these give the place back, so that a saved entry can go into a
/// table of another size.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    mask: u64,
}

/// An entry outside of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub key: Key,
    pub data: u32,
    /// The binary logarithm of the nodes that it took.
    pub effort: u8,
}

fn pack(key: Key, data: u32, effort: u8) -> u64 {
    u64::from(data) | u64::from(effort) << 32 | (key.place >> KEPT) << 40
}

fn effort(word: u64) -> u8 {
    (word >> 32) as u8
}

impl Table {
    /// The smallest table in MiB: with fewer buckets a place could not be told from an entry.
    pub const LEAST_MIB: usize = 4;

    /// A table of at most so many MiB. The memory is only taken as entries are made.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(mib: usize) -> Result<Table, NoMemory> {
        let buckets = (mib.max(Table::LEAST_MIB) << 20) / (16 * WAYS);
        let buckets = 1 << buckets.ilog2();
        let words = memory::zeros(buckets * WAYS * 2).ok_or(NoMemory { mib })?;
        Ok(Table { words, mask: buckets as u64 - 1 })
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let at = (key.place & self.mask) as usize * WAYS * 2;
        &self.words[at..at + WAYS * 2]
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: Key) -> Option<u32> {
        for entry in self.bucket(key).chunks_exact(2) {
            let word = entry[1].load(Ordering::Relaxed);
            if entry[0].load(Ordering::Relaxed) ^ word == key.check {
                return Some(word as u32);
            }
        }
        None
    }

    /// Keeps an entry, in place of the one that took the least effort if there is no room.
    pub fn put(&self, entry: Entry) {
        let Entry { key, data, effort: nodes } = entry;
        let bucket = self.bucket(key);
        let mut victim = (u32::MAX, 0);
        for (at, entry) in bucket.chunks_exact(2).enumerate() {
            let check = entry[0].load(Ordering::Relaxed);
            let word = entry[1].load(Ordering::Relaxed);
            if check ^ word == key.check {
                victim = (0, at);
                break;
            }
            let worth = if check == 0 { 0 } else { u32::from(effort(word)) + 1 };
            if worth < victim.0 {
                victim = (worth, at);
            }
        }
        let word = pack(key, data, nodes);
        bucket[2 * victim.1].store(key.check ^ word, Ordering::Relaxed);
        bucket[2 * victim.1 + 1].store(word, Ordering::Relaxed);
    }

    /// At most so many entries, those that took the most effort.
    pub fn dearest(&self, most: usize) -> Vec<Entry> {
        let mut counts = [0_usize; 256];
        for entry in self.entries() {
            counts[entry.effort as usize] += 1;
        }
        let mut sum = 0;
        let cut = (0..256).rev().find(|&effort| {
            sum += counts[effort];
            sum > most
        });
        let dear = |entry: &Entry| cut.is_none_or(|cut| entry.effort as usize > cut);
        self.entries().filter(dear).collect()
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let low = self.mask.min((1 << KEPT) - 1);
        self.words.chunks_exact(2).enumerate().filter_map(move |(at, entry)| {
            let (check, word) =
                (entry[0].load(Ordering::Relaxed), entry[1].load(Ordering::Relaxed));
            let bucket = (at / WAYS) as u64;
            let place = bucket & low | word >> 40 << KEPT;
            let key = Key { place, check: check ^ word };
            (check != 0).then_some(Entry { key, data: word as u32, effort: effort(word) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u64) -> Entry {
        let key = Key { place: number.wrapping_mul(0x9e37_79b9_7f4a_7c15), check: number << 1 | 1 };
        Entry { key, data: number as u32, effort: (number % 7) as u8 }
    }

    #[test]
    fn entries_move_to_tables_of_other_sizes() {
        let small = Table::new(4).unwrap();
        for number in 0..1000 {
            small.put(entry(number));
        }
        let large = Table::new(64).unwrap();
        for entry in small.dearest(usize::MAX) {
            large.put(entry);
        }
        for number in 0..1000 {
            assert_eq!(large.get(entry(number).key), Some(number as u32));
        }
        let dear = small.dearest(300);
        assert!(!dear.is_empty() && dear.len() <= 300);
        assert!(dear.iter().all(|entry| entry.effort >= 5));
    }

    #[test]
    fn dear_entries_stay_and_the_size_is_bounded() {
        let table = Table::new(5).unwrap();
        assert_eq!(table.words.len() * 8, 4 << 20);
        table.put(Entry { effort: 9, ..entry(1) });
        let crowd = (0..100).map(|number| {
            let key = Key { place: entry(1).key.place, check: 2 * number + 1001 };
            Entry { key, data: 0, effort: 1 }
        });
        crowd.for_each(|entry| table.put(entry));
        assert_eq!(table.get(entry(1).key), Some(1));
    }
}
