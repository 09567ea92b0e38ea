//! The linear model as an evaluator.

use std::cmp::Ordering;
use std::sync::Arc;

use cornerwise_core::{Move, Position, Reaches, Variant};

use crate::evaluator::{Evaluator, Model, MoveLogit, RecentMoves, Value};

use super::afterstate::{afterstate_features, afterstate_logit};
use super::policy_features::{CellLogits, PolicyEncoder};
use super::policy_weights::PolicyWeights;
use super::value_weights::ValueWeights;

/// The linear model, with the weights that come with the program or others.
#[derive(Clone, Default)]
pub struct LinearModel {
    /// Instead of the weights that come with the program.
    pub policy: Option<Arc<PolicyWeights>>,
    /// The same for values.
    pub value: Option<Arc<ValueWeights>>,
    /// How many moves get a second look where not all are needed; 0 for none anywhere.
    pub look: usize,
}

impl Model for LinearModel {
    fn evaluator<'m>(&'m self, variant: &Variant) -> Box<dyn Evaluator + 'm> {
        Box::new(LinearEvaluator {
            policy: self.policy.as_deref().unwrap_or_else(|| PolicyWeights::learnt(variant)),
            value: self.value.as_deref().unwrap_or_else(|| ValueWeights::learnt(variant)),
            look: self.look,
            encoder: PolicyEncoder::default(),
            logits: CellLogits::default(),
            list: Vec::new(),
            reaches: Vec::new(),
        })
    }
}

/// The linear model at work; nothing is allocated for a position.
struct LinearEvaluator<'m> {
    policy: &'m PolicyWeights,
    value: &'m ValueWeights,
    look: usize,
    encoder: PolicyEncoder,
    logits: CellLogits,
    list: Vec<Move>,
    reaches: Vec<Reaches>,
}

impl Evaluator for LinearEvaluator<'_> {
    fn policy(
        &mut self,
        position: &Position,
        recent: &RecentMoves,
        most: Option<usize>,
        moves: &mut Vec<MoveLogit>,
    ) {
        self.encoder.encode(position, recent);
        self.encoder.logits(self.policy, &mut self.logits);
        for scored in &mut *moves {
            scored.logit = self.logits.of(scored.mv);
        }
        keep_most_probable(moves, most.map(|most| most.max(self.look)));
        self.look_again(position, moves);
    }

    fn value(&mut self, position: &Position, _: &RecentMoves) -> Value {
        self.value.value(position)
    }
}

impl LinearEvaluator<'_> {
    /// Adds what a second look at the moves tells.
    fn look_again(&mut self, position: &Position, moves: &mut [MoveLogit]) {
        let Some(weights) = self.policy.afterstate_weights(self.encoder.phase()) else { return };
        if self.look == 0 {
            return;
        }
        self.list.clear();
        self.list.extend(moves.iter().map(|scored| scored.mv));
        position.reaches_after(&self.list, &mut self.reaches);
        for (scored, reaches) in moves.iter_mut().zip(&self.reaches) {
            scored.logit += afterstate_logit(&afterstate_features(scored.logit, reaches), weights);
        }
    }
}

/// The most probable first, and of equally probable moves always the same one.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "sorting hands out references")]
pub(crate) fn by_logit(a: &MoveLogit, b: &MoveLogit) -> Ordering {
    b.logit.total_cmp(&a.logit).then(a.mv.cmp(&b.mv))
}

/// Drops all but the most probable moves.
pub(crate) fn keep_most_probable(moves: &mut Vec<MoveLogit>, most: Option<usize>) {
    if let Some(most) = most.filter(|&most| most < moves.len()) {
        moves.select_nth_unstable_by(most, by_logit);
        moves.truncate(most);
    }
}
