//! Adam with decoupled weight decay, and the mean of the weights on the way.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// How fast the means of slopes and of their squares forget.
const FORGET: [f32; 2] = [0.9, 0.999];
/// Keeps steps finite where slopes are 0.
const EPSILON: f32 = 1e-8;

/// The settings of [`AdamW`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdamWSettings {
    /// The highest learning rate.
    pub rate: f64,
    /// What is left of it at the end, as a share.
    pub final_rate: f64,
    /// The steps in which the rate rises from 0.
    pub warm_up: u64,
    /// The share of a weight that it loses in a step, times the rate.
    pub decay: f64,
    /// The greatest norm of a gradient; a longer one is shortened.
    pub clip: f64,
    /// The share of the averaged weights that a step leaves.
    pub average: f64,
}

impl Default for AdamWSettings {
    fn default() -> AdamWSettings {
        AdamWSettings {
            rate: 2e-3,
            final_rate: 0.01,
            warm_up: 300,
            decay: 0.02,
            clip: 1.0,
            average: 0.999,
        }
    }
}

impl AdamWSettings {
    /// The learning rate of a step, counted from 0: it rises evenly, and falls by half a cosine.
    pub fn rate_at(&self, step: u64, steps: u64) -> f64 {
        let warm_up = self.warm_up.min(steps);
        if step < warm_up {
            return self.rate * (step + 1) as f64 / warm_up as f64;
        }
        let way = (step - warm_up) as f64 / (steps - warm_up).max(1) as f64;
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * way.min(1.0)).cos());
        self.rate * (self.final_rate + (1.0 - self.final_rate) * cosine)
    }
}

/// Weights that learn, with everything that the next step depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// The weights.
    pub weights: Vec<f32>,
    /// Their mean over the last steps, which plays better than any of them.
    pub averaged: Vec<f32>,
    /// The means of the slopes.
    pub first: Vec<f32>,
    /// The means of their squares.
    pub second: Vec<f32>,
    /// How many steps were made.
    pub steps: u64,
}

impl AdamW {
    /// Begins with these weights.
    pub fn new(weights: Vec<f32>) -> AdamW {
        let zero = vec![0.0; weights.len()];
        let averaged = weights.clone();
        AdamW { weights, averaged, first: zero.clone(), second: zero, steps: 0 }
    }

    /// Makes a step against the gradient; answers the gradient's norm. Only the weights in `decayed` become smaller by themselves.
    pub fn step(
        &mut self,
        gradient: &[f32],
        rate: f64,
        settings: &AdamWSettings,
        decayed: impl Iterator<Item = Range<usize>>,
    ) -> f64 {
        self.steps += 1;
        let squares = gradient.iter().map(|slope| f64::from(*slope).powi(2));
        let norm = squares.sum::<f64>().sqrt();
        let shorten = (settings.clip / norm.max(f64::MIN_POSITIVE)).min(1.0) as f32;
        let kept = 1.0 - (rate * settings.decay) as f32;
        for range in decayed {
            self.weights[range].iter_mut().for_each(|weight| *weight *= kept);
        }
        // Both means begin at 0, and are as much too small as they have forgotten nothing yet.
        let grown = FORGET.map(|forget| 1.0 - f64::from(forget).powf(self.steps as f64));
        let (rate, grown) = ((rate / grown[0]) as f32, grown[1] as f32);
        // At first there is little to average.
        let steps = self.steps as f64;
        let average = settings.average.min((1.0 + steps) / (10.0 + steps)) as f32;
        let means = self.first.iter_mut().zip(&mut self.second);
        let weights = self.weights.iter_mut().zip(&mut self.averaged);
        for ((&slope, (first, second)), (weight, averaged)) in
            gradient.iter().zip(means).zip(weights)
        {
            let slope = slope * shorten;
            *first += (1.0 - FORGET[0]) * (slope - *first);
            *second += (1.0 - FORGET[1]) * (slope * slope - *second);
            *weight -= rate * *first / ((*second / grown).sqrt() + EPSILON);
            *averaged += (1.0 - average) * (*weight - *averaged);
        }
        norm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_and_fall() {
        let settings =
            AdamWSettings { rate: 1.0, final_rate: 0.1, warm_up: 10, ..Default::default() };
        assert_eq!(settings.rate_at(0, 110), 0.1);
        assert_eq!(settings.rate_at(9, 110), 1.0);
        assert!((settings.rate_at(60, 110) - 0.55).abs() < 1e-9);
        assert!((settings.rate_at(110, 110) - 0.1).abs() < 1e-9);
    }

    #[test]
    fn weights_find_the_least_of_a_parabola() {
        let settings = AdamWSettings { decay: 0.0, average: 0.9, ..Default::default() };
        let mut adam = AdamW::new(vec![3.0, -2.0]);
        for _ in 0..2000 {
            let gradient = [adam.weights[0] - 1.0, 4.0 * (adam.weights[1] - 0.5)];
            adam.step(&gradient, 0.01, &settings, std::iter::empty());
        }
        for weights in [&adam.weights, &adam.averaged] {
            assert!((weights[0] - 1.0).abs() < 1e-3 && (weights[1] - 0.5).abs() < 1e-3);
        }
    }

    #[test]
    fn decay_alone_shrinks_what_it_is_for() {
        let settings = AdamWSettings { decay: 0.5, ..Default::default() };
        let mut adam = AdamW::new(vec![1.0, 1.0]);
        adam.step(&[0.0, 0.0], 0.1, &settings, std::iter::once(0..1));
        assert_eq!(adam.weights, [0.95, 1.0]);
    }
}
