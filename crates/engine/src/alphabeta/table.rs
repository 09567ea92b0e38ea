//! A transposition table of bounded size.

use bytemuck::Zeroable;
use cornerwise_core::Move;

use crate::memory::{self, NoMemory};

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The value or more.
    Lower,
    /// The value or less.
    Upper,
}

/// The depth of a result that no deeper search changes.
pub(crate) const WHOLE: u8 = u8::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<V> {
    pub value: V,
    pub mv: Move,
    pub depth: u8,
    pub bound: Bound,
}

/// What a slot holds besides key and value: the move, the depth, the bound, and the number of the
/// search that stored it, which is 0 for an empty slot.
#[derive(Clone, Copy)]
struct Label(u32);

impl Label {
    fn new(mv: Move, depth: u8, bound: Bound, search: u8) -> Label {
        let bound = bound as u32;
        Label((mv.index() as u32) << 16 | u32::from(depth) << 8 | bound << 6 | u32::from(search))
    }

    fn search(self) -> u8 {
        self.0 as u8 & 63
    }

    fn depth(self) -> u8 {
        (self.0 >> 8) as u8
    }

    fn bound(self) -> Bound {
        [Bound::Exact, Bound::Lower, Bound::Upper][(self.0 >> 6 & 3) as usize]
    }
}

/// Results of one search by position.
///
/// Entries of earlier searches are not answered, so that the same search has the same result whatever
/// came before it. The parts of the slots lie in vectors of zeros of their own, which the system provides
/// without touching memory that is never used.
#[derive(Debug)]
pub(crate) struct Table<V> {
    keys: Box<[u64]>,
    labels: Box<[u32]>,
    values: Box<[V]>,
    mib: usize,
    search: u8,
}

/// The slots that a position may be in.
const WAYS: usize = 2;
/// The number of the last search before all slots are emptied.
const LAST_SEARCH: u8 = 63;

impl<V: Copy + Zeroable> Table<V> {
    const SLOT: usize = size_of::<u64>() + size_of::<u32>() + size_of::<V>();

    /// A table that takes at most so many MiB; with 0 it remembers nothing. The memory is taken when
    /// the first search begins.
    pub(crate) fn new(mib: usize) -> Table<V> {
        Table {
            keys: Box::default(),
            labels: Box::default(),
            values: Box::default(),
            mib,
            search: 0,
        }
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub(crate) fn begin_search(&mut self) -> Result<(), NoMemory> {
        if self.keys.is_empty() {
            self.take_memory().ok_or(NoMemory { mib: self.mib })?;
        }
        if self.search == LAST_SEARCH {
            self.labels.fill(0);
            self.search = 0;
        }
        self.search += 1;
        Ok(())
    }

    fn take_memory(&mut self) -> Option<()> {
        let slots = (self.mib << 20) / Self::SLOT / WAYS * WAYS;
        let (keys, labels, values) =
            (memory::zeros(slots)?, memory::zeros(slots)?, memory::zeros(slots)?);
        (self.keys, self.labels, self.values) = (keys, labels, values);
        Some(())
    }

    /// Gives the memory back until the next search.
    pub(crate) fn release(&mut self) {
        *self = Table::new(self.mib);
    }

    /// The first slot of a key.
    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.keys.len() / WAYS) as u128;
        ((u128::from(key) * buckets) >> 64) as usize * WAYS
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry<V>> {
        if self.keys.is_empty() {
            return None;
        }
        let bucket = self.bucket(key);
        let at = (bucket..bucket + WAYS)
            .find(|&at| self.keys[at] == key && Label(self.labels[at]).search() == self.search)?;
        let label = Label(self.labels[at]);
        let mv = Move::from_index((label.0 >> 16) as usize)?;
        Some(Entry { value: self.values[at], mv, depth: label.depth(), bound: label.bound() })
    }

    /// Stores a result, in place of one for the same position, an old one, or the shallowest.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, mv: Move, value: V, depth: u8, bound: Bound) {
        if self.keys.is_empty() {
            return;
        }
        let bucket = self.bucket(key);
        let worth = |at: usize| {
            let label = Label(self.labels[at]);
            match label.search() == self.search {
                true if self.keys[at] == key => 0,
                false => 1,
                true => 2 + u16::from(label.depth()),
            }
        };
        let ways = bucket..bucket + WAYS;
        let at = ways.min_by_key(|&at| worth(at)).expect("a bucket has slots");
        self.keys[at] = key;
        self.labels[at] = Label::new(mv, depth, bound, self.search).0;
        self.values[at] = value;
    }

    /// The memory taken, in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let (keys, labels) = (self.keys.len() * 8, self.labels.len() * 4);
        keys + labels + self.values.len() * size_of::<V>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv() -> Move {
        "a1".parse().unwrap()
    }

    #[test]
    fn the_bound_is_respected_when_overfilled() {
        let mut table = Table::<i32>::new(1);
        table.begin_search().unwrap();
        let bytes = table.bytes();
        assert!(bytes <= 1 << 20 && bytes > 1_000_000, "{bytes}");
        for key in 0..200_000_u64 {
            table.put(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), mv(), 1, 1, Bound::Exact);
        }
        assert_eq!(table.bytes(), bytes);
        assert!(table.get(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(199_999)).is_some());
    }

    #[test]
    fn deep_results_outlast_shallow_ones_and_no_result_outlasts_its_search() {
        let mut table = Table::<i32>::new(1);
        table.begin_search().unwrap();
        // All keys below 2^40 share the first bucket.
        table.put(1, mv(), 10, 9, Bound::Lower);
        for key in 2..100 {
            table.put(key, mv(), 20, 1, Bound::Exact);
        }
        assert_eq!(table.get(1).map(|entry| (entry.value, entry.bound)), Some((10, Bound::Lower)));
        assert_eq!(table.get(99).map(|entry| entry.value), Some(20));
        assert!(table.get(98).is_none());
        table.begin_search().unwrap();
        assert!(table.get(1).is_none());
    }

    #[test]
    fn released_memory_comes_back_empty() {
        let mut table = Table::<[i32; 4]>::new(1);
        table.begin_search().unwrap();
        table.put(1, mv(), [1; 4], 1, Bound::Exact);
        table.release();
        assert_eq!(table.bytes(), 0);
        table.begin_search().unwrap();
        assert!(table.get(1).is_none());
        assert!(table.bytes() <= 1 << 20);
    }

    #[test]
    fn no_memory_means_no_entries() {
        let mut table = Table::<i32>::new(0);
        table.begin_search().unwrap();
        table.put(1, mv(), 1, 1, Bound::Exact);
        assert!(table.get(1).is_none());
        assert_eq!(table.bytes(), 0);
    }
}
