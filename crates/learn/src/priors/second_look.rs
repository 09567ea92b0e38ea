//! The weights of the second look at moves.

use std::array;

use cornerwise_engine::evaluator::linear::{
    AFTERSTATE_FEATURES, AfterstateFeatures, POLICY_PHASES,
};

use super::model::{Sight, Theta};
use crate::course::Course;
use crate::error::FitError;
use crate::fitted::ByPhase;
use crate::lesson::Lesson;
use crate::newton::{Coefficients, Quadratic, lowest};

/// By how much the probabilities miss the visits, by phase.
type Misses = ByPhase<Quadratic<AFTERSTATE_FEATURES>, POLICY_PHASES>;

/// Fits the second look to games, whatever the weights at first sight are; `tell` learns of every pass through the games.
pub(super) fn fit(
    course: &Course<'_>,
    theta: &Theta,
    decay: f64,
    mut tell: impl FnMut(),
) -> Result<[Option<AfterstateFeatures>; POLICY_PHASES], FitError> {
    // A second look that adds nothing: its numbers are what is learnt from.
    let theta =
        theta.clone().with_afterstate_weights([Some(AfterstateFeatures::default()); POLICY_PHASES]);
    let weights = lowest(decay, |weights| {
        let sum =
            course.sum(&course.training, |chunk, sight| misses(chunk, &theta, weights, sight))?;
        tell();
        Ok::<_, FitError>(sum.phases)
    })?;
    Ok(array::from_fn(|phase| {
        let mut added = weights[phase].map(|weight| weight as f32);
        let is_learnt = added.iter().any(|&weight| weight != 0.0);
        // What the move looks like at first sight counts once already.
        added[0] -= 1.0;
        is_learnt.then_some(added)
    }))
}

fn misses(
    lessons: &[&Lesson],
    theta: &Theta,
    weights: &[Coefficients<AFTERSTATE_FEATURES>; POLICY_PHASES],
    sight: &mut Sight,
) -> Misses {
    let mut misses = Misses::default();
    for lesson in lessons {
        sight.follow(lesson, theta, |sight, shares| {
            let phase = sight.phase();
            misses.phases[phase].add_cross_entropy(sight.sequels(), &weights[phase], shares);
        });
    }
    misses
}
