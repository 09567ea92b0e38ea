//! Who analyses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use cornerwise_engine::{Agent, Decision, Registry, SpecError, Turn};
use serde_json::Value;

use super::answer;
use super::complaint::Complaint;
use super::job::Job;
use super::queue::Queue;

/// How many agents a worker keeps; they may have large tables.
const MOST_AGENTS: usize = 4;

/// What all workers share.
pub(super) struct Shared {
    pub queue: Queue,
    pub registry: Registry,
    /// The spec of the usual agent.
    pub agent: String,
    pub seed: u64,
    /// How often agents were to be forgotten.
    pub cleared: AtomicU64,
}

impl Shared {
    /// Makes an agent. A request may only name those that think for themselves: others may start programs.
    pub fn agent(&self, spec: Option<&str>) -> Result<Box<dyn Agent>, SpecError> {
        match spec {
            Some(spec) if spec != self.agent => Registry::default().agent(spec),
            _ => self.registry.agent(&self.agent),
        }
    }
}

pub(super) struct Worker {
    shared: Arc<Shared>,
    tell: SyncSender<Value>,
    /// The latest agents with their specs, the latest last.
    agents: Vec<(String, Box<dyn Agent>)>,
    cleared: u64,
}

impl Worker {
    pub fn new(shared: &Arc<Shared>, tell: &SyncSender<Value>) -> Worker {
        Worker { shared: Arc::clone(shared), tell: tell.clone(), agents: Vec::new(), cleared: 0 }
    }

    /// Works until there is nothing left to do.
    pub fn run(mut self) {
        let shared = Arc::clone(&self.shared);
        while let Some(taken) = shared.queue.take() {
            let answer = self.answer(&taken.job);
            shared.queue.give_back(&taken);
            if self.tell.send(answer).is_err() {
                // Nobody listens any more.
                return;
            }
        }
    }

    fn answer(&mut self, job: &Job) -> Value {
        let game = job.query.game(job.turn);
        let position = game.position();
        if position.is_over() {
            return answer::finished(job, position);
        }
        let (seed, tell) = (self.shared.seed, self.tell.clone());
        let agent = match self.agent(job.query.agent.as_deref()) {
            Ok(agent) => agent,
            Err(error) => return refusal(job, error.to_string()),
        };
        agent.new_game(seed);
        let mut told = Instant::now();
        let mut report = |decision: &Decision| {
            if job.query.report_every.is_some_and(|every| told.elapsed() >= every) {
                told = Instant::now();
                // The end of the analysis sees whether somebody still listens.
                let _ = tell.send(answer::thoughts(job, position, decision, true));
            }
        };
        let turn = Turn {
            budget: job.query.budget,
            report: Some(&mut report),
            ..Turn::new(&game, seed, &job.stop)
        };
        match turn.ask(agent) {
            Ok(decision) => answer::thoughts(job, position, &decision, false),
            Err(forfeit) => refusal(job, format!("the agent has no answer: {forfeit}")),
        }
    }

    /// The agent of a spec, kept from the last time if possible.
    fn agent(&mut self, spec: Option<&str>) -> Result<&mut dyn Agent, SpecError> {
        let cleared = self.shared.cleared.load(Ordering::Relaxed);
        if cleared != self.cleared {
            self.agents.clear();
            self.cleared = cleared;
        }
        let name = spec.unwrap_or(&self.shared.agent);
        let known = self.agents.iter().position(|(known, _)| known == name);
        let latest = if let Some(at) = known {
            self.agents.remove(at)
        } else {
            if self.agents.len() == MOST_AGENTS {
                self.agents.remove(0);
            }
            (name.to_owned(), self.shared.agent(spec)?)
        };
        self.agents.push(latest);
        Ok(self.agents.last_mut().expect("just added").1.as_mut())
    }
}

fn refusal(job: &Job, text: String) -> Value {
    let mut error = Complaint::about("agent", text).of(&job.query.id).error();
    error["turnNumber"] = job.turn.into();
    error
}
