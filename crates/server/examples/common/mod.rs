//! What the programs that try a real server have in common.

#[path = "../../tests/common/client.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
pub mod client;
pub mod games;
pub mod process;
