//! Moves that refuted others before: killers by ply, history by colour.

use cornerwise_core::{Colour, Move};

/// Counts of cut-offs.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The last two moves that cut off at each ply.
    killers: Vec<[Option<Move>; 2]>,
    /// How much each move of each colour has cut off, weighted by depth.
    counts: Vec<u32>,
}

impl History {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.killers.clear();
        self.counts.clear();
        self.counts.resize(Colour::MAX * Move::INDICES, 0);
    }

    /// Notes that a move made all others superfluous.
    pub(crate) fn cut(&mut self, ply: usize, depth: usize, colour: Colour, mv: Move) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.counts[colour.index() * Move::INDICES + mv.index()];
        *count = count.saturating_add((depth * depth) as u32);
    }

    /// The killers of a ply, the latest first.
    pub(crate) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// How much a move has cut off.
    pub(crate) fn count(&self, colour: Colour, mv: Move) -> u32 {
        self.counts.get(colour.index() * Move::INDICES + mv.index()).copied().unwrap_or(0)
    }
}
