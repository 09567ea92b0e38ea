//! Weights before any training.

use cornerwise_core::game_rng;
use rand::RngExt;

use super::{About, Tensor, Weights, WeightsError};

impl Weights {
    /// Random weights, the same for the same seed: normal numbers, with the variance of He for layers that are followed by a
    /// rectifier. The second convolutions of blocks are so small that activations do not grow from block to block, and
    /// biases are 0.
    ///
    /// # Errors
    /// When there cannot be such an architecture.
    pub fn random(about: About, seed: u64) -> Result<Weights, WeightsError> {
        about.architecture.check()?;
        let mut rng = game_rng(seed, 0);
        let mut normal = || {
            let (radius, angle) = (1.0 - rng.random::<f32>(), rng.random::<f32>());
            libm::sqrtf(-2.0 * libm::logf(radius)) * libm::cosf(std::f32::consts::TAU * angle)
        };
        let shapes = about.architecture.tensors();
        let convolutions = shapes.iter().filter(|(name, _)| name.ends_with("conv2.weight")).count();
        let mut draw = |(name, shape): (String, Vec<usize>)| {
            let inputs: usize = shape[1..].iter().product();
            let (layer, kind) = name.rsplit_once('.').unwrap_or((&name, ""));
            let gain = match (layer, kind) {
                // The linear model counts as it is at first.
                (_, "linear") => None,
                (_, "bias") => Some(0.0),
                _ if layer.ends_with("conv2") => Some(2.0 / convolutions as f32),
                _ if layer.contains("conv") || layer == "value.hidden" => Some(2.0),
                _ => Some(1.0),
            };
            let deviation = gain.map(|gain| libm::sqrtf(gain / inputs as f32));
            let count = shape.iter().product();
            let number = || deviation.map_or(1.0, |deviation| deviation * normal());
            (name, Tensor { shape, numbers: std::iter::repeat_with(number).take(count).collect() })
        };
        let tensors = shapes.into_iter().map(&mut draw).collect();
        Weights::new(about, tensors)
    }
}
