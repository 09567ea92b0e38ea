//! The file in which a tuning run lives: its plan, then a line for each iteration.

use std::path::Path;

use cornerwise_dataset::damaged;
use cornerwise_dataset::journal::{self, Journal, Lock};
use serde::{Deserialize, Serialize};

use super::plan::TuningPlan;
use super::spsa::Trial;
use crate::store::{self, StoreError};

/// The name of the file.
pub(crate) const LOG: &str = "tune.jsonl";

/// What was tried and what came out, by knob.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0.
    pub iteration: u64,
    /// What was compared.
    #[serde(flatten)]
    pub trial: Trial,
    /// The mean points of a comparison of the first set and of the second, from 0 to 1.
    pub scores: [f64; 2],
    /// Games that somebody lost by a failure, such as a crash or an illegal move.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub forfeits: u64,
    /// The current values afterwards.
    pub theta: Vec<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The log of a run, open for more.
pub(super) struct Log {
    journal: Journal,
    _lock: Lock,
}

impl Log {
    /// Opens the log of a directory, and answers the iterations that are there.
    pub fn open(directory: &Path, plan: &TuningPlan) -> Result<(Log, Vec<Iteration>), StoreError> {
        let lock = Lock::take(directory)?;
        let another = || StoreError::AnotherPlan(directory.to_owned());
        if directory.join(store::PLAN).exists() {
            return Err(another());
        }
        let path = directory.join(LOG);
        let (mut journal, bytes) = Journal::open(&path)?;
        let mut lines = journal::lines(&bytes);
        match lines.next() {
            None => journal.add(plan)?,
            Some((number, line)) => {
                let known: TuningPlan = journal::entry(&path, number, line)?;
                if known != *plan {
                    return Err(another());
                }
            }
        }
        let mut iterations = Vec::new();
        for (number, line) in lines {
            let iteration: Iteration = journal::entry(&path, number, line)?;
            check(&iteration, iterations.len() as u64, plan)
                .map_err(|reason| damaged(&path, Some(number), reason))?;
            iterations.push(iteration);
        }
        Ok((Log { journal, _lock: lock }, iterations))
    }

    /// Keeps an iteration.
    pub fn add(&mut self, iteration: &Iteration) -> Result<(), StoreError> {
        Ok(self.journal.add(iteration)?)
    }
}

fn check(iteration: &Iteration, number: u64, plan: &TuningPlan) -> Result<(), &'static str> {
    let knobs = &plan.knobs;
    if iteration.iteration != number {
        return Err("it is not the next iteration");
    }
    let Trial { signs, plus, minus } = &iteration.trial;
    let lists = [plus, minus, &iteration.theta];
    if signs.len() != knobs.len() || lists.iter().any(|list| list.len() != knobs.len()) {
        return Err("it does not have one value for each parameter");
    }
    let is_inside = |list: &&Vec<f64>| {
        let mut values = knobs.iter().zip(*list);
        values.all(|(knob, value)| (knob.low..=knob.high).contains(value))
    };
    if !lists.iter().all(is_inside) {
        return Err("a value is out of its range");
    }
    if !iteration.scores.iter().all(|score| (0.0..=1.0).contains(score)) {
        return Err("a score is not between 0 and 1");
    }
    Ok(())
}
