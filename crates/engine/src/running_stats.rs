//! The mean and the variance of numbers as they come in (Welford).

use crate::math::Elementary;

/// How quickly a deviation from the mean nears 1.
const STEEPNESS: f64 = 1.4;

/// The mean and the variance of a number so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunningStats {
    count: f64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl RunningStats {
    /// A prior: as if so many numbers had been seen, with mean 0 and this standard deviation.
    pub(crate) fn with_prior(count: f64, deviation: f64) -> RunningStats {
        RunningStats { count, mean: 0.0, squares: count * deviation * deviation }
    }

    /// Takes a number in.
    pub(crate) fn add(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    /// The mean squared distance from the mean.
    pub(crate) fn variance(&self) -> f64 {
        if self.count > 0.0 { self.squares / self.count } else { 0.0 }
    }

    /// Takes a number in and answers its distance from the mean in standard deviations, squashed to -1 to 1.
    pub(crate) fn squashed_score(&mut self, number: f64) -> f64 {
        self.add(number);
        let variance = self.variance();
        if variance <= 0.0 {
            return 0.0;
        }
        let deviations = (number - self.mean) / variance.sqrt();
        2.0 / (1.0 + (-STEEPNESS * deviations).exponential()) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_is_that_of_all_numbers() {
        let mut stats = RunningStats::default();
        assert_eq!(stats.variance(), 0.0);
        for number in [1.0, 2.0, 4.0, 9.0] {
            stats.add(number);
        }
        assert!((stats.variance() - 9.5).abs() < 1e-12, "{stats:?}");
    }

    #[test]
    fn a_prior_fades() {
        let mut stats = RunningStats::with_prior(20.0, 0.3);
        assert!((stats.variance() - 0.09).abs() < 1e-12);
        for number in 0..20_000 {
            stats.add(if number % 2 == 0 { 1.0 } else { -1.0 });
        }
        assert!((stats.variance() - 1.0).abs() < 0.01, "{stats:?}");
    }

    #[test]
    fn a_score_is_the_distance_from_the_mean() {
        let mut stats = RunningStats::default();
        assert_eq!(stats.squashed_score(5.0), 0.0);
        for number in 0..100 {
            stats.add(f64::from(number % 10));
        }
        let [low, middle, high] = [-20.0, 4.5, 30.0].map(|number| {
            let mut copy = stats;
            copy.squashed_score(number)
        });
        assert!(low < -0.9 && middle.abs() < 0.1 && high > 0.9, "{low} {middle} {high}");
    }
}
