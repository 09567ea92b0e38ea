//! How often somebody may ask.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

use crate::pool::Origin;

/// How many seconds' worth may be asked at once.
const BURST: f64 = 4.0;
/// How many addresses are remembered.
const MOST: usize = 10_000;

/// A bucket that fills with time, and from which every question takes.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: f64,
    level: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: f64) -> Bucket {
        Bucket { rate, level: rate * BURST, filled: Instant::now() }
    }

    /// Takes so much out, if it is there.
    pub fn take(&mut self, amount: f64) -> bool {
        self.take_at(amount, Instant::now())
    }

    fn take_at(&mut self, amount: f64, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level = (self.level + seconds * self.rate).min(self.rate * BURST);
        self.filled = now;
        if self.level < amount {
            return false;
        }
        self.level -= amount;
        true
    }

    fn is_full(&self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level + seconds * self.rate >= self.rate * BURST
    }
}

/// A bucket for each address.
pub struct Rates {
    rate: f64,
    buckets: Mutex<HashMap<Origin, Bucket>>,
}

impl Rates {
    /// Buckets that fill with so much a second.
    pub fn new(rate: f64) -> Rates {
        Rates { rate, buckets: Mutex::default() }
    }

    /// Takes so much from an address's bucket, if it is there.
    pub fn take(&self, address: Origin, amount: f64) -> bool {
        let mut buckets = self.buckets.lock().expect("nobody panics with it");
        if buckets.len() >= MOST {
            let now = Instant::now();
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        if buckets.len() >= MOST && !buckets.contains_key(&address) {
            return false;
        }
        buckets.entry(address).or_insert_with(|| Bucket::new(self.rate)).take(amount)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_fills_with_time() {
        let mut bucket = Bucket::new(10.0);
        let begin = bucket.filled;
        assert!((0..40).all(|_| bucket.take_at(1.0, begin)));
        assert!(!bucket.take_at(1.0, begin));
        let later = begin + Duration::from_secs(1);
        assert!(!bucket.is_full(later));
        assert!((0..10).all(|_| bucket.take_at(1.0, later)));
        assert!(!bucket.take_at(1.0, later));
        assert!(bucket.is_full(later + Duration::from_secs(4)));
    }

    #[test]
    fn addresses_have_buckets_of_their_own() {
        let rates = Rates::new(1.0);
        let [one, other] = [1, 2].map(|last| Origin::of([127, 0, 0, last].into()));
        assert!(rates.take(one, 4.0) && !rates.take(one, 1.0));
        assert!(rates.take(other, 4.0));
    }
}
