//! Pearson's χ² test of equal chances.

use serde::Serialize;
use statrs::function::gamma::gamma_ur;

/// How far counts are from equal ones, and how often chance alone is as far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChiSquare {
    /// The sum of (observed − expected)² / expected.
    pub statistic: f64,
    /// One less than there are counts.
    pub degrees_of_freedom: usize,
    /// The probability of such a statistic or a larger one when all chances are equal.
    pub p_value: f64,
}

impl ChiSquare {
    /// Tests whether the counts come from equal chances; `None` when nothing was counted or there is
    /// nothing to compare.
    pub fn of_equal_chances(counts: &[u64]) -> Option<ChiSquare> {
        let total: u64 = counts.iter().sum();
        if total == 0 || counts.len() < 2 {
            return None;
        }
        let expected = total as f64 / counts.len() as f64;
        let statistic = counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
        let degrees_of_freedom = counts.len() - 1;
        let p_value = upper_tail(statistic, degrees_of_freedom);
        Some(ChiSquare { statistic, degrees_of_freedom, p_value })
    }
}

/// The probability that a χ² variable is larger.
fn upper_tail(statistic: f64, degrees_of_freedom: usize) -> f64 {
    // The function is not defined at 0, where the answer is plain.
    if statistic <= 0.0 {
        return 1.0;
    }
    gamma_ur(degrees_of_freedom as f64 / 2.0, statistic / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Upper critical values as printed in statistical tables.
    #[test]
    fn the_tail_agrees_with_published_tables() {
        let table = [
            (1, [(2.706, 0.10), (3.841, 0.05), (6.635, 0.01), (10.828, 0.001)]),
            (2, [(4.605, 0.10), (5.991, 0.05), (9.210, 0.01), (13.816, 0.001)]),
            (3, [(6.251, 0.10), (7.815, 0.05), (11.345, 0.01), (16.266, 0.001)]),
        ];
        for (degrees, row) in table {
            for (statistic, p) in row {
                // Three printed decimals of the statistic leave this much of p open.
                let error = (upper_tail(statistic, degrees) - p).abs();
                assert!(error < 3e-4 * p + 1e-6, "{degrees} {statistic}: off by {error}");
            }
        }
    }

    #[test]
    fn two_degrees_of_freedom_have_a_closed_form() {
        for statistic in [0.01_f64, 0.5, 3.0, 40.0, 300.0] {
            let exact = (-statistic / 2.0).exp();
            assert!((upper_tail(statistic, 2) / exact - 1.0).abs() < 1e-10, "{statistic}");
        }
    }

    #[test]
    fn a_coin_by_hand() {
        let test = ChiSquare::of_equal_chances(&[60, 40]).unwrap();
        assert!((test.statistic - 4.0).abs() < 1e-12);
        assert_eq!(test.degrees_of_freedom, 1);
        assert!((test.p_value - 0.045_500_26).abs() < 1e-8);
        assert_eq!(
            ChiSquare::of_equal_chances(&[7, 7, 7]).unwrap().p_value.to_bits(),
            1.0_f64.to_bits()
        );
        assert_eq!(ChiSquare::of_equal_chances(&[0, 0]), None);
    }

    #[test]
    fn an_absurd_statistic_has_no_chance() {
        assert!(ChiSquare::of_equal_chances(&[1_000_000, 0]).unwrap().p_value < 1e-300);
    }
}
