//! A queue in which whoever has used least comes first.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use super::owner::{Origin, Owner};
use super::usage::Usage;

struct Waiting<T> {
    number: u64,
    owner: Owner,
    work: T,
}

struct Inner<T> {
    /// In order of arrival.
    waiting: Vec<Waiting<T>>,
    /// How much work of each origin is under way.
    running: HashMap<Origin, usize>,
    usage: Usage,
    added: u64,
    closed: bool,
}

/// Work of several people. Whoever has used least time lately is next: first among origins, then among the visitors of
/// one, then among their rooms. Work that nobody waits for comes after all other.
pub struct Queue<T> {
    inner: Mutex<Inner<T>>,
    changed: Condvar,
    /// How much work of one origin may be under way.
    most_each: usize,
}

impl<T> Queue<T> {
    /// An empty queue that lets so much work of one origin be under way at a time.
    pub fn new(most_each: usize) -> Queue<T> {
        let inner = Inner {
            waiting: Vec::new(),
            running: HashMap::new(),
            usage: Usage::default(),
            added: 0,
            closed: false,
        };
        Queue { inner: Mutex::new(inner), changed: Condvar::new(), most_each }
    }

    fn inner(&self) -> std::sync::MutexGuard<'_, Inner<T>> {
        self.inner.lock().expect("nobody panics with it")
    }

    /// Adds work, and answers its number. A closed queue drops it.
    pub fn add(&self, owner: Owner, work: T) -> u64 {
        let mut inner = self.inner();
        inner.added += 1;
        let number = inner.added;
        if !inner.closed {
            inner.waiting.push(Waiting { number, owner, work });
            self.changed.notify_one();
        }
        number
    }

    /// Waits for work, which is under way until it is told to be done; `None` when the queue is closed.
    pub fn take(&self) -> Option<(Owner, T)> {
        let mut inner = self.inner();
        loop {
            if inner.closed {
                return None;
            }
            if let Some(at) = self.next(&inner, Instant::now()) {
                let Waiting { owner, work, .. } = inner.waiting.remove(at);
                *inner.running.entry(owner.origin).or_insert(0) += 1;
                return Some((owner, work));
            }
            inner = self.changed.wait(inner).expect("nobody panics with it");
        }
    }

    /// Whether more work of an owner's origin may be under way.
    fn is_free(&self, inner: &Inner<T>, owner: &Owner) -> bool {
        inner.running.get(&owner.origin).is_none_or(|&running| running < self.most_each)
    }

    fn next(&self, inner: &Inner<T>, now: Instant) -> Option<usize> {
        let rank = |waiting: &Waiting<T>| {
            (!waiting.owner.attended, inner.usage.of(&waiting.owner, now), waiting.number)
        };
        let mut ranked: Vec<_> = inner
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, waiting)| self.is_free(inner, &waiting.owner))
            .map(|(at, waiting)| (rank(waiting), at))
            .collect();
        // Times are finite, so that there is an order.
        ranked.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        ranked.first().map(|&(_, at)| at)
    }

    /// Work that was taken is done, and took so long.
    pub fn done(&self, owner: &Owner, time: Duration) {
        let mut inner = self.inner();
        inner.usage.add(owner, time, Instant::now());
        if let Some(running) = inner.running.get_mut(&owner.origin) {
            *running -= 1;
            if *running == 0 {
                inner.running.remove(&owner.origin);
            }
        }
        // Work of this origin may have waited for it.
        self.changed.notify_all();
    }

    /// Whether work that somebody of another origin waits for could begin now.
    pub fn others_wait(&self, owner: &Owner) -> bool {
        let inner = self.inner();
        inner.waiting.iter().any(|Waiting { owner: other, .. }| {
            other.attended && other.origin != owner.origin && self.is_free(&inner, other)
        })
    }

    /// Takes out work that still waits.
    pub fn remove(&self, number: u64) -> Option<T> {
        let mut inner = self.inner();
        let at = inner.waiting.iter().position(|waiting| waiting.number == number)?;
        Some(inner.waiting.remove(at).work)
    }

    /// Drops what waits, and lets everybody go.
    pub fn close(&self) {
        let mut inner = self.inner();
        inner.closed = true;
        inner.waiting.clear();
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn owner(host: u8, visitor: u64, room: u64) -> Owner {
        let origin = Origin::of(IpAddr::from([10, 0, 0, host]));
        Owner { origin, visitor, room, attended: true }
    }

    const SECOND: Duration = Duration::from_secs(1);

    /// The work in the order in which one thread takes it, a second each.
    fn order(queue: &Queue<&'static str>, count: usize) -> Vec<&'static str> {
        let take = |_| {
            let (owner, work) = queue.take().unwrap();
            queue.done(&owner, SECOND);
            work
        };
        (0..count).map(take).collect()
    }

    #[test]
    fn whoever_has_used_least_is_next() {
        let queue = Queue::new(1);
        for work in ["a1", "a2", "a3"] {
            queue.add(owner(1, 1, 1), work);
        }
        queue.add(owner(1, 2, 2), "b1");
        queue.add(owner(2, 3, 3), "c1");
        queue.add(owner(2, 3, 3), "c2");
        assert_eq!(order(&queue, 6), ["a1", "c1", "b1", "c2", "a2", "a3"]);
    }

    #[test]
    fn the_rooms_of_a_visitor_take_turns() {
        let queue = Queue::new(1);
        for work in ["x1", "x2"] {
            queue.add(owner(1, 1, 1), work);
        }
        queue.add(owner(1, 1, 2), "y1");
        assert_eq!(order(&queue, 3), ["x1", "y1", "x2"]);
    }

    #[test]
    fn new_sessions_of_one_origin_do_not_push_others_back() {
        let queue = Queue::new(1);
        queue.add(owner(1, 1, 1), "first");
        assert_eq!(order(&queue, 1), ["first"]);
        for visitor in 2..10 {
            queue.add(owner(1, visitor, visitor), "again");
        }
        queue.add(owner(2, 99, 99), "other");
        assert_eq!(order(&queue, 1), ["other"]);
    }

    #[test]
    fn games_of_agents_wait_for_people() {
        let queue = Queue::new(1);
        queue.add(Owner { attended: false, ..owner(1, 1, 1) }, "agents");
        queue.add(owner(2, 2, 2), "person");
        assert_eq!(order(&queue, 2), ["person", "agents"]);
    }

    #[test]
    fn an_origin_leaves_a_thread_to_others() {
        let queue = Queue::new(1);
        queue.add(owner(1, 1, 1), "long");
        queue.add(owner(1, 2, 2), "next");
        let (busy, work) = queue.take().unwrap();
        assert_eq!(work, "long");
        queue.add(owner(2, 3, 3), "other");
        assert_eq!(queue.take().unwrap().1, "other");
        queue.done(&busy, SECOND);
        assert_eq!(queue.take().unwrap().1, "next");
    }

    #[test]
    fn an_origin_does_not_wait_for_itself() {
        let queue = Queue::new(1);
        queue.add(owner(1, 1, 1), "long");
        let (busy, _) = queue.take().unwrap();
        queue.add(owner(1, 2, 2), "own");
        queue.add(Owner { attended: false, ..owner(2, 3, 3) }, "agents");
        assert!(!queue.others_wait(&busy));
        queue.add(owner(2, 3, 3), "person");
        assert!(queue.others_wait(&busy));
        // What another origin has under way is all that it may have.
        assert_eq!(queue.take().unwrap().1, "person");
        queue.add(owner(2, 3, 3), "next");
        assert!(!queue.others_wait(&busy));
    }

    #[test]
    fn work_that_waits_can_be_taken_out() {
        let queue = Queue::new(1);
        let number = queue.add(owner(1, 1, 1), "work");
        assert_eq!(queue.remove(number), Some("work"));
        assert_eq!(queue.remove(number), None);
        queue.close();
        queue.add(owner(1, 1, 1), "late");
        assert!(queue.take().is_none());
    }
}
