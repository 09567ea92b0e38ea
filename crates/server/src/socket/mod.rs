//! What is said over WebSockets.

mod analysis;
mod envelope;
mod line;
mod room;

pub use analysis::{AnalysisRequest, serve_analysis};
pub use envelope::Envelope;
pub use line::SocketCount;
pub use room::serve_room;
