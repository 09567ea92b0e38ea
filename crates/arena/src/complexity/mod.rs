//! How large a game is: lines of play, finished games and positions, estimated by sampling.
//!
//! A [`Descent`] is Knuth's estimator: one random game, and the product of its branching factors. It is unbiased, but on
//! large boards nearly all of the mean comes from games that hardly any sample of descents contains. A [`Population`] is
//! many games side by side that are drawn anew at every ply by how many moves they have, which converges far sooner.
//! Weighed by the moves that could have been the last, it estimates positions instead of lines.
//!
//! ```
//! use cornerwise_arena::complexity::Survey;
//! use cornerwise_core::Tables;
//! use cornerwise_engine::Stop;
//! let tables = Tables::new("4x4".parse().unwrap());
//! let survey = Survey { descents: 2_000, populations: 10, size: 100, seed: 1 };
//! let complexity = survey.run(&tables, 1, &Stop::default(), |_| {}).unwrap().unwrap();
//! let (low, high) = complexity.populations.nodes.interval.unwrap();
//! assert!((low.log10()..high.log10()).contains(&34_812_f64.log10()));
//! ```

mod bounds;
mod descent;
mod magnitude;
mod parents;
mod plot;
mod population;
mod size_estimate;
mod survey;

pub use bounds::Bounds;
pub use descent::{Descent, Proposal};
pub use magnitude::Magnitude;
pub use plot::{Curve, distribution_plot};
pub use population::{Counted, Generation, Population};
pub use size_estimate::SizeEstimate;
pub use survey::{Complexity, PlyShape, Sizes, Survey};
