//! What a simulation is worth: the reward of every player, and draws that are known by symmetry.

pub mod reward;
pub mod symmetry;
