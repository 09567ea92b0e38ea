//! The atomic numbers of the tree, and those that a model checker watches in their place.
//!
//! With `--cfg loom` the tests of `model_checks.rs` run on Loom's numbers, which try every order in which threads
//! may see each other's steps. Its numbers are no plain memory, and so zeroed one by one.

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU16, AtomicU32, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU16, AtomicU32, Ordering};

use crate::mcts::tree::node::Node;

/// Something that changes all the time, kept from what lies beside it, which would leave other threads' caches
/// with it.
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// So many nodes, all zero, or `None` when there is not so much memory. What is not used is not touched.
#[cfg(not(loom))]
pub fn zeroed(nodes: usize) -> Option<Box<[Node]>> {
    crate::memory::zeros(nodes)
}

#[cfg(loom)]
pub fn zeroed(nodes: usize) -> Option<Box<[Node]>> {
    Some((0..nodes).map(|_| Node::default()).collect())
}
