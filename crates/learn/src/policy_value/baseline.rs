//! What the linear model is worth on the same positions.

use std::sync::Arc;

use cornerwise_core::Tables;
use cornerwise_dataset::samples::{Sample, SampleEncoder};
use cornerwise_engine::evaluator::linear::LinearModel;
use cornerwise_engine::evaluator::{Evaluator, Model, MoveLogit};

use crate::network::{Losses, cross_entropy, places};

/// The linear model as it plays, with a second look at all moves.
static LINEAR: LinearModel = LinearModel { policy: None, value: None, look: usize::MAX };

/// Measures the linear model.
pub(super) struct Baseline {
    positions: SampleEncoder,
    linear: Box<dyn Evaluator>,
    moves: Vec<MoveLogit>,
}

impl Baseline {
    pub fn new(tables: &Arc<Tables>) -> Baseline {
        Baseline {
            positions: SampleEncoder::new(tables),
            linear: LINEAR.evaluator(tables.variant()),
            moves: Vec::new(),
        }
    }

    /// Adds a sample with the share of every legal move in the visits, all 0 where there is nothing to learn.
    pub fn add(&mut self, sample: &Sample, target: &[f32], losses: &mut Losses) {
        let (position, recent) = self.positions.position(sample);
        let weight = f64::from(sample.weight);
        losses.positions += weight;
        if target.iter().any(|&share| share > 0.0) {
            self.moves.clear();
            let legal = position.legal_moves().into_iter();
            self.moves.extend(legal.map(|mv| MoveLogit { mv, logit: 0.0 }));
            self.linear.policy(&position, &recent, None, &mut self.moves);
            let mut logits: Vec<f32> = self.moves.iter().map(|scored| scored.logit).collect();
            let (first, first_five) = places(&logits, target);
            let visited = target.iter().filter(|share| **share > 0.0);
            losses.policies += weight;
            losses.entropy -=
                weight * visited.map(|&share| f64::from(share * share.ln())).sum::<f64>();
            losses.policy += weight * f64::from(cross_entropy(&mut logits, target, 1.0));
            losses.first += weight * first;
            losses.first_five += weight * first_five;
        }
        let game = &sample.game;
        let value = self.linear.value(&position, &recent);
        let mover = usize::from(sample.turn().player);
        losses.brier += weight * (value.shares[mover] - f64::from(game.win_shares[mover])).powi(2);
        let scores = value.scores.iter().zip(&game.scores);
        let missed: f64 = scores.map(|(score, &end)| (score - f64::from(end)).abs()).sum();
        losses.score_error += weight * missed / game.scores.len() as f64;
    }
}
