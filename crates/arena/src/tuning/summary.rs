//! What a tuning run has found.

use serde::Serialize;

use super::knob::Knob;
use super::log::Iteration;

/// What became of one parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// Its key.
    pub name: String,
    /// Where it began.
    pub start: f64,
    /// The mean over the last quarter of the iterations, as it can be written in a spec. Single values go up and down with every
    /// game; their mean is the better estimate.
    pub tuned: f64,
    /// The least value in that quarter.
    pub least: f64,
    /// The greatest value in that quarter.
    pub greatest: f64,
}

impl Tuned {
    /// What the iterations say of each knob; the starts, when there are none.
    pub fn of(knobs: &[Knob], iterations: &[Iteration]) -> Vec<Tuned> {
        let last = &iterations[iterations.len() - Tuned::quarter(iterations.len())..];
        let of_knob = |(at, knob): (usize, &Knob)| {
            let values = || last.iter().map(|iteration| iteration.theta[at]);
            let tuned = match last.len() {
                0 => knob.start,
                count => knob.nearest(values().sum::<f64>() / count as f64),
            };
            let (least, greatest) = values()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |ends, value| {
                    (ends.0.min(value), ends.1.max(value))
                });
            let name = knob.name.clone();
            let (least, greatest) =
                if last.is_empty() { (tuned, tuned) } else { (least, greatest) };
            Tuned { name, start: knob.start, tuned, least, greatest }
        };
        knobs.iter().enumerate().map(of_knob).collect()
    }

    /// How many iterations the last quarter has.
    pub fn quarter(iterations: usize) -> usize {
        iterations.div_ceil(4)
    }
}
