//! Sums by the phase of the game.

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
