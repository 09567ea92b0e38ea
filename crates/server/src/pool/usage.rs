//! How much time was spent for whom, forgotten little by little.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::owner::{Origin, Owner};

/// After this time half of what was spent is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(30);
/// How many entries there may be before those that hardly count are dropped.
const MANY: usize = 4096;
/// What hardly counts, in seconds.
const LITTLE: f64 = 0.001;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Origin(Origin),
    Visitor(Origin, u64),
    Room(Origin, u64, u64),
}

fn keys(owner: &Owner) -> [Key; 3] {
    let Owner { origin, visitor, room, .. } = *owner;
    [Key::Origin(origin), Key::Visitor(origin, visitor), Key::Room(origin, visitor, room)]
}

/// Seconds that were spent for origins, visitors and rooms.
#[derive(Default)]
pub(super) struct Usage(HashMap<Key, (f64, Instant)>);

impl Usage {
    /// Adds time that was spent.
    pub fn add(&mut self, owner: &Owner, time: Duration, now: Instant) {
        for key in keys(owner) {
            let seconds = self.seconds(key, now) + time.as_secs_f64();
            self.0.insert(key, (seconds, now));
        }
        if self.0.len() > MANY {
            self.0.retain(|_, &mut entry| decayed(entry, now) > LITTLE);
        }
    }

    /// What was spent for an owner's origin, visitor and room: who has less comes first.
    pub fn of(&self, owner: &Owner, now: Instant) -> [f64; 3] {
        keys(owner).map(|key| self.seconds(key, now))
    }

    fn seconds(&self, key: Key, now: Instant) -> f64 {
        self.0.get(&key).map_or(0.0, |&entry| decayed(entry, now))
    }
}

fn decayed((seconds, then): (f64, Instant), now: Instant) -> f64 {
    let passed = now.saturating_duration_since(then).as_secs_f64();
    seconds * 0.5_f64.powf(passed / HALF_LIFE.as_secs_f64())
}
