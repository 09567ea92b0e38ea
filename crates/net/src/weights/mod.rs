//! What a network has learnt: named tensors, and what they are for.

mod error;
mod file;
mod random;

use std::collections::BTreeMap;

pub use error::WeightsError;

use crate::architecture::Architecture;

/// Numbers in the order of their shape, the last index first, as is usual in other programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// How many there are in every direction.
    pub shape: Vec<usize>,
    /// The numbers.
    pub numbers: Vec<f32>,
}

/// What is told of weights beside the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// What the network is made of.
    pub architecture: Architecture,
    /// The variant that it was trained on.
    pub variant: String,
    /// Where it comes from, as text or JSON: the run, its games and seed.
    pub run: String,
}

/// The weights of a network: all tensors of its architecture, with the shapes that it says, and finite numbers.
///
/// ```
/// use cornerwise_net::{About, Architecture, Weights};
/// let architecture = Architecture::residual(&"duo".parse().unwrap(), 16, 2);
/// let about = About { architecture, variant: "duo".to_owned(), run: "none".to_owned() };
/// let weights = Weights::random(about, 1).unwrap();
/// assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    about: About,
    tensors: BTreeMap<String, Tensor>,
}

/// The beginnings of the names of tensors that only training needs. A file may have any of them.
const TRAINING_ONLY: [&str; 2] = ["reply.", "soft."];

impl Weights {
    /// Weights of these tensors.
    ///
    /// # Errors
    /// When they are not those of the architecture.
    pub fn new(about: About, tensors: BTreeMap<String, Tensor>) -> Result<Weights, WeightsError> {
        about.architecture.check()?;
        let expected = about.architecture.tensors();
        for (name, shape) in &expected {
            let tensor = tensors.get(name).ok_or_else(|| WeightsError::Missing(name.clone()))?;
            if tensor.shape != *shape {
                return Err(WeightsError::Shape {
                    name: name.clone(),
                    found: tensor.shape.clone(),
                    expected: shape.clone(),
                });
            }
        }
        for (name, Tensor { shape, numbers }) in &tensors {
            let is_known = expected.iter().any(|(known, _)| known == name)
                || TRAINING_ONLY.iter().any(|start| name.starts_with(start));
            if !is_known {
                return Err(WeightsError::Unexpected(name.clone()));
            }
            if shape.iter().product::<usize>() != numbers.len() {
                let (name, expected) = (name.clone(), shape.clone());
                return Err(WeightsError::Shape { name, found: vec![numbers.len()], expected });
            }
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(WeightsError::NotFinite(name.clone()));
            }
        }
        Ok(Weights { about, tensors })
    }

    /// What they are for.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The architecture.
    pub fn architecture(&self) -> &Architecture {
        &self.about.architecture
    }

    /// All tensors by name.
    pub fn tensors(&self) -> &BTreeMap<String, Tensor> {
        &self.tensors
    }

    /// The numbers of a tensor of the architecture.
    ///
    /// # Panics
    /// When the architecture has no such tensor.
    pub fn numbers(&self, name: &str) -> &[f32] {
        let tensor = self.tensors.get(name);
        &tensor.unwrap_or_else(|| panic!("the architecture has no tensor {name}")).numbers
    }
}
