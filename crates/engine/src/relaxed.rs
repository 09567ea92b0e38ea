//! An agent that takes a good move of another one, and not always the best.

use rand::RngExt;

use cornerwise_core::{GameRng, Position};

use crate::agent::{Agent, Context};
use crate::book::{BOOK, Opening};
use crate::decision::{Candidate, Decision, Forfeit};
use crate::math;
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "relaxed",
    summary: "good moves of another agent, and not always the best",
    parameters: &[
        Parameter {
            name: "of",
            kind: ParameterKind::Agent,
            default: "mcts:sims=100",
            meaning: "an agent that tries good moves more often than others",
        },
        Parameter {
            name: "temperature",
            kind: ParameterKind::Real(0.0, 100.0),
            default: "1",
            meaning: "0 for the best move, 1 for moves as often as they were tried; more evens them out",
        },
        Parameter {
            name: "least",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.05",
            meaning: "how often a move must have been tried, as a part of the one tried most",
        },
        Parameter {
            name: "early",
            kind: ParameterKind::Int(0, 21),
            default: "0",
            meaning: "how many first moves of a colour are varied in any case, among good ones",
        },
        BOOK,
    ],
    build,
    ..AgentKind::PLAIN
}];

/// For how many tries a move's probability before the search counts, so that few simulations are no oracle.
const TRIES_OF_PRIOR: f64 = 32.0;
/// How moves are chosen that are varied in any case.
const EARLY: Taste = Taste { temperature: 2.0, least: 0.1 };

/// How choosy somebody is.
#[derive(Clone, Copy, Debug)]
struct Taste {
    temperature: f64,
    least: f64,
}

impl Taste {
    /// One of the moves; `None` when nothing speaks for any of them.
    fn choose<'c>(self, candidates: &'c [Candidate], rng: &mut GameRng) -> Option<&'c Candidate> {
        let most = candidates.iter().map(tries).fold(0.0, f64::max);
        if most <= 0.0 || self.temperature <= 0.0 {
            return None;
        }
        let weight = |candidate: &Candidate| {
            let part = tries(candidate) / most;
            if part < self.least { 0.0 } else { math::power(part, 1.0 / self.temperature) }
        };
        let total: f64 = candidates.iter().map(weight).sum();
        let mut rest = rng.random::<f64>() * total;
        let drawn = candidates.iter().find(|candidate| {
            rest -= weight(candidate);
            rest < 0.0
        });
        // Rounding may leave a hair above the last weight.
        drawn.or(candidates.first())
    }
}

/// How often a move was tried, or would have been by what it looks like.
fn tries(candidate: &Candidate) -> f64 {
    candidate.visits as f64 + TRIES_OF_PRIOR * candidate.prior.unwrap_or(0.0)
}

struct Relaxed {
    inner: Box<dyn Agent>,
    taste: Taste,
    early: usize,
}

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let taste = Taste { temperature: settings.real("temperature"), least: settings.real("least") };
    let early = settings.int("early").unwrap_or(0) as usize;
    let inner = settings.agent(settings.word("of"))?;
    Opening::before(Box::new(Relaxed { inner, taste, early }), settings)
}

impl Relaxed {
    fn taste(&self, position: &Position) -> Taste {
        let placed = position.to_play().map_or(0, |colour| position.placed_count(colour));
        if placed < self.early && self.taste.temperature < EARLY.temperature {
            EARLY
        } else {
            self.taste
        }
    }
}

impl Agent for Relaxed {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let decision = self.inner.decide(position, context)?;
        match self.taste(position).choose(&decision.candidates, context.rng) {
            Some(chosen) if chosen.mv != decision.mv => {
                // What the inner agent expects comes after its own move.
                let mv = chosen.mv;
                Ok(Decision { values: None, scores: None, mv, line: vec![mv], ..decision })
            }
            _ => Ok(decision),
        }
    }

    fn ponder(&mut self, position: &Position, context: &mut Context<'_>) {
        // Whoever is to play weakly gets no stronger while the other thinks.
        if self.taste.temperature <= 0.0 {
            self.inner.ponder(position, context);
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::{Position, game_rng};

    use super::*;

    fn candidates(tried: &[(u64, f64)]) -> Vec<Candidate> {
        let moves = Position::start("7x7".parse().unwrap()).legal_moves();
        let candidate = |(&mv, &(visits, prior))| Candidate {
            prior: Some(prior),
            ..Candidate::valued(mv, visits, 0.0)
        };
        moves.iter().zip(tried).map(candidate).collect()
    }

    /// How many times of 4000 each candidate is chosen.
    fn chosen(taste: Taste, candidates: &[Candidate]) -> Vec<u32> {
        let mut rng = game_rng(1, 1);
        let mut counts = vec![0; candidates.len()];
        for _ in 0..4000 {
            let mv = taste.choose(candidates, &mut rng).unwrap().mv;
            counts[candidates.iter().position(|candidate| candidate.mv == mv).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn the_temperature_evens_out_what_the_search_prefers() {
        let candidates = candidates(&[(810, 0.0), (90, 0.0), (9, 0.0)]);
        let plain = chosen(Taste { temperature: 1.0, least: 0.0 }, &candidates);
        assert!((3480..3640).contains(&plain[0]) && (10..80).contains(&plain[2]), "{plain:?}");
        // Square roots: 9 to 3 to 0.95.
        let even = chosen(Taste { temperature: 2.0, least: 0.0 }, &candidates);
        assert!((2680..2880).contains(&even[0]) && (230..360).contains(&even[2]), "{even:?}");
        let cold = chosen(Taste { temperature: 0.05, least: 0.0 }, &candidates);
        assert_eq!(cold, [4000, 0, 0]);
        let best = Taste { temperature: 0.0, least: 0.0 };
        assert!(best.choose(&candidates, &mut game_rng(1, 1)).is_none());
    }

    #[test]
    fn what_is_tried_too_rarely_is_never_played() {
        let candidates = candidates(&[(100, 0.0), (30, 0.0), (9, 0.0), (0, 0.0)]);
        let hot = chosen(Taste { temperature: 100.0, least: 0.1 }, &candidates);
        assert!(hot[0] > 1900 && hot[1] > 1900 && hot[2] + hot[3] == 0, "{hot:?}");
    }

    #[test]
    fn without_tries_the_looks_of_a_move_count() {
        let candidates = candidates(&[(0, 0.6), (0, 0.3), (0, 0.1)]);
        let counts = chosen(Taste { temperature: 1.0, least: 0.2 }, &candidates);
        assert!((2550..2780).contains(&counts[0]) && counts[2] == 0, "{counts:?}");
        let unknown = self::candidates(&[(0, 0.0); 3]);
        let taste = Taste { temperature: 1.0, least: 0.0 };
        assert!(taste.choose(&unknown, &mut game_rng(1, 1)).is_none());
    }
}
