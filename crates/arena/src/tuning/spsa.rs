//! Simultaneous perturbation stochastic approximation: a gradient from two measurements, however many parameters there are.

use cornerwise_core::game_rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::gains::Gains;
use super::knob::Knob;

/// Keeps the chance of directions apart from that of games.
const DIRECTION_CHANCE: u64 = 0x7370_7361;

/// The search for the best values. It knows nothing of games: somebody compares what it proposes.
#[derive(Clone, Debug)]
pub struct Spsa {
    knobs: Vec<Knob>,
    gains: Gains,
    seed: u64,
    /// How many comparisons it has learned from.
    iteration: u64,
    theta: Vec<f64>,
}

/// Two sets of values that are compared, by knob.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Which way each parameter is moved for the first set, 1 or -1; for the second it is the other way.
    pub signs: Vec<i8>,
    /// The first set.
    pub plus: Vec<f64>,
    /// The second set.
    pub minus: Vec<f64>,
}

impl Spsa {
    /// A search that begins with the knobs' starts.
    pub fn new(knobs: &[Knob], gains: Gains, seed: u64) -> Spsa {
        let theta = knobs.iter().map(|knob| knob.start).collect();
        Spsa { knobs: knobs.to_vec(), gains, seed, iteration: 0, theta }
    }

    /// The number of the next comparison, from 0.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// The current values, between those that can be tried.
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// What is compared next. It depends on the seed, the iteration's number and the current values alone.
    pub fn trial(&self) -> Trial {
        let mut rng = game_rng(self.seed ^ DIRECTION_CHANCE, self.iteration);
        let signs: Vec<i8> =
            self.knobs.iter().map(|_| 2 * i8::from(rng.random::<bool>()) - 1).collect();
        let side = |direction: f64| {
            let values = self.knobs.iter().zip(&self.theta).zip(&signs);
            values
                .map(|((knob, theta), &sign)| {
                    // Less than a step would often not be a difference.
                    let distance = self.gains.distance(self.iteration) * knob.range();
                    knob.nearest(theta + direction * f64::from(sign) * distance.max(knob.step))
                })
                .collect()
        };
        let (plus, minus) = (side(1.0), side(-1.0));
        Trial { signs, plus, minus }
    }

    /// Learns by how much the first set of the trial was better than the second.
    pub fn learn(&mut self, trial: &Trial, difference: f64) {
        let gain = self.gains.step(self.iteration);
        for (at, knob) in self.knobs.iter().enumerate() {
            // At the edge of the range, or between two steps, the two sides are not equally far.
            let distance = (trial.plus[at] - trial.minus[at]) / knob.range();
            let moved = self.theta[at] + gain * difference / distance * knob.range();
            self.theta[at] = moved.clamp(knob.low, knob.high);
        }
        self.iteration += 1;
    }

    /// Goes on from values that were learned before.
    pub(super) fn resume(&mut self, theta: &[f64]) {
        self.theta.copy_from_slice(theta);
        self.iteration += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(name: &str, low: f64, high: f64, step: f64, start: f64) -> Knob {
        Knob { name: name.to_owned(), low, high, step, start }
    }

    /// The points of a pair of games between two strengths, as a difference from -1 to 1.
    fn pair(advantage: f64, rng: &mut impl rand::Rng) -> f64 {
        let expected = 1.0 / (1.0 + 10_f64.powf(-advantage / 400.0));
        let won = (0..2).filter(|_| rng.random::<f64>() < expected).count();
        won as f64 - 1.0
    }

    #[test]
    fn it_finds_the_best_values_by_games_alone() {
        let knobs = [knob("x", 0.0, 1.0, 0.001, 0.2), knob("n", 10.0, 50.0, 1.0, 45.0)];
        let strength = |values: &[f64]| {
            -800.0 * ((values[0] - 0.6).powi(2) + ((values[1] - 22.0) / 40.0).powi(2))
        };
        for seed in 0..8 {
            let mut spsa = Spsa::new(&knobs, Gains::default(), seed);
            let mut rng = game_rng(99, seed);
            let mut means = [0.0; 2];
            for iteration in 0..2000 {
                let trial = spsa.trial();
                let advantage = strength(&trial.plus) - strength(&trial.minus);
                spsa.learn(&trial, pair(advantage, &mut rng));
                if iteration >= 1500 {
                    means
                        .iter_mut()
                        .zip(spsa.theta())
                        .for_each(|(mean, value)| *mean += value / 500.0);
                }
            }
            assert!((means[0] - 0.6).abs() < 0.1, "seed {seed}: {means:?}");
            assert!((means[1] - 22.0).abs() < 4.0, "seed {seed}: {means:?}");
        }
    }

    #[test]
    fn a_slope_is_climbed_by_the_gain() {
        let gains = Gains { a: 0.4, c: 0.1, stability: 3.0 };
        let mut spsa = Spsa::new(&[knob("x", -10.0, 10.0, 1e-6, 0.0)], gains, 5);
        let trial = spsa.trial();
        // Half a point over the whole range.
        spsa.learn(&trial, 0.5 * (trial.plus[0] - trial.minus[0]) / 20.0);
        let expected = 20.0 * 0.5 * 0.4 / 4_f64.powf(0.602);
        assert!((spsa.theta()[0] - expected).abs() < 1e-6, "{:?}", spsa.theta());
    }

    #[test]
    fn the_sides_differ_and_stay_in_the_range() {
        let knobs = [
            knob("n", 1.0, 3.0, 1.0, 1.0),
            knob("flag", 0.0, 1.0, 1.0, 0.0),
            knob("s", 0.0, 1.0, 0.25, 0.5),
            knob("x", 0.0, 2.0, 0.001, 2.0),
        ];
        let gains = Gains { a: 1.0, c: 0.01, stability: 0.0 };
        let mut spsa = Spsa::new(&knobs, gains, 1);
        let mut rng = game_rng(2, 2);
        for _ in 0..300 {
            let trial = spsa.trial();
            for (at, knob) in knobs.iter().enumerate() {
                let (plus, minus) = (trial.plus[at], trial.minus[at]);
                let sign = f64::from(trial.signs[at]);
                assert!(sign * (plus - minus) >= knob.step * 0.99, "{}: {plus} {minus}", knob.name);
                assert!([plus, minus].iter().all(|value| *value == knob.nearest(*value)));
            }
            spsa.learn(&trial, pair(0.0, &mut rng));
            let mut values = knobs.iter().zip(spsa.theta());
            assert!(values.all(|(knob, value)| (knob.low..=knob.high).contains(value)));
        }
    }
}
