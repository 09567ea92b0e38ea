//! The normal distribution.

use std::f64::consts::SQRT_2;

use statrs::function::erf::erfc;

/// Half the width of a 95 % interval, in standard errors.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`.
pub fn probability_below(x: f64) -> f64 {
    erfc(-x / SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values as printed in tables of the normal distribution.
    #[test]
    fn published_tables() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (3.0, 0.998_650)] {
            assert!((probability_below(x) - p).abs() < 1e-6, "{x}");
        }
        assert!((probability_below(TWO_SIDED_95) - 0.975).abs() < 1e-9);
    }
}
