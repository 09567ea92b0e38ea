//! Exact play: the solver of endgames and of whole small boards.
//!
//! Of two colours, a position is reduced to what is still to come: the placements that each colour might
//! still make and the cells where it can connect. A search with a null window asks whether the difference
//! is at least so much. It is short because most positions are decided by what the colours could place
//! alone: where neither can reach the other's cells any more, that is the exact value; before, what a
//! colour could place alone is an upper bound, and what it could place without the contested cells a lower
//! one.

mod agent;
mod alone;
mod bits;
mod board;
mod bonus;
mod bounds;
mod duel;
mod endgame;
mod key;
mod many;
mod meter;
mod search;
mod side;
mod solo;
mod solver;
mod table;
mod tree_count;
mod work_file;

pub(crate) use agent::KINDS;
pub(crate) use endgame::{ENDGAME, ENDGAME_MIB, Endgame, finish};
pub use meter::Monitor;
pub use solver::{Solution, Solver, solve};
pub use tree_count::{BoardTooLarge, Layer, TreeCounter};
pub use work_file::WorkFileError;

#[cfg(test)]
mod tests;
