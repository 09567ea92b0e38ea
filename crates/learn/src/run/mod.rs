//! The directory of a training run: what decides its result, how it went, and where it stands.
//!
//! | file | what |
//! |---|---|
//! | `run.toml` | the settings, written once |
//! | `metrics.jsonl` | a line for every report |
//! | `checkpoint-STEP.safetensors` | everything that the next step depends on; the last two are kept |
//! | `network.safetensors` | what was learnt, for play |

mod checkpoint;
mod directory;
mod error;

pub use checkpoint::Checkpoint;
pub use directory::RunDirectory;
pub use error::RunError;
