//! How numbers of a search usually are.

use crate::math::Elementary;

/// How quickly a deviation from the usual becomes a great surprise.
const STEEPNESS: f64 = 1.4;

/// The mean and the deviation of a number so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usual {
    count: f64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl Usual {
    /// As if so many numbers had been seen, with this deviation from 0.
    pub(super) fn supposed(count: f64, deviation: f64) -> Usual {
        Usual { count, mean: 0.0, squares: count * deviation * deviation }
    }

    /// Takes a number in.
    pub(super) fn add(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    /// The mean distance from the mean, in squares.
    pub(super) fn variance(&self) -> f64 {
        if self.count > 0.0 { self.squares / self.count } else { 0.0 }
    }

    /// Takes a number in and says how far it is from the usual, from -1 to 1.
    pub(super) fn surprise(&mut self, number: f64) -> f64 {
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
        let mut usual = Usual::default();
        assert_eq!(usual.variance(), 0.0);
        for number in [1.0, 2.0, 4.0, 9.0] {
            usual.add(number);
        }
        assert!((usual.variance() - 9.5).abs() < 1e-12, "{usual:?}");
    }

    #[test]
    fn what_was_supposed_fades() {
        let mut usual = Usual::supposed(20.0, 0.3);
        assert!((usual.variance() - 0.09).abs() < 1e-12);
        for number in 0..20_000 {
            usual.add(if number % 2 == 0 { 1.0 } else { -1.0 });
        }
        assert!((usual.variance() - 1.0).abs() < 0.01, "{usual:?}");
    }

    #[test]
    fn a_surprise_is_far_from_the_usual() {
        let mut usual = Usual::default();
        assert_eq!(usual.surprise(5.0), 0.0);
        for number in 0..100 {
            usual.add(f64::from(number % 10));
        }
        let [low, middle, high] = [-20.0, 4.5, 30.0].map(|number| {
            let mut copy = usual;
            copy.surprise(number)
        });
        assert!(low < -0.9 && middle.abs() < 0.1 && high > 0.9, "{low} {middle} {high}");
    }
}
