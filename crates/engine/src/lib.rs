//! Agents that play Blokus, from greedy to searching.
//!
//! There is one way to choose a move: an [`Agent`] gets a position and a [`Budget`] and answers a
//! [`Decision`]. Agents are named by specs such as `uct:sims=1000,c=0.7`, which [`agent`] reads with the
//! parameter tables of the registry.

mod agent;
mod budget;
mod decision;
pub mod exact;
mod features;
mod greedy;
mod mixed;
mod parameter;
mod registry;
mod spec;

pub use agent::{Agent, Context};
pub use budget::{Budget, Clock, Stop};
pub use decision::{Candidate, Counters, Decision};
pub use features::Feature;
pub use parameter::{Kind, Parameter, Settings};
pub use registry::{AgentKind, agent, kinds};
pub use spec::{Spec, SpecError};
