//! What a model was fitted to, and what it is worth.

use std::array;
use std::ops::AddAssign;

/// Something for every phase of the game, as a model divides it.
#[derive(Clone, Debug, PartialEq)]
pub struct ByPhase<T, const PHASES: usize> {
    /// By the number of the phase.
    pub phases: [T; PHASES],
}

impl<T: Default, const PHASES: usize> Default for ByPhase<T, PHASES> {
    fn default() -> Self {
        ByPhase { phases: array::from_fn(|_| T::default()) }
    }
}

impl<T: Default + for<'t> AddAssign<&'t T>, const PHASES: usize> ByPhase<T, PHASES> {
    /// All phases together.
    pub fn total(&self) -> T {
        let mut total = T::default();
        self.phases.iter().for_each(|phase| total += phase);
        total
    }
}

impl<T: for<'t> AddAssign<&'t T>, const PHASES: usize> AddAssign<&ByPhase<T, PHASES>>
    for ByPhase<T, PHASES>
{
    fn add_assign(&mut self, other: &ByPhase<T, PHASES>) {
        for (own, other) in self.phases.iter_mut().zip(&other.phases) {
            *own += other;
        }
    }
}

/// A model and what it is worth, on the games that it was fitted to and on those held out.
#[derive(Clone, Debug)]
pub struct Fitted<Model, T, const PHASES: usize> {
    /// As it is written.
    pub model: Model,
    /// How many games it was fitted to.
    pub training_games: usize,
    /// How many were held out.
    pub held_out_games: usize,
    /// Figures of what it is compared with, training and held out.
    pub before: [ByPhase<T, PHASES>; 2],
    /// Figures of the model, training and held out.
    pub after: [ByPhase<T, PHASES>; 2],
}
