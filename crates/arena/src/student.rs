//! Student's distribution: how far a mean is from the truth when its error is estimated from few rounds.

use statrs::distribution::{ContinuousCDF, StudentsT};

fn distribution(degrees_of_freedom: f64) -> StudentsT {
    // With more degrees it is the normal distribution to five digits, but the search for a quantile does not
    // end.
    let degrees = degrees_of_freedom.clamp(1.0, 1e5);
    StudentsT::new(0.0, 1.0, degrees).expect("the degrees are positive")
}

/// Half the width of a 95 % interval, in estimated standard errors.
pub fn two_sided_95(degrees_of_freedom: f64) -> f64 {
    distribution(degrees_of_freedom).inverse_cdf(0.975)
}

/// The probability that a variable is below `x` estimated standard errors.
pub fn probability_below(x: f64, degrees_of_freedom: f64) -> f64 {
    distribution(degrees_of_freedom).cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values as printed in tables of Student's distribution, the last ones of the normal one.
    #[test]
    fn published_tables() {
        let table = [
            (1.0, 12.706),
            (2.0, 4.303),
            (9.0, 2.262),
            (30.0, 2.042),
            (120.0, 1.980),
            (1e5, 1.960),
            (1e9, 1.960),
        ];
        for (degrees, quantile) in table {
            assert!((two_sided_95(degrees) - quantile).abs() < 6e-4, "{degrees}");
            assert!((probability_below(quantile, degrees) - 0.975).abs() < 5e-5, "{degrees}");
        }
        assert!((probability_below(1.0, 1e6) - 0.841_345).abs() < 1e-5);
        assert!((probability_below(-1.0, 1.0) - 0.25).abs() < 1e-9);
        assert_eq!(probability_below(0.0, 7.0), 0.5);
    }
}
