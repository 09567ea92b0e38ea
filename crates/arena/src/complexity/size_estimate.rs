//! What independent samples say of a size, and whether they are enough.

use serde::Serialize;

use super::magnitude::Magnitude;
use crate::student::two_sided_95;

/// Samples say enough when so many of them carry weight, and the largest hundredth no more than this share of the sum;
/// a mean with so small an error needs no more.
const LEAST_EFFECTIVE: f64 = 10.0;
const MOST_IN_TAIL: f64 = 0.25;
const SMALL_ERROR: f64 = 0.05;
/// What a mean exceeds by this factor it exceeds in at most 5 % of cases, whatever the distribution (Markov).
const MARKOV: f64 = 20.0;

/// The mean of independent estimates that are right on average, none of them negative.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SizeEstimate {
    /// How many there were.
    pub samples: usize,
    /// Their mean.
    pub mean: Magnitude,
    /// The standard error of the mean, as a share of it; one sample has none.
    pub relative_error: Option<f64>,
    /// The 95 % interval of Student on the logarithmic scale. It holds only if the samples converge.
    pub interval: Option<(Magnitude, Magnitude)>,
    /// What the size is not below, at a confidence of 95 %, whether the samples converge or not.
    pub at_least: Magnitude,
    /// The part of the sum that the largest hundredth of the samples makes, one of them at least.
    pub tail: f64,
    /// How many samples of equal size would scatter as much (Kish).
    pub effective: f64,
    /// Whether enough samples carry the mean; if not, the mean is mostly too low.
    pub converges: bool,
}

impl SizeEstimate {
    /// Sums up samples; `None` if there are none, or all are zero.
    pub fn of(samples: &[Magnitude]) -> Option<SizeEstimate> {
        let largest =
            samples.iter().copied().fold(Magnitude::ZERO, |a, b| if a < b { b } else { a });
        if largest == Magnitude::ZERO {
            return None;
        }
        let count = samples.len() as f64;
        let mut shares: Vec<f64> =
            samples.iter().map(|&sample| (sample / largest).value()).collect();
        shares.sort_by(|a, b| b.total_cmp(a));
        let sum: f64 = shares.iter().sum();
        let squares: f64 = shares.iter().map(|share| share * share).sum();
        let scaled = sum / count;
        let mean = largest * Magnitude::from(scaled);
        let relative_error = (samples.len() > 1).then(|| {
            let deviations: f64 = shares.iter().map(|share| (share - scaled).powi(2)).sum();
            (deviations / (count - 1.0) / count).sqrt() / scaled
        });
        let interval = relative_error.map(|error| {
            let factor = Magnitude::from_ln(two_sided_95(count - 1.0) * error);
            (mean / factor, mean * factor)
        });
        let effective = sum * sum / squares;
        let tail = shares[..samples.len().div_ceil(100)].iter().sum::<f64>() / sum;
        Some(SizeEstimate {
            samples: samples.len(),
            mean,
            relative_error,
            interval,
            at_least: mean / Magnitude::from(MARKOV),
            tail,
            effective,
            converges: effective >= LEAST_EFFECTIVE
                && (tail <= MOST_IN_TAIL
                    || relative_error.is_some_and(|error| error <= SMALL_ERROR)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_samples_leave_no_doubt() {
        let estimate = SizeEstimate::of(&[Magnitude::from_log10(90.0); 12]).unwrap();
        assert!((estimate.mean.log10() - 90.0).abs() < 1e-9);
        assert!(estimate.relative_error.unwrap() < 1e-9 && estimate.converges);
        assert!((estimate.effective - 12.0).abs() < 1e-9);
        assert!((estimate.at_least.log10() - (90.0 - 20_f64.log10())).abs() < 1e-9);
    }

    #[test]
    fn a_mean_that_few_samples_carry_does_not_converge() {
        let mut samples = vec![Magnitude::from_log10(10.0); 999];
        samples.push(Magnitude::from_log10(14.0));
        let estimate = SizeEstimate::of(&samples).unwrap();
        assert!(!estimate.converges && estimate.tail > 0.9);
        assert!(estimate.effective < 1.3);
    }

    /// The scale of the samples moves the estimate and nothing else.
    #[test]
    fn the_interval_is_students() {
        let samples = |scale: f64| {
            [1.0, 2.0, 3.0, 4.0, 5.0].map(|x: f64| Magnitude::from_log10(x.log10() + scale))
        };
        for scale in [0.0, 300.0] {
            let estimate = SizeEstimate::of(&samples(scale)).unwrap();
            // The standard error is the root of a half, the mean three.
            let error = 0.5_f64.sqrt() / 3.0;
            assert!((estimate.relative_error.unwrap() - error).abs() < 1e-9);
            let (low, high) = estimate.interval.unwrap();
            let half = 2.776_45 * error / std::f64::consts::LN_10;
            assert!((estimate.mean.log10() - low.log10() - half).abs() < 1e-4);
            assert!((high.log10() - estimate.mean.log10() - half).abs() < 1e-4);
        }
        assert_eq!(SizeEstimate::of(&[]), None);
        assert_eq!(SizeEstimate::of(&[Magnitude::ZERO]), None);
    }
}
