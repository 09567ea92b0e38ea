//! The way to the lowest point of a convex function.

use cornerwise_engine::knowledge::ASPECTS;

use super::quadratic::{Coefficients, Quadratic, product, sum};

/// What is left to gain when the search ends, beside the value.
const NEARLY_NOTHING: f64 = 1e-10;

/// Newton's method, which goes back half the way whenever it went too far.
pub(super) struct Descent {
    decay: f64,
    /// The best weights so far, and what they are worth.
    best: Coefficients,
    value: f64,
    /// The way from there to the weights that are to be tried.
    step: Coefficients,
    is_done: bool,
}

impl Descent {
    /// From zero; the decay must be more than that.
    pub(super) fn new(decay: f64) -> Descent {
        let zero = [0.0; ASPECTS.len()];
        Descent { decay, best: zero, value: f64::INFINITY, step: zero, is_done: false }
    }

    /// The weights to be tried next.
    pub(super) fn weights(&self) -> Coefficients {
        sum(&self.best, &self.step)
    }

    /// The best weights that were tried.
    pub(super) fn best(&self) -> &Coefficients {
        &self.best
    }

    /// Whether there is nothing left to gain.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Learns what the weights that were to be tried are like.
    pub(super) fn learn(&mut self, found: Quadratic) {
        if self.is_done {
            return;
        }
        let tried = self.weights();
        let found = found.mean_with_decay(&tried, self.decay);
        let negligible = NEARLY_NOTHING * (1.0 + found.value);
        if found.value <= self.value + negligible {
            (self.best, self.value) = (tried, found.value);
            self.step = found.step();
            self.is_done = -product(&found.slopes, &self.step) < negligible;
        } else {
            self.step = self.step.map(|length| length / 2.0);
        }
    }
}
