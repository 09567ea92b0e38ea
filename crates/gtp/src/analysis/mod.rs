//! The analysis engine: requests as JSON lines, answered in any order as they are done.
//!
//! The names of the fields and the manners are those of `KataGo`'s analysis engine, so that tools written for one
//! are soon written for the other. A [`Service`] takes requests one at a time and puts the positions in a
//! queue; workers take them out by priority, then in the order of arrival. What is answered depends on the
//! request and the seed alone, unless time limits a search.

mod answer;
mod complaint;
mod fields;
mod job;
mod query;
mod queue;
mod request;
mod service;
mod worker;

pub use complaint::Complaint;
pub use service::{Service, Settings, StartError};
