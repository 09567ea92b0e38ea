//! What is said over `WebSocket`s.

mod analysis;
mod bounded_socket;
mod envelope;
mod room;

pub use analysis::{AnalysisRequest, serve_analysis};
pub use envelope::{Envelope, Unread};
pub use room::serve_room;
