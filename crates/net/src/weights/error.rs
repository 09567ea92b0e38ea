//! What can be wrong with a file of weights.

use crate::architecture::ArchitectureError;

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file is larger than any network.
    #[error("{mib} MiB are more than the {most} MiB of the largest network")]
    TooLarge {
        /// How large it is.
        mib: usize,
        /// The most.
        most: usize,
    },
    /// It is another kind of file, or part of it is missing.
    #[error("not a whole safetensors file: {0}")]
    Foreign(String),
    /// The tensors are not those of a network of ours.
    #[error("no network of cornerwise: there is no {0} in its metadata")]
    NoNetwork(&'static str),
    /// A program of another time wrote it.
    #[error("{what} {found}, but this program reads {known}")]
    Version {
        /// What has a version.
        what: &'static str,
        /// That of the file.
        found: String,
        /// Ours.
        known: u32,
    },
    /// The architecture is not one that we know.
    #[error("unknown architecture: {0}")]
    Unknown(String),
    /// There cannot be such an architecture.
    #[error(transparent)]
    Architecture(#[from] ArchitectureError),
    /// A tensor is not there.
    #[error("there is no tensor {0}")]
    Missing(String),
    /// There is a tensor that nobody asked for.
    #[error("unknown tensor {0}")]
    Unexpected(String),
    /// A tensor is not made of 32-bit floating-point numbers.
    #[error("{0} is not of type F32")]
    Type(String),
    /// A tensor has another shape than the architecture says.
    #[error("{name} has the shape {found:?} instead of {expected:?}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape by the architecture.
        expected: Vec<usize>,
    },
    /// A number is infinite or none at all.
    #[error("{0} has a number that is not finite")]
    NotFinite(String),
}
