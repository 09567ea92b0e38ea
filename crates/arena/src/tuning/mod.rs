//! Finding good values of an agent's parameters by matches.
//!
//! A [`TuningPlan`] says which parameters of which agent, its [`Knob`]s, are tuned under which conditions. [`Spsa`] proposes
//! values and learns from their results, without knowing of games; the [`Tuner`] lets them play, and keeps every iteration as
//! a line of a log.

mod gains;
mod knob;
mod log;
mod plan;
mod plot;
mod spsa;
mod summary;
mod tuner;

pub use gains::{Gains, GainsError};
pub use knob::{Knob, KnobError};
pub use log::Iteration;
pub(crate) use log::LOG;
pub use plan::{TuningError, TuningPlan};
pub use plot::plot;
pub use spsa::{Spsa, Trial};
pub use summary::Tuned;
pub use tuner::Tuner;
