//! The threads that think: so many and no more, in turns that are fair.

mod queue;
mod stable;

pub use queue::Queue;
pub use stable::{Stable, StableKey};

use std::sync::Arc;
use std::thread;

use tokio::sync::oneshot;

/// Work for a thread.
pub type Job = Box<dyn FnOnce() + Send>;

/// Threads that take work from a queue in which everybody waits in a line of their own.
///
/// Work that takes long comes in slices, each of which waits anew.
pub struct Pool {
    queue: Arc<Queue<Job>>,
}

impl Pool {
    /// So many threads, which step back by so much behind others that have something to do.
    ///
    /// # Errors
    /// When the system has no more of them.
    pub fn new(name: &str, threads: usize, back: Back) -> std::io::Result<Pool> {
        let queue: Arc<Queue<Job>> = Arc::default();
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("{name} {number}")).spawn(move || {
                back.step();
                while let Some(job) = queue.take() {
                    // An agent that breaks down must not take the thread along; its caller sees that nobody answers.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                }
            })?;
        }
        Ok(Pool { queue })
    }

    /// Does some work when it is the turn of whoever wants it; `None` when it broke down, or the server ends.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, done) = oneshot::channel();
        let job = move || {
            // Nobody waits for the answer any more: somebody else's turn.
            if !tell.is_closed() {
                let _ = tell.send(work());
            }
        };
        self.queue.add(whose, Box::new(job));
        done.await.ok()
    }

    /// How much work waits.
    pub fn waiting(&self) -> usize {
        self.queue.len()
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
