//! Where the numbers of a network's tensors are.

use std::collections::BTreeMap;
use std::ops::Range;

use cornerwise_core::Orientation;
use cornerwise_net::{About, Architecture, Residual, Tensor, Weights, WeightsError};

/// The tensors of a network in one row, as they are written to files, with those that only training needs.
#[derive(Clone, Debug)]
pub struct Layout {
    tensors: Vec<Entry>,
    length: usize,
}

/// One tensor.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    shape: Vec<usize>,
    begin: usize,
}

impl Layout {
    /// The layout of an architecture.
    pub fn new(architecture: &Architecture) -> Layout {
        let Architecture::Residual(residual) = architecture;
        let mut tensors = architecture.tensors();
        tensors.extend(training_only(residual));
        let mut length = 0;
        let entry = |(name, shape): (String, Vec<usize>)| {
            let begin = length;
            length += shape.iter().product::<usize>();
            Entry { name, shape, begin }
        };
        let tensors = tensors.into_iter().map(entry).collect();
        Layout { tensors, length }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is nothing to learn.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Where the numbers of a tensor are, if there is one of that name.
    pub fn find(&self, name: &str) -> Option<Range<usize>> {
        let entry = self.tensors.iter().find(|entry| entry.name == name)?;
        Some(entry.range())
    }

    /// Where the numbers of a tensor are.
    ///
    /// # Panics
    /// When there is no tensor of that name.
    pub fn range(&self, name: &str) -> Range<usize> {
        self.find(name).unwrap_or_else(|| panic!("there is no tensor {name}"))
    }

    /// All tensors with their names.
    #[cfg(test)]
    pub(super) fn named(&self) -> Vec<(String, Range<usize>)> {
        self.tensors.iter().map(|entry| (entry.name.clone(), entry.range())).collect()
    }

    /// The tensors whose weights should stay small: matrices, and not biases.
    pub fn decayed(&self) -> impl Iterator<Item = Range<usize>> {
        self.tensors.iter().filter(|entry| entry.shape.len() > 1).map(Entry::range)
    }

    /// The weights and output channels of the convolutions of the trunk.
    pub fn convolutions(&self) -> impl Iterator<Item = (Range<usize>, usize)> {
        let convolutions = self.tensors.iter().filter(|entry| entry.shape.len() == 4);
        convolutions.map(|entry| (entry.range(), entry.shape[0]))
    }

    /// Random weights for the beginning, the same for the same seed.
    ///
    /// # Errors
    /// When there cannot be such an architecture.
    pub fn random(&self, about: About, seed: u64) -> Result<Vec<f32>, WeightsError> {
        let weights = Weights::random(about, seed)?;
        // What only training needs begins at 0, as it has no hidden layer.
        Ok(self.numbers(&weights))
    }

    /// The numbers of weights in a row; 0 for tensors that they have not.
    pub fn numbers(&self, weights: &Weights) -> Vec<f32> {
        let mut numbers = vec![0.0; self.length];
        for entry in &self.tensors {
            let tensor = weights.tensors().get(&entry.name);
            if let Some(tensor) = tensor.filter(|tensor| tensor.shape == entry.shape) {
                numbers[entry.range()].copy_from_slice(&tensor.numbers);
            }
        }
        numbers
    }

    /// Weights of these numbers, as they are written to a file.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn weights(&self, about: About, numbers: &[f32]) -> Result<Weights, WeightsError> {
        let tensor = |entry: &Entry| {
            let numbers = numbers[entry.range()].to_vec();
            (entry.name.clone(), Tensor { shape: entry.shape.clone(), numbers })
        };
        Weights::new(about, self.tensors.iter().map(tensor).collect::<BTreeMap<_, _>>())
    }
}

impl Entry {
    fn range(&self) -> Range<usize> {
        self.begin..self.begin + self.shape.iter().product::<usize>()
    }
}

/// The reply of the next player, and the policy with flattened targets.
fn training_only(residual: &Residual) -> Vec<(String, Vec<usize>)> {
    let channels = residual.channels;
    [
        ("reply.weight", vec![1, channels]),
        ("reply.bias", vec![1]),
        ("soft.orientation.weight", vec![Orientation::COUNT, channels]),
        ("soft.orientation.bias", vec![Orientation::COUNT]),
        ("soft.orientation.pool", vec![Orientation::COUNT, 2 * channels]),
        ("soft.cells.weight", vec![Residual::CELL_RELATIONS, channels]),
    ]
    .map(|(name, shape)| (name.to_owned(), shape))
    .to_vec()
}
