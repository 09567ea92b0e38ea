//! A queue in which everybody waits in a line of their own, and the lines take turns.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex};

struct Lines<T> {
    /// What each of them waits for.
    waiting: HashMap<u64, VecDeque<T>>,
    /// Whose turn it is next; everybody who waits is in it once.
    turns: VecDeque<u64>,
    closed: bool,
}

/// Work of several people. However much one of them has, the next turn is another's.
pub struct Queue<T> {
    lines: Mutex<Lines<T>>,
    changed: Condvar,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        let lines = Lines { waiting: HashMap::new(), turns: VecDeque::new(), closed: false };
        Queue { lines: Mutex::new(lines), changed: Condvar::new() }
    }
}

impl<T> Queue<T> {
    /// Puts work at the end of somebody's line. A closed queue drops it.
    pub fn add(&self, whose: u64, work: T) {
        let mut lines = self.lines.lock().expect("nobody panics with it");
        if lines.closed {
            return;
        }
        let line = lines.waiting.entry(whose).or_default();
        line.push_back(work);
        if line.len() == 1 {
            lines.turns.push_back(whose);
        }
        self.changed.notify_one();
    }

    /// Waits for work; `None` when the queue is closed.
    pub fn take(&self) -> Option<T> {
        let mut lines = self.lines.lock().expect("nobody panics with it");
        loop {
            if lines.closed {
                return None;
            }
            if let Some(whose) = lines.turns.pop_front() {
                let line = lines.waiting.get_mut(&whose)?;
                let work = line.pop_front();
                if line.is_empty() {
                    lines.waiting.remove(&whose);
                } else {
                    lines.turns.push_back(whose);
                }
                return work;
            }
            lines = self.changed.wait(lines).expect("nobody panics with it");
        }
    }

    /// How much waits.
    pub fn len(&self) -> usize {
        let lines = self.lines.lock().expect("nobody panics with it");
        lines.waiting.values().map(VecDeque::len).sum()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Drops what waits, and lets everybody go.
    pub fn close(&self) {
        let mut lines = self.lines.lock().expect("nobody panics with it");
        lines.closed = true;
        lines.waiting.clear();
        lines.turns.clear();
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_much_does_not_hold_up_the_others() {
        let queue = Queue::default();
        for work in 0..100 {
            queue.add(1, (1, work));
        }
        queue.add(2, (2, 0));
        queue.add(2, (2, 1));
        queue.add(3, (3, 0));
        let order: Vec<_> = (0..6).map(|_| queue.take().unwrap()).collect();
        assert_eq!(order, [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2)]);
        assert_eq!(queue.len(), 97);
        queue.close();
        assert!(queue.is_empty() && queue.take().is_none());
        queue.add(1, (1, 0));
        assert!(queue.is_empty());
    }
}
