//! How near the policy is to what a search tries.

use std::ops::AddAssign;

/// Probabilities that differ by less are the same: mirrored moves have the same features in another order.
const SAME: f64 = 1e-9;

/// Sums over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics {
    /// How many positions.
    pub positions: u64,
    cross_entropy: f64,
    entropy: f64,
    first: f64,
    first_five: f64,
}

impl Metrics {
    /// The mean cross-entropy of the shares of the visits and the probabilities, in nats.
    pub fn cross_entropy(&self) -> f64 {
        self.mean(self.cross_entropy)
    }

    /// The mean entropy of the shares of the visits: the least that the cross-entropy can be.
    pub fn entropy(&self) -> f64 {
        self.mean(self.entropy)
    }

    /// How often the most visited move is the most probable one, from 0 to 1.
    pub fn first(&self) -> f64 {
        self.mean(self.first)
    }

    /// How often the most visited move is among the five most probable ones, from 0 to 1.
    pub fn first_five(&self) -> f64 {
        self.mean(self.first_five)
    }

    fn mean(&self, sum: f64) -> f64 {
        if self.positions > 0 { sum / self.positions as f64 } else { 0.0 }
    }

    /// Takes a position in: the logarithms of the probabilities and the shares of the visits, by move.
    pub(super) fn add(&mut self, log_probabilities: &[f64], shares: &[f64]) {
        let visited = || log_probabilities.iter().zip(shares).filter(|(_, share)| **share > 0.0);
        self.positions += 1;
        self.cross_entropy -= visited().map(|(log, share)| share * log).sum::<f64>();
        self.entropy -= visited().map(|(_, share)| share * share.ln()).sum::<f64>();
        let most = shares.iter().copied().fold(0.0, f64::max);
        let best = shares.iter().position(|&share| share == most).expect("a position has moves");
        let likelier =
            log_probabilities.iter().filter(|&&log| log > log_probabilities[best] + SAME).count();
        let equal = log_probabilities
            .iter()
            .filter(|&&log| (log - log_probabilities[best]).abs() <= SAME)
            .count();
        // Which of equally probable moves comes first is chance.
        let within =
            |places: usize| (places.saturating_sub(likelier) as f64 / equal as f64).min(1.0);
        self.first += within(1);
        self.first_five += within(5);
    }
}

impl AddAssign<&Metrics> for Metrics {
    fn add_assign(&mut self, other: &Metrics) {
        self.positions += other.positions;
        self.cross_entropy += other.cross_entropy;
        self.entropy += other.entropy;
        self.first += other.first;
        self.first_five += other.first_five;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(probabilities: &[f64], shares: &[f64]) -> Metrics {
        let log_probabilities: Vec<f64> =
            probabilities.iter().map(|probability: &f64| probability.ln()).collect();
        let mut metrics = Metrics::default();
        metrics.add(&log_probabilities, shares);
        metrics
    }

    #[test]
    fn metrics_are_those_of_a_sum_by_hand() {
        let sum = metrics(&[0.5, 0.25, 0.25], &[0.0, 0.5, 0.5]);
        assert!((sum.cross_entropy() - 4f64.ln()).abs() < 1e-12);
        assert!((sum.entropy() - 2f64.ln()).abs() < 1e-12);
        assert_eq!((sum.first(), sum.first_five()), (0.0, 1.0));
    }

    #[test]
    fn equally_probable_moves_share_the_places() {
        let equal = metrics(&[0.1; 10], &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!((equal.first(), equal.first_five()), (0.1, 0.5));
        let second = metrics(&[0.4, 0.2, 0.2, 0.2], &[0.0, 1.0, 0.0, 0.0]);
        assert_eq!((second.first(), second.first_five()), (0.0, 1.0));
    }
}
