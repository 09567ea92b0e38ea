//! The jobs that wait and those that run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::job::Job;

/// A place in the queue: the highest priority first, then who came first.
type Place = (Reverse<i64>, u64);

/// What workers take jobs from.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Job>,
    running: BTreeMap<Place, Job>,
    arrivals: u64,
    closed: bool,
}

/// A job that its worker gives back when it is done.
pub(super) struct Taken {
    place: Place,
    pub job: Job,
}

impl Queue {
    /// How many positions may wait.
    pub const MOST: usize = 100_000;

    /// Adds all of the jobs, or none if they are too many; answers whether it did.
    pub fn add(&self, jobs: Vec<Job>) -> bool {
        let mut state = self.lock();
        if state.waiting.len() + jobs.len() > Queue::MOST {
            return false;
        }
        for job in jobs {
            let place = (Reverse(job.priority), state.arrivals);
            state.arrivals += 1;
            state.waiting.insert(place, job);
        }
        self.changed.notify_all();
        true
    }

    /// The next job, as soon as there is one; `None` when there will be none any more.
    pub fn take(&self) -> Option<Taken> {
        let mut state = self.lock();
        loop {
            if let Some((place, job)) = state.waiting.pop_first() {
                state.running.insert(place, job.clone());
                return Some(Taken { place, job });
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a job is done.
    pub fn give_back(&self, taken: &Taken) {
        self.lock().running.remove(&taken.place);
    }

    /// Ends the jobs that are meant: stops those that run, and answers those that have not begun.
    pub fn end(&self, is_meant: impl Fn(&Job) -> bool) -> Vec<Job> {
        let mut state = self.lock();
        state.running.values().filter(|job| is_meant(job)).for_each(|job| job.stop.raise());
        state.waiting.extract_if(.., |_, job| is_meant(job)).map(|(_, job)| job).collect()
    }

    /// Lets the workers go home when all is done.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// The state is whole at every moment, also when a worker has panicked.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::fields::Fields;
    use super::super::query::{Query, Shelf};
    use super::*;

    fn jobs(id: &str, priorities: &[i64]) -> Vec<Job> {
        let turns: Vec<usize> = (0..priorities.len()).collect();
        let moves = ["a2", "b1", "b1"].get(..turns.len() - 1);
        let request = json!({"id": id, "variant": "2x2", "moves": moves,
            "analyzeTurns": turns, "priorities": priorities});
        let mut fields = Fields::of(request).unwrap();
        Job::all(Query::read(&mut fields, &mut Shelf::new()).ok().unwrap())
    }

    fn names(jobs: impl IntoIterator<Item = Job>) -> Vec<String> {
        jobs.into_iter().map(|job| format!("{}{}", job.query.id, job.turn)).collect()
    }

    #[test]
    fn jobs_leave_by_priority_and_arrival() {
        let queue = Queue::default();
        assert!(queue.add(jobs("a", &[0, 2, -1])) && queue.add(jobs("b", &[2, 0])));
        queue.close();
        let order = std::iter::from_fn(|| queue.take().map(|taken| taken.job));
        assert_eq!(names(order), ["a1", "b0", "a0", "b1", "a2"]);
    }

    #[test]
    fn those_that_run_are_stopped_and_those_that_wait_leave() {
        let queue = Queue::default();
        queue.add(jobs("a", &[0, 0, 0]));
        queue.add(jobs("b", &[0]));
        let (first, second) = (queue.take().unwrap(), queue.take().unwrap());
        queue.give_back(&first);
        assert_eq!(names(queue.end(|job| job.query.id == "a")), ["a2"]);
        assert!(second.job.stop.is_raised() && !first.job.stop.is_raised());
        assert_eq!(names([queue.take().unwrap().job]), ["b0"]);
    }

    #[test]
    fn too_many_jobs_are_refused_as_a_whole() {
        let queue = Queue::default();
        let job = jobs("a", &[0]).remove(0);
        assert!(queue.add(vec![job.clone(); Queue::MOST - 1]));
        assert!(!queue.add(vec![job.clone(); 2]));
        assert!(queue.add(vec![job.clone()]));
        assert!(!queue.add(vec![job]));
    }
}
