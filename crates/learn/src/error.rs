//! Why nothing can be fitted.

use std::ops::RangeInclusive;

use cornerwise_dataset::pool::ThreadsError;

/// Why nothing can be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A setting out of its range.
    #[error("{name} is {value}; it can be {range}")]
    Setting {
        /// Which.
        name: &'static str,
        /// The value.
        value: f64,
        /// What is allowed.
        range: &'static str,
    },
    /// No position has something to teach.
    #[error("there is no position to learn from in {0} games")]
    Nothing(usize),
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// A setting with what it can be, as numbers and in words.
pub(crate) type Setting = (&'static str, f64, RangeInclusive<f64>, &'static str);

/// The share of the games that is held out.
pub(crate) fn holdout(share: f64) -> Setting {
    ("the share held out", share, 0.0..=0.9, "0 to 0.9")
}

/// Names the first setting that is out of its range.
pub(crate) fn check(settings: impl IntoIterator<Item = Setting>) -> Result<(), FitError> {
    for (name, value, allowed, range) in settings {
        if !allowed.contains(&value) {
            return Err(FitError::Setting { name, value, range });
        }
    }
    Ok(())
}
