//! Datasets of searched games, and learning from them.
//!
//! [`priors`] are the probabilities of moves before a search: games that an agent plays against itself, with
//! how often it tried each move, and weights that are fitted to them.

pub mod priors;
