//! What a fit answers: the model with its metrics.

use super::by_phase::ByPhase;

/// A model with its metrics, on the games that it was fitted to and on those held out.
#[derive(Clone, Debug)]
pub struct FitResult<Model, Metrics, const PHASES: usize> {
    /// As it is written.
    pub model: Model,
    /// How many games it was fitted to.
    pub training_games: usize,
    /// How many were held out.
    pub held_out_games: usize,
    /// Metrics of the baseline, training and held out.
    pub baseline: [ByPhase<Metrics, PHASES>; 2],
    /// Metrics of the model, training and held out.
    pub metrics: [ByPhase<Metrics, PHASES>; 2],
}
