//! The engine as a whole.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use cornerwise_engine::{Registry, SpecError};
use serde_json::Value;

use super::answer;
use super::complaint::Complaint;
use super::job::Job;
use super::query::{Query, Shelf};
use super::queue::Queue;
use super::request::{Action, Request};
use super::worker::{Shared, Worker};

/// How many answers may wait to be read before the workers wait too.
const UNREAD: usize = 1024;

/// What an analysis engine is started with.
pub struct Settings {
    /// The agents that `agent` may name.
    pub registry: Registry,
    /// The spec of the agent for requests that name none.
    pub agent: String,
    /// How many positions are analysed at a time.
    pub threads: usize,
    /// What chance depends on.
    pub seed: u64,
}

/// Why an engine does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no such agent.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// The system has no more threads.
    #[error("cannot start {threads} threads: {error}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system says.
        error: io::Error,
    },
}

/// A running engine. When it is dropped, the workers finish what is asked and end.
///
/// ```
/// use cornerwise_engine::Registry;
/// use cornerwise_gtp::analysis::{Service, Settings};
/// let settings =
///     Settings { registry: Registry::default(), agent: "largest".into(), threads: 1, seed: 1 };
/// let (mut service, answers) = Service::start(settings).unwrap();
/// service.request(serde_json::json!({"id": "a", "variant": "5x5"}));
/// drop(service);
/// let answers: Vec<_> = answers.iter().collect();
/// assert_eq!(answers.len(), 1);
/// assert_eq!(answers[0]["moveInfos"][0]["order"], 0);
/// ```
pub struct Service {
    shared: Arc<Shared>,
    tell: SyncSender<Value>,
    shelf: Shelf,
}

impl Service {
    /// Starts the workers. The answers end when the service is dropped and all is answered.
    ///
    /// # Errors
    /// When there is no such agent, or there are no more threads.
    pub fn start(settings: Settings) -> Result<(Service, Receiver<Value>), StartError> {
        let Settings { registry, agent, threads, seed } = settings;
        let shared = Shared { queue: Queue::default(), registry, agent, seed, cleared: 0.into() };
        shared.agent(None)?;
        let shared = Arc::new(shared);
        let (tell, answers) = sync_channel(UNREAD);
        let service = Service { shared, tell, shelf: Shelf::new() };
        for number in 0..threads {
            let worker = Worker::new(&service.shared, &service.tell);
            thread::Builder::new()
                .name(format!("analysis {number}"))
                .spawn(move || worker.run())
                .map_err(|error| StartError::Threads { threads, error })?;
        }
        Ok((service, answers))
    }

    /// Takes a request. What there is to say of it comes among the answers, now or later.
    pub fn request(&mut self, request: Value) {
        let echo = request.clone();
        match Request::read(request, &mut self.shelf) {
            Err(complaint) => self.tell(complaint.error()),
            Ok((request, warnings)) => {
                for warning in warnings {
                    self.tell(warning.warning());
                }
                match request {
                    Request::Query(query) => self.query(query),
                    Request::Action(action) => self.act(&action, echo),
                }
            }
        }
    }

    /// Answers something that is no request.
    pub fn refuse(&self, complaint: Complaint) {
        self.tell(complaint.error());
    }

    fn query(&self, query: Query) {
        let id = query.id.clone();
        if let Some(spec) = &query.agent
            && let Err(error) = self.shared.agent(Some(spec))
        {
            return self.refuse(Complaint::about("agent", error.to_string()).of(&id));
        }
        if !self.shared.queue.add(Job::all(query)) {
            let text = format!("the queue is full: at most {} positions may wait", Queue::MOST);
            self.refuse(Complaint::new(text).of(&id));
        }
    }

    fn act(&self, action: &Action, mut echo: Value) {
        match action {
            Action::Terminate { id, turns } => {
                let is_meant = |job: &Job| {
                    id.as_ref().is_none_or(|id| *id == job.query.id)
                        && turns.as_ref().is_none_or(|turns| turns.contains(&job.turn))
                };
                for job in self.shared.queue.end(is_meant) {
                    self.tell(answer::nothing(&job));
                }
            }
            Action::QueryVersion => echo["version"] = env!("CARGO_PKG_VERSION").into(),
            Action::ClearCache => {
                self.shared.cleared.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
        self.tell(echo);
    }

    fn tell(&self, answer: Value) {
        // Whoever does not listen any more misses nothing.
        let _ = self.tell.send(answer);
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.shared.queue.close();
    }
}
