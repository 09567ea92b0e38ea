//! Why a run cannot begin or go on.

use std::path::PathBuf;

use cornerwise_dataset::FileError;
use cornerwise_dataset::pool::ThreadsError;
use cornerwise_dataset::samples::SourceError;
use cornerwise_net::WeightsError;

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The games cannot be learnt from.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// There cannot be such a network.
    #[error(transparent)]
    Network(#[from] WeightsError),
    /// A setting out of its range.
    #[error("{name} is {value}; it can be {range}")]
    Setting {
        /// Which.
        name: &'static str,
        /// The value.
        value: String,
        /// What is allowed.
        range: &'static str,
    },
    /// The directory has another run.
    #[error(
        "{path}: a run with {name} {found}, but {wanted} is asked for; choose another directory"
    )]
    Other {
        /// The file that says so.
        path: PathBuf,
        /// The setting that differs.
        name: String,
        /// Its value in the directory.
        found: String,
        /// The value that is asked for.
        wanted: String,
    },
    /// The directory is in use for something else.
    #[error("{0}: there are files, but no run.toml; choose a new or empty directory")]
    Foreign(PathBuf),
    /// A checkpoint that cannot be gone on from.
    #[error("{path}: {reason}; remove it to go on from the checkpoint before")]
    Checkpoint {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The games are of another variant.
    #[error("the games are of {found}, and not of {wanted}")]
    Variant {
        /// That of the files.
        found: String,
        /// The one that is asked for.
        wanted: String,
    },
    /// Too few positions.
    #[error("there is no position to learn from in {0} games")]
    Nothing(u64),
    /// The loss is no number any more.
    #[error(
        "the loss is not finite in step {step}; the last checkpoint is of step {kept}, try a lower rate"
    )]
    NotFinite {
        /// In which step.
        step: u64,
        /// The step of the last checkpoint.
        kept: u64,
    },
}
