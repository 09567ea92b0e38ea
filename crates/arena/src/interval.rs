//! Shares and means with their 95 % intervals.

use serde::Serialize;

use crate::student::two_sided_95;

/// Half the width of a 95 % interval of the normal distribution, in standard errors.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How often it did.
    pub count: u64,
    /// How often it might have.
    pub of: u64,
}

impl Share {
    /// The share, if there was a chance.
    pub fn get(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }

    /// The 95 % interval of Wilson (1927), which holds for few games and for none or all of them too.
    pub fn interval(self) -> Option<(f64, f64)> {
        let share = self.get()?;
        let (games, z) = (self.of as f64, TWO_SIDED_95);
        let middle = share + z * z / (2.0 * games);
        let variance = share * (1.0 - share) / games + z * z / (4.0 * games * games);
        let (half, scale) = (z * variance.sqrt(), 1.0 + z * z / games);
        Some((((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)))
    }
}

/// A mean of some values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95 % interval of Student (1908); one value has none.
    pub half: Option<f64>,
}

impl Estimate {
    /// The mean of what there is.
    pub fn of(values: &[f64]) -> Option<Estimate> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let half = (values.len() > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let error = (squares / (count - 1.0) / count).sqrt();
            two_sided_95(count - 1.0) * error
        });
        Some(Estimate { mean, half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} {expected}");
    }

    /// Examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I.
    #[test]
    fn shares_have_the_published_intervals() {
        for (count, of, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let (found_low, found_high) = Share { count, of }.interval().unwrap();
            close(found_low, low);
            close(found_high, high);
        }
        let (low, high) = Share { count: 29, of: 29 }.interval().unwrap();
        close(low, 0.8830);
        close(high, 1.0);
        assert_eq!(Share::default().interval(), None);
    }

    #[test]
    fn means_have_students_interval() {
        // t is 2.776 with four degrees of freedom, the standard error is the root of a half.
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        close(estimate.mean, 3.0);
        close(estimate.half.unwrap(), 2.776_45 * 0.5_f64.sqrt());
        assert_eq!(Estimate::of(&[7.0]), Some(Estimate { mean: 7.0, half: None }));
        assert_eq!(Estimate::of(&[]), None);
    }
}
