//! Work on several threads, such as games.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, mpsc};
use std::thread;

use cornerwise_engine::Stop;

/// The system has no more threads.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {count} threads: {error}")]
pub struct ThreadsError {
    /// How many were wanted.
    pub count: usize,
    /// What the system says.
    pub error: io::Error,
}

/// Lets every worker take jobs in order, on a thread of its own, until all are done, the stop is raised, or `keep`, which gets what
/// comes of them as it comes, has enough or fails. Work that is interrupted, for which `work` answers `None`, does not count. In the
/// end the stop is raised.
///
/// # Errors
/// When `keep` fails, or threads cannot be started.
pub fn run<Job, Worker: Send, Done: Send, E: From<ThreadsError>>(
    jobs: impl Iterator<Item = Job> + Send,
    workers: &mut [Worker],
    stop: &Stop,
    work: impl Fn(Job, &mut Worker) -> Option<Done> + Sync,
    mut keep: impl FnMut(Done) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let jobs = Mutex::new(jobs);
    let count = workers.len();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        // However this ends, nobody goes on working.
        let _halt = Halt(stop);
        for worker in workers {
            let (sender, jobs, work) = (sender.clone(), &jobs, &work);
            let labour = move || {
                while !stop.is_raised() {
                    let next = jobs.lock().expect("nobody panics with it").next();
                    let Some(job) = next else { return };
                    let Some(done) = work(job, worker) else { return };
                    if sender.send(done).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, labour);
            started.map_err(|error| ThreadsError { count, error })?;
        }
        drop(sender);
        for done in results {
            if keep(done)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    })
}

/// Raises a stop when it goes out of scope.
pub struct Halt<'s>(pub &'s Stop);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}
