//! The expected lines of play, collected while searching.

use cornerwise_core::Move;

/// For every ply, the line that is expected from there on.
#[derive(Debug, Default)]
pub(crate) struct Variations(Vec<Vec<Move>>);

impl Variations {
    /// Nothing is expected from a ply on, as yet.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        if self.0.len() <= ply {
            self.0.resize_with(ply + 1, Vec::new);
        }
        self.0[ply].clear();
    }

    /// From a ply on this move is expected, and then what is expected after it.
    pub(crate) fn extend(&mut self, ply: usize, mv: Move) {
        if self.0.len() <= ply + 1 {
            self.0.resize_with(ply + 2, Vec::new);
        }
        let (before, after) = self.0.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    /// What is expected from a ply on.
    pub(crate) fn from(&self, ply: usize) -> &[Move] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}
