//! The threads that think: so many and no more, in turns that are fair.

mod owner;
mod queue;
mod usage;

pub use owner::{Origin, Owner};
pub use queue::Queue;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use tokio::sync::oneshot;

/// Work for a thread.
pub type Job = Box<dyn FnOnce() + Send>;

/// Threads that take work from a queue.
///
/// Work that takes long comes in slices, each of which waits anew.
pub struct Pool {
    queue: Arc<Queue<Job>>,
}

/// Follows a piece of work from the queue to its beginning.
#[derive(Default)]
pub struct Ticket {
    /// Its number in the queue.
    number: OnceLock<u64>,
    begun: AtomicBool,
    hurried: AtomicBool,
}

impl Ticket {
    /// Whether the work has begun.
    pub fn has_begun(&self) -> bool {
        self.begun.load(Ordering::SeqCst)
    }
}

impl Pool {
    /// So many threads, of which one origin gets so many at a time, and which step back by so much behind others that
    /// have something to do.
    ///
    /// # Errors
    /// When the system has no more of them.
    pub fn new(name: &str, threads: usize, most_each: usize, back: Back) -> std::io::Result<Pool> {
        let queue: Arc<Queue<Job>> = Arc::new(Queue::new(most_each));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("{name} {number}")).spawn(move || {
                back.step();
                while let Some((owner, job)) = queue.take() {
                    let begin = Instant::now();
                    // An agent that breaks down must not take the thread along; its caller sees that nobody answers.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                    queue.done(&owner, begin.elapsed());
                }
            })?;
        }
        Ok(Pool { queue })
    }

    /// Does some work when it is the turn of whoever wants it; `None` when it broke down, or the server ends.
    pub async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        ticket: &Arc<Ticket>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, done) = oneshot::channel();
        let begins = Arc::clone(ticket);
        let job = move || {
            begins.begun.store(true, Ordering::SeqCst);
            // Nobody waits for the answer any more: somebody else's turn.
            if !tell.is_closed() {
                let _ = tell.send(work());
            }
        };
        let number = self.queue.add(owner, Box::new(job));
        let _ = ticket.number.set(number);
        // It may have been hurried before it had a number.
        if ticket.hurried.load(Ordering::SeqCst) {
            self.hurry(ticket);
        }
        done.await.ok()
    }

    /// Lets work begin at once that still waits, beside the threads of the pool. It is for work that ends as soon as it has
    /// begun, such as a search that was told to stop.
    pub fn hurry(&self, ticket: &Ticket) {
        ticket.hurried.store(true, Ordering::SeqCst);
        let job = ticket.number.get().and_then(|&number| self.queue.remove(number));
        if let Some(job) = job {
            tokio::task::spawn_blocking(job);
        }
    }

    /// Whether somebody at another address waits for a thread.
    pub fn others_wait(&self, owner: &Owner) -> bool {
        self.queue.others_wait(owner)
    }

    /// Takes no more work, and drops what waits.
    pub fn close(&self) {
        self.queue.close();
    }
}

/// How far threads step back behind others, where the system lets them do so one by one.
#[derive(Clone, Copy, Debug)]
pub enum Back {
    /// Behind answers: whoever plays is told at once that a move is taken, however much agents think.
    Little,
    /// Behind agents at their turn, too.
    Far,
}

impl Back {
    #[cfg(target_os = "linux")]
    fn step(self) {
        let niceness = match self {
            Back::Little => 5,
            Back::Far => 10,
        };
        // Where it is not allowed, all are equal.
        let _ = rustix::process::nice(niceness);
    }

    #[cfg(not(target_os = "linux"))]
    fn step(self) {}
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}
