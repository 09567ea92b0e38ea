//! Networks in 8-bit numbers, as fast as one core can.

mod heads;
mod inference;

pub use inference::Inference;

use crate::architecture::{Architecture, Residual};
use crate::convolution::{Filter, Grid, HIGHEST, padded_inputs, padded_outputs};
use crate::dense::Dense;
use crate::value_head::ValueHead;
use crate::weights::{About, Weights};
use heads::{OwnershipHead, PolicyHead};

/// A network ready for inference: its weights in 8 bits with a scale for each output channel, shared by all threads.
///
/// Activations of the trunk are bytes from 0 to 127 in steps of `limit / 127`. Results are the same on every processor.
#[derive(Clone, Debug)]
pub struct Network {
    about: About,
    /// Bytes of a cell of the input, and of the trunk.
    planes: usize,
    channels: usize,
    stem: Stem,
    blocks: Vec<Block>,
    policy: PolicyHead,
    value: ValueHead,
    ownership: OwnershipHead,
    /// What the logits of the linear model count in the policy and in the outcome, where the network has learnt to correct it.
    linear: Option<(f32, f32)>,
}

#[derive(Clone, Debug)]
struct Stem {
    conv: Filter,
    /// In steps of the trunk, as all biases here.
    bias: Vec<f32>,
    globals: Dense,
}

#[derive(Clone, Debug)]
struct Block {
    first: Filter,
    first_bias: Vec<f32>,
    second: Filter,
    second_bias: Vec<f32>,
    pool: Option<Dense>,
}

impl Network {
    /// The network of these weights.
    pub fn new(weights: &Weights) -> Network {
        let Architecture::Residual(residual) = weights.architecture();
        let step = residual.limit / HIGHEST;
        let planes = padded_inputs(residual.planes);
        let channels = padded_outputs(residual.channels);
        // Biases in steps, with a 0 for every channel that only fills up.
        let bias = |name: &str| {
            let mut bias: Vec<f32> =
                weights.numbers(name).iter().map(|number| number / step).collect();
            bias.resize(channels, 0.0);
            bias
        };
        let filter = |name: &str, inputs: usize, ratio: f32| {
            let kernels = weights.numbers(&format!("{name}.weight"));
            Filter::new(kernels, residual.channels, inputs, ratio)
        };
        let globals: Vec<f32> =
            weights.numbers("stem.globals.weight").iter().map(|number| number / step).collect();
        let block = |number: usize| {
            let [first, second] = ["conv1", "conv2"].map(|conv| format!("block.{number}.{conv}"));
            let pool = residual.pooling.contains(&number).then(|| {
                let pool = weights.numbers(&format!("block.{number}.pool.weight"));
                Dense::new(pool, residual.channels, None)
            });
            Block {
                first: filter(&first, channels, 1.0),
                first_bias: bias(&format!("{first}.bias")),
                second: filter(&second, channels, 1.0),
                second_bias: bias(&format!("{second}.bias")),
                pool,
            }
        };
        let linear = residual
            .linear
            .then(|| ["policy", "value"].map(|head| weights.numbers(&format!("{head}.linear"))[0]));
        Network {
            about: weights.about().clone(),
            planes,
            channels,
            stem: Stem {
                conv: filter("stem.conv", planes, 1.0 / step),
                bias: bias("stem.conv.bias"),
                globals: Dense::new(&globals, residual.channels, None),
            },
            blocks: (0..residual.blocks).map(block).collect(),
            policy: PolicyHead::new(weights, residual, step),
            value: ValueHead::new(weights, residual),
            ownership: OwnershipHead::new(weights, residual, step),
            linear: linear.map(|[policy, value]| (policy, value)),
        }
    }

    /// What the network is for.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What a logit of the linear policy and a log-share of the linear value count in the network's, if it corrects the linear model.
    pub fn linear(&self) -> Option<(f32, f32)> {
        self.linear
    }

    /// The products of all convolutions for a board of this size: what most of the time is spent on.
    pub fn products(&self, size: usize) -> usize {
        let grid = Grid { size };
        let blocks = self.blocks.iter().flat_map(|block| [&block.first, &block.second]);
        blocks.chain([&self.stem.conv]).map(|conv| conv.products(grid)).sum()
    }

    fn residual(&self) -> &Residual {
        let Architecture::Residual(residual) = &self.about.architecture;
        residual
    }
}
