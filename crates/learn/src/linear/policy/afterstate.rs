//! The weights of the second look at moves: those of the features of afterstates.

use std::array;

use cornerwise_engine::evaluator::linear::{
    AFTERSTATE_FEATURES, AfterstateFeatures, POLICY_PHASES,
};

use super::prediction::Prediction;
use super::weights::TrainedWeights;
use crate::error::FitError;
use crate::game_sample::GameSample;
use crate::linear::ByPhase;
use crate::linear::newton::{Coefficients, Quadratic, lowest};
use crate::split::Split;

/// The cross-entropy of the visits and the probabilities, by phase.
type Losses = ByPhase<Quadratic<AFTERSTATE_FEATURES>, POLICY_PHASES>;

/// Fits the second look to games, whatever the other weights are; `tell` learns of every pass through the games.
pub(super) fn fit(
    split: &Split<'_>,
    weights: &TrainedWeights,
    decay: f64,
    mut tell: impl FnMut(),
) -> Result<[Option<AfterstateFeatures>; POLICY_PHASES], FitError> {
    // A second look that adds nothing: its features are what is learnt from.
    let nothing = [Some(AfterstateFeatures::default()); POLICY_PHASES];
    let others = weights.clone().with_afterstate_weights(nothing);
    let found = lowest(decay, |tried| {
        let sum = split
            .sum(&split.training, |chunk, prediction| losses(chunk, &others, tried, prediction))?;
        tell();
        Ok::<_, FitError>(sum.phases)
    })?;
    Ok(array::from_fn(|phase| {
        let mut added: AfterstateFeatures = found[phase].map(|weight| weight as f32).into();
        let is_learnt = added.iter().any(|&weight| weight != 0.0);
        // The logit of the first look counts once already.
        added[0] -= 1.0;
        is_learnt.then_some(added)
    }))
}

fn losses(
    samples: &[&GameSample],
    others: &TrainedWeights,
    tried: &[Coefficients<AFTERSTATE_FEATURES>; POLICY_PHASES],
    prediction: &mut Prediction,
) -> Losses {
    let mut losses = Losses::default();
    for sample in samples {
        prediction.replay(sample, others, |prediction, shares| {
            let phase = prediction.phase();
            let features = prediction.afterstates();
            losses.phases[phase].add_cross_entropy(features, &tried[phase], shares);
        });
    }
    losses
}
