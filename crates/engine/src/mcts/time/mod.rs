//! Time management: how long a search takes.

pub mod allocation;
pub mod manager;
