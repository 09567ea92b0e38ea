//! A network at work for one thread.

use cornerwise_core::{Colour, Generator, Move, Position, Variant};
use cornerwise_net::{Inference, Network};

use crate::evaluator::linear::{LinearModel, keep_most_probable};
use crate::evaluator::{Evaluator, Model, MoveLogit, Ownership, RecentMoves, Value};
use crate::math::Elementary;
use crate::outcome::PerPlayer;

use super::cache::{Cache, Known};

/// A share of the win that counts as none: its logarithm is finite.
const LEAST_SHARE: f64 = 1e-4;

/// A network, and what it said of the latest positions.
pub(super) struct NetworkEvaluator<'m> {
    forward: Forward<'m>,
    cache: Cache,
}

/// All that a pass needs.
struct Forward<'m> {
    inference: Inference<'m>,
    linear: Option<Linear<'m>>,
    list: Vec<Move>,
}

/// The linear model, and what its logits count in those of the policy and of the outcome.
struct Linear<'m> {
    evaluator: Box<dyn Evaluator + 'm>,
    policy: f32,
    value: f32,
    moves: Vec<MoveLogit>,
}

impl<'m> NetworkEvaluator<'m> {
    pub(super) fn new(
        network: &'m Network,
        linear: &'m LinearModel,
        variant: &Variant,
    ) -> NetworkEvaluator<'m> {
        let linear = network.linear().map(|(policy, value)| Linear {
            evaluator: linear.evaluator(variant),
            policy,
            value,
            moves: Vec::new(),
        });
        let inference = Inference::new(network, variant);
        let forward = Forward { inference, linear, list: Vec::new() };
        NetworkEvaluator { forward, cache: Cache::new() }
    }

    fn look(&mut self, position: &Position, recent: &RecentMoves) -> &Known {
        let forward = &mut self.forward;
        self.cache.get(position, recent, |known| forward.run(position, recent, known))
    }
}

impl Evaluator for NetworkEvaluator<'_> {
    fn policy(
        &mut self,
        position: &Position,
        recent: &RecentMoves,
        most: Option<usize>,
        moves: &mut Vec<MoveLogit>,
    ) {
        let known = &self.look(position, recent).logits;
        for scored in &mut *moves {
            let place = known.binary_search_by_key(&scored.mv, |known| known.mv);
            scored.logit = place.map_or(f32::NEG_INFINITY, |place| known[place].logit);
        }
        keep_most_probable(moves, most);
    }

    fn value(&mut self, position: &Position, recent: &RecentMoves) -> Value {
        self.look(position, recent).value
    }

    fn ownership(&mut self, position: &Position, recent: &RecentMoves) -> Option<Ownership> {
        self.forward.inference.run(position, |colour| recent.of(colour));
        let mut odds = self.forward.inference.ownership();
        for cell in 0..odds[0].len() {
            let highest = odds.iter().map(|row| row[cell]).fold(f32::NEG_INFINITY, f32::max);
            let mut total = 0.0;
            for row in &mut odds {
                row[cell] = (row[cell] - highest).exponential();
                total += row[cell];
            }
            for row in &mut odds {
                row[cell] /= total;
            }
        }
        let nobody = odds.remove(0);
        Some(Ownership { nobody, colours: odds })
    }
}

impl Forward<'_> {
    fn run(&mut self, position: &Position, recent: &RecentMoves, known: &mut Known) {
        let colour = position.to_play().expect("the game is not over");
        self.inference.run(position, |colour| recent.of(colour));
        Generator::Fast.list(position, colour, &mut self.list);
        let logits = &mut known.logits;
        logits.clear();
        logits.extend(self.list.iter().map(|&mv| MoveLogit { mv, logit: 0.0 }));
        let mut next = logits.iter_mut();
        self.inference.each_logit(self.list.iter().copied(), |logit| {
            next.next().expect("there is a logit for each move").logit = logit;
        });
        let shares = self.linear.as_mut().map(|linear| linear.correct(position, recent, logits));
        known.value = self.value(position, shares);
    }

    /// The value by the network, which the linear model's shares of the win are added to.
    fn value(&self, position: &Position, linear: Option<(f32, PerPlayer)>) -> Value {
        let players = position.variant().player_count();
        let mover = position.player_to_play().expect("the game is not over").index();
        let player = |turn: usize| (mover + turn) % players;
        let forecast = self.inference.forecast();
        let mut added = [0.0; Colour::MAX];
        if let Some((weight, shares)) = linear {
            for (turn, added) in added[..players].iter_mut().enumerate() {
                *added = weight * shares[player(turn)].max(LEAST_SHARE).logarithm() as f32;
            }
        }
        let mut value = Value::default();
        let shares = forecast.corrected_shares(&added[..players]);
        for (turn, share) in shares.into_iter().enumerate() {
            value.shares[player(turn)] = share.into();
            value.scores[player(turn)] = forecast.scores[turn].into();
        }
        value
    }
}

impl Linear<'_> {
    /// Adds to the logits of moves; answers the shares of the win and what they count.
    fn correct(
        &mut self,
        position: &Position,
        recent: &RecentMoves,
        logits: &mut [MoveLogit],
    ) -> (f32, PerPlayer) {
        self.moves.clear();
        self.moves.extend_from_slice(logits);
        self.evaluator.policy(position, recent, None, &mut self.moves);
        for (scored, linear) in logits.iter_mut().zip(&self.moves) {
            scored.logit += self.policy * linear.logit;
        }
        (self.value, self.evaluator.value(position, recent).shares)
    }
}
