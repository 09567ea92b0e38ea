//! Positions whose result is certain.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use cornerwise_core::Position;

use crate::budget::{Budget, Clock, Stop};
use crate::exact;
use crate::outcome::Outcome;

/// With more legal moves than this, of all colours together, a solution takes longer than it is worth.
const FEW_MOVES: usize = 40;
/// A table for a few hundred nodes.
const TABLE_MIB: usize = 1;

/// The end of the game with perfect play, if so many nodes suffice to find it.
pub fn solve(position: &Position, nodes: u64) -> Option<Position> {
    let moves = position.variant().colours().map(|colour| position.count_moves_of(colour));
    if moves.sum::<usize>() > FEW_MOVES {
        return None;
    }
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let clock = Clock::start(budget, &Stop::default());
    let solution = exact::solve(position, &clock, TABLE_MIB, 1)?;
    let mut end = position.clone();
    for mv in solution.line {
        end.play_unchecked(mv);
    }
    Some(end)
}

/// The certain results of nodes, by their numbers; no more than there is room for.
pub struct Proofs {
    by_node: RwLock<HashMap<u32, Outcome>>,
    room: usize,
}

impl Proofs {
    /// The memory that one may take, with what a table leaves empty as it grows.
    pub const BYTES_EACH: usize = 256;

    pub fn with_room(room: usize) -> Proofs {
        Proofs { by_node: RwLock::default(), room }
    }

    pub fn get(&self, node: u32) -> Option<Outcome> {
        self.by_node.read().unwrap_or_else(PoisonError::into_inner).get(&node).copied()
    }

    /// `false` when there is no room.
    pub fn insert(&self, node: u32, outcome: Outcome) -> bool {
        let mut by_node = self.by_node.write().unwrap_or_else(PoisonError::into_inner);
        let is_room = by_node.len() < self.room;
        if is_room {
            by_node.insert(node, outcome);
        }
        is_room
    }

    pub fn clear(&mut self) {
        self.by_node.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
