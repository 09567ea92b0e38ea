//! How far a run has come, for whoever watches it.

use super::metrics::Report;

/// What happens in a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// The games were counted.
    Counted {
        /// The games to learn from and those held out.
        games: [u64; 2],
        /// The different positions of both.
        positions: [u64; 2],
        /// Steps in all.
        steps: u64,
        /// Steps that were made before.
        done: u64,
    },
    /// One more step was made.
    Step {
        /// The mean loss of a position in it.
        loss: f64,
    },
    /// A line was added to the metrics.
    Report(Report),
}
