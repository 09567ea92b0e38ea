//! Counts of integer values, exact and mergeable in any order.

use std::collections::BTreeMap;

/// How often each value was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: BTreeMap<i64, u64>,
}

/// A range of values and how many were in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    pub from: i64,
    pub to: i64,
    pub count: u64,
}

impl Histogram {
    /// Counts one value.
    pub fn add(&mut self, value: i64) {
        *self.counts.entry(value).or_default() += 1;
    }

    /// Counts all that another histogram counted.
    pub fn merge(&mut self, other: &Histogram) {
        for (&value, &count) in &other.counts {
            *self.counts.entry(value).or_default() += count;
        }
    }

    /// How many values were counted.
    pub fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The smallest value.
    pub fn min(&self) -> Option<i64> {
        self.counts.keys().next().copied()
    }

    /// The largest value.
    pub fn max(&self) -> Option<i64> {
        self.counts.keys().next_back().copied()
    }

    /// The mean, if there is a value.
    pub fn mean(&self) -> Option<f64> {
        let len = self.len();
        let sum: i128 = self.counts.iter().map(|(&v, &n)| i128::from(v) * i128::from(n)).sum();
        (len > 0).then(|| sum as f64 / len as f64)
    }

    /// The sample standard deviation, if there are two values.
    pub fn deviation(&self) -> Option<f64> {
        let (mean, len) = (self.mean()?, self.len());
        let squares = self.counts.iter().map(|(&v, &n)| n as f64 * (v as f64 - mean).powi(2));
        (len > 1).then(|| (squares.sum::<f64>() / (len - 1) as f64).sqrt())
    }

    /// The smallest value that at least this share of the values does not exceed.
    pub fn quantile(&self, share: f64) -> Option<i64> {
        let wanted = (share * self.len() as f64).ceil().max(1.0);
        let mut seen = 0;
        self.counts.iter().find_map(|(&value, &count)| {
            seen += count;
            (seen as f64 >= wanted).then_some(value)
        })
    }

    /// The values in at most so many ranges of equal, round width.
    pub fn bins(&self, most: usize) -> Vec<Bin> {
        let (Some(min), Some(max)) = (self.min(), self.max()) else { return Vec::new() };
        let widths = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
        let first = |width: i64| min.div_euclid(width);
        let fits = |width: &i64| max.div_euclid(*width) - first(*width) < most as i64;
        let width = widths.into_iter().find(fits).expect("some width is large enough");
        (first(width)..=max.div_euclid(width))
            .map(|bin| {
                let (from, to) = (bin * width, (bin + 1) * width - 1);
                Bin { from, to, count: self.counts.range(from..=to).map(|(_, n)| n).sum() }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i64]) -> Histogram {
        let mut histogram = Histogram::default();
        for &value in values {
            histogram.add(value);
        }
        histogram
    }

    #[test]
    fn moments_and_quantiles() {
        let histogram = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(histogram.mean(), Some(5.0));
        assert!((histogram.deviation().unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!([0.0, 0.5, 0.75, 1.0].map(|q| histogram.quantile(q).unwrap()), [2, 4, 5, 9]);
        assert_eq!((histogram.min(), histogram.max()), (Some(2), Some(9)));
    }

    #[test]
    fn nothing_has_no_mean() {
        let histogram = of(&[]);
        assert_eq!((histogram.mean(), histogram.quantile(0.5)), (None, None));
        assert!(histogram.bins(5).is_empty());
        assert_eq!(of(&[3]).deviation(), None);
    }

    #[test]
    fn merging_is_counting_everything() {
        let mut left = of(&[1, 2, 2]);
        left.merge(&of(&[2, 3]));
        assert_eq!(left, of(&[1, 2, 2, 2, 3]));
    }

    #[test]
    fn bins_have_round_bounds_and_lose_nothing() {
        let histogram = of(&[-31, -7, -1, 0, 12]);
        let bins = histogram.bins(6);
        assert_eq!(bins[0], Bin { from: -40, to: -31, count: 1 });
        assert_eq!(bins.len(), 6);
        assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 5);
        assert_eq!(of(&[4]).bins(3), [Bin { from: 4, to: 4, count: 1 }]);
    }
}
