//! Counts of what people hold at the same time: so many in all, and so many for each of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

/// How many things of one kind there may be at a time, in all and for each holder.
pub struct Shares<K> {
    most: usize,
    most_each: usize,
    held: Mutex<Counts<K>>,
}

struct Counts<K> {
    all: usize,
    by: HashMap<K, usize>,
}

/// Why nothing more is given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// There are as many as there may be.
    All,
    /// This holder has as many as one may have.
    Each,
}

/// One of the things that are counted, until this is dropped.
pub struct Share<K: Eq + Hash> {
    shares: Arc<Shares<K>>,
    key: K,
}

impl<K: Copy + Eq + Hash> Shares<K> {
    /// So many in all, and so many for each holder.
    pub fn new(most: usize, most_each: usize) -> Arc<Shares<K>> {
        let held = Mutex::new(Counts { all: 0, by: HashMap::new() });
        Arc::new(Shares { most, most_each, held })
    }

    /// Gives somebody one more.
    ///
    /// # Errors
    /// When there are too many.
    pub fn take(self: &Arc<Shares<K>>, key: K) -> Result<Share<K>, Full> {
        let mut held = self.held.lock().expect("nobody panics with it");
        if held.all >= self.most {
            return Err(Full::All);
        }
        let own = held.by.entry(key).or_insert(0);
        if *own >= self.most_each {
            return Err(Full::Each);
        }
        *own += 1;
        held.all += 1;
        Ok(Share { shares: Arc::clone(self), key })
    }

    /// How many there are now.
    pub fn count(&self) -> usize {
        self.held.lock().expect("nobody panics with it").all
    }
}

impl<K: Eq + Hash> Drop for Share<K> {
    fn drop(&mut self) {
        let mut held = self.shares.held.lock().expect("nobody panics with it");
        held.all -= 1;
        if let Some(own) = held.by.get_mut(&self.key) {
            *own -= 1;
            if *own == 0 {
                held.by.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_does_not_take_everything() {
        let shares = Shares::new(3, 2);
        let first = shares.take("a").ok().unwrap();
        let _second = shares.take("a").ok().unwrap();
        assert_eq!(shares.take("a").err(), Some(Full::Each));
        let _third = shares.take("b").ok().unwrap();
        assert_eq!(shares.take("c").err(), Some(Full::All));
        drop(first);
        assert_eq!(shares.count(), 2);
        assert!(shares.take("c").is_ok());
        assert_eq!(shares.count(), 2);
    }
}
