//! Analyses: searches that deepen until somebody has seen enough, and reviews of whole games.

mod deepen;
mod report;
mod review;

pub use deepen::Deepening;
pub use report::AnalysisReport;
pub use review::{Effort, PlayerReview, Review, ReviewEntry};
