//! The best of scored moves.

use std::time::Duration;

use cornerwise_core::{GameRng, Move, Position};
use rand::RngExt;

use super::sweep::{Score, Sweep, Transition};
use crate::agent::{Agent, Context};
use crate::budget::Clock;
use crate::decision::{Candidate, Counters, Decision, Forfeit};

/// An agent that plays the move with the best score.
pub(crate) struct Greedy<S> {
    score: S,
    sweep: Sweep,
}

impl<S: Score> Greedy<S> {
    pub fn new(score: S) -> Greedy<S> {
        Greedy { score, sweep: Sweep::default() }
    }
}

impl<S: Score> Agent for Greedy<S> {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let clock = Clock::start(context.budget, context.stop);
        let mut scored = Vec::new();
        let nodes = self.sweep.run(position, &clock, |transition| {
            scored.push((transition.mv, self.score.score(transition)));
        });
        Ok(best(scored, context.rng, nodes, clock.elapsed()))
    }
}

impl Score for Box<dyn Score> {
    fn score(&mut self, transition: &Transition<'_>) -> f64 {
        (**self).score(transition)
    }
}

/// The move with the best score, a random one of several; the others follow by score.
pub(crate) fn best(
    mut scored: Vec<(Move, f64)>,
    rng: &mut GameRng,
    nodes: u64,
    time: Duration,
) -> Decision {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    let top = scored.first().expect("the game is not over").1;
    let ties = scored.iter().take_while(|(_, score)| *score == top).count();
    scored.swap(0, rng.random_range(0..ties));
    let candidate = |(mv, value)| Candidate::valued(mv, 1, value);
    Decision {
        candidates: scored.iter().copied().map(candidate).collect(),
        counters: Counters { nodes, simulations: 0, depth: 1, time },
        ..Decision::of(scored[0].0)
    }
}
