//! An agent that is another one each turn, with given probabilities.

use rand::RngExt;

use cornerwise_core::Position;

use crate::agent::{Agent, Context};
use crate::decision::{Decision, Forfeit};
use crate::parameter::{self, Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "mixed",
    summary: "another agent each turn, with given probabilities",
    parameters: &[Parameter {
        name: "of",
        kind: ParameterKind::Mixture,
        default: "0.9*largest+0.1*random",
        meaning: "who plays, and how often",
    }],
    build,
    ..AgentKind::PLAIN
}];

struct Mixed {
    /// Weights that sum to 1, and whose turn they are.
    parts: Vec<(f64, Box<dyn Agent>)>,
}

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let mut parts = Vec::new();
    for (weight, spec) in parameter::mixture(settings.word("of"))? {
        parts.push((weight, settings.agent(&spec)?));
    }
    let sum: f64 = parts.iter().map(|part| part.0).sum();
    for part in &mut parts {
        part.0 /= sum;
    }
    Ok(Box::new(Mixed { parts }))
}

impl Agent for Mixed {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let mut draw = context.rng.random::<f64>();
        let last = self.parts.len() - 1;
        let chosen = self.parts.iter().position(|(weight, _)| {
            draw -= weight;
            draw < 0.0
        });
        // Rounding may leave a hair above the last weight.
        self.parts[chosen.unwrap_or(last)].1.decide(position, context)
    }

    fn new_game(&mut self, seed: u64) {
        for (_, agent) in &mut self.parts {
            agent.new_game(seed);
        }
    }
}
