//! A position to learn from.

use std::sync::Arc;

use cornerwise_core::Symmetry;

use crate::game::{SearchedGame, SearchedMove};

/// A position of a searched game, as one of its mirror images.
///
/// The game is shared by all of its samples and its moves are replayed when a sample is encoded, so that a sample takes
/// little memory.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The game.
    pub game: Arc<SearchedGame>,
    /// How many moves were played before.
    pub ply: usize,
    /// How the board is turned or mirrored; one that leaves the variant as it is.
    pub symmetry: Symmetry,
    /// How much the sample counts, usually 1.
    pub weight: f32,
}

impl Sample {
    /// What was searched and played in the position.
    pub fn turn(&self) -> &SearchedMove {
        &self.game.turns[self.ply]
    }
}
