//! Weights of the policy while they are learnt.

use std::array;

use cornerwise_engine::evaluator::linear::{
    AfterstateFeatures, POLICY_PHASES, PolicyFeature, PolicyWeights,
};

/// A weight for every feature, as exact as learning needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedWeights {
    /// By the numbers of the features.
    features: Vec<f64>,
    /// Those of the second look in every phase, if there is one.
    afterstate: [Option<AfterstateFeatures>; POLICY_PHASES],
}

impl TrainedWeights {
    /// With which all moves are equally probable.
    #[must_use]
    pub fn zero() -> TrainedWeights {
        TrainedWeights {
            features: vec![0.0; PolicyFeature::all().len()],
            afterstate: [None; POLICY_PHASES],
        }
    }

    /// By the numbers of the features.
    pub fn values(&self) -> &[f64] {
        &self.features
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.features
    }

    /// Those of the second look in a phase, if there is one.
    pub fn afterstate_weights(&self, phase: usize) -> Option<&AfterstateFeatures> {
        self.afterstate[phase].as_ref()
    }

    /// The same weights, and others or none for the second look.
    #[must_use]
    pub fn with_afterstate_weights(
        self,
        afterstate: [Option<AfterstateFeatures>; POLICY_PHASES],
    ) -> TrainedWeights {
        TrainedWeights { afterstate, ..self }
    }

    /// As they will be read from the file that they are written to.
    pub fn to_weights(&self) -> PolicyWeights {
        let weights = PolicyWeights::from_fn(|feature| self.features[feature.index()] as f32)
            .with_afterstate_weights(|phase| self.afterstate[phase].unwrap_or_default());
        weights.to_string().parse().expect("what is written can be read")
    }
}

impl From<&PolicyWeights> for TrainedWeights {
    fn from(weights: &PolicyWeights) -> TrainedWeights {
        let first_look = weights.with_afterstate_weights(|_| AfterstateFeatures::default());
        TrainedWeights {
            features: PolicyFeature::all().map(|feature| first_look.of(feature).into()).collect(),
            afterstate: array::from_fn(|phase| weights.afterstate_weights(phase).copied()),
        }
    }
}
