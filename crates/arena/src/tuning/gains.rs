//! How far SPSA tries and steps.

use serde::{Deserialize, Serialize};

/// The gain sequences of SPSA, for parameters that are scaled to ranges of length 1.
///
/// Iteration k, counted from 0, tries values at a distance of c / (k + 1)^0.101 to both sides, and steps by
/// a / (A + k + 1)^0.602 times the estimated gradient. The exponents are those that Spall recommends in "Implementation of
/// the Simultaneous Perturbation Algorithm for Stochastic Optimization" (1998).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gains {
    /// The size of steps.
    pub a: f64,
    /// The distance of what is tried, as a share of the range.
    pub c: f64,
    /// The stability constant A: so many iterations long, steps stay about the same.
    pub stability: f64,
}

const STEP_EXPONENT: f64 = 0.602;
const DISTANCE_EXPONENT: f64 = 0.101;

/// These do well with a pair of games an iteration on a simulated peak of 200 to 800 Elo, after some hundred to some thousand
/// iterations. A greater distance does better still there, but would look past a narrow peak.
impl Default for Gains {
    fn default() -> Gains {
        Gains { a: 0.1, c: 0.2, stability: 50.0 }
    }
}

/// Gains with which there is no step, or one out of all ranges.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "gains a = {a}, c = {c}, A = {stability}: a and c are above 0, c is at most 0.5, A is 0 or more",
    a = .0.a,
    c = .0.c,
    stability = .0.stability
)]
pub struct GainsError(pub Gains);

impl Gains {
    /// The same gains, if they make sense.
    ///
    /// # Errors
    /// When they do not.
    pub fn checked(self) -> Result<Gains, GainsError> {
        let Gains { a, c, stability } = self;
        let is_sane = a > 0.0 && c > 0.0 && c <= 0.5 && stability >= 0.0;
        let is_finite = a.is_finite() && stability.is_finite();
        if is_sane && is_finite { Ok(self) } else { Err(GainsError(self)) }
    }

    /// What the gradient is multiplied with.
    pub fn step(&self, iteration: u64) -> f64 {
        self.a / (self.stability + iteration as f64 + 1.0).powf(STEP_EXPONENT)
    }

    /// How far from the current values the two sides are.
    pub fn distance(&self, iteration: u64) -> f64 {
        self.c / (iteration as f64 + 1.0).powf(DISTANCE_EXPONENT)
    }
}
