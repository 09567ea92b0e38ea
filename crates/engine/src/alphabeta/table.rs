//! A transposition table of bounded size.

use cornerwise_core::Move;

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
    key: u64,
    pub value: V,
    pub mv: Move,
    pub depth: u8,
    pub bound: Bound,
    /// The search that stored it; 0 for an empty slot.
    search: u8,
}

/// Results of one search by position.
///
/// Entries of earlier searches are not answered, so that the same search has the same result whatever
/// came before it.
#[derive(Debug)]
pub(crate) struct Table<V> {
    slots: Vec<Entry<V>>,
    capacity: usize,
    search: u8,
}

/// The slots that a position may be in.
const WAYS: usize = 2;

impl<V: Copy + Default> Table<V> {
    /// A table that takes at most so many MiB; with 0 it remembers nothing. The memory is taken when
    /// the first search begins.
    pub(crate) fn new(mib: usize) -> Table<V> {
        let capacity = (mib << 20) / size_of::<Entry<V>>() / WAYS * WAYS;
        Table { slots: Vec::new(), capacity, search: 0 }
    }

    /// Forgets everything.
    pub(crate) fn begin_search(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.slots.is_empty() || self.search == 0 {
            self.search = 1;
            self.slots.clear();
            self.slots.resize(
                self.capacity,
                Entry {
                    key: 0,
                    value: V::default(),
                    mv: Move::new(
                        cornerwise_core::Cell::new(0, 0),
                        cornerwise_core::Orientation::from_index(0),
                    ),
                    depth: 0,
                    bound: Bound::Exact,
                    search: 0,
                },
            );
        }
    }

    /// The first slot of a key.
    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.slots.len() / WAYS) as u128;
        (u128::from(key) * buckets >> 64) as usize * WAYS
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&Entry<V>> {
        if self.slots.is_empty() {
            return None;
        }
        let bucket = self.bucket(key);
        let mut ways = self.slots[bucket..bucket + WAYS].iter();
        ways.find(|entry| entry.search == self.search && entry.key == key)
    }

    /// Stores a result, in place of one for the same position, an old one, or the shallowest.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, mv: Move, value: V, depth: u8, bound: Bound) {
        if self.slots.is_empty() {
            return;
        }
        let bucket = self.bucket(key);
        let search = self.search;
        let worth = |entry: &Entry<V>| match entry.search == search {
            true if entry.key == key => 0,
            false => 1,
            true => 2 + u16::from(entry.depth),
        };
        let ways = &mut self.slots[bucket..bucket + WAYS];
        let slot = ways.iter_mut().min_by_key(|entry| worth(entry)).expect("a bucket has slots");
        *slot = Entry { key, value, mv, depth, bound, search };
    }

    /// The memory taken, in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Entry<V>>()
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
        table.begin_search();
        assert_eq!(table.bytes(), 1 << 20);
        for key in 0..200_000_u64 {
            table.put(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), mv(), 1, 1, Bound::Exact);
        }
        assert_eq!(table.bytes(), 1 << 20);
    }

    #[test]
    fn deep_results_outlast_shallow_ones_and_no_result_outlasts_its_search() {
        let mut table = Table::<i32>::new(1);
        table.begin_search();
        // All keys below 2^40 share the first bucket.
        table.put(1, mv(), 10, 9, Bound::Lower);
        for key in 2..100 {
            table.put(key, mv(), 20, 1, Bound::Exact);
        }
        assert_eq!(table.get(1).map(|entry| (entry.value, entry.bound)), Some((10, Bound::Lower)));
        assert_eq!(table.get(99).map(|entry| entry.value), Some(20));
        assert!(table.get(98).is_none());
        table.begin_search();
        assert!(table.get(1).is_none());
    }

    #[test]
    fn no_memory_means_no_entries() {
        let mut table = Table::<i32>::new(0);
        table.begin_search();
        table.put(1, mv(), 1, 1, Bound::Exact);
        assert!(table.get(1).is_none());
        assert_eq!(table.bytes(), 0);
    }
}
