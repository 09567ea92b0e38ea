//! Sets of placements, a word of orientations for every cell, and the legal ones among them.

use super::count::StripeCounts;
use crate::shapes::Orientation;

/// How many lanes are counted together.
pub(crate) const BLOCK: usize = 16;
/// As many blocks as the largest board has.
pub(crate) const MAX_BLOCKS: usize = 33;

/// A bit for every orientation: what one lane holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct OrientationSet {
    pub fives: u64,
    pub small: u32,
}

impl OrientationSet {
    #[inline]
    pub(crate) fn contains(self, orientation: Orientation) -> bool {
        match orientation.index().checked_sub(Orientation::FIVES) {
            None => self.fives >> orientation.index() & 1 != 0,
            Some(bit) => self.small >> bit & 1 != 0,
        }
    }

    pub(crate) fn insert(&mut self, orientation: Orientation) {
        match orientation.index().checked_sub(Orientation::FIVES) {
            None => self.fives |= 1 << orientation.index(),
            Some(bit) => self.small |= 1 << bit,
        }
    }
}

/// A set of placements, to be added to.
pub(crate) struct LanesMut<'a> {
    pub fives: &'a mut [u64],
    pub small: &'a mut [u32],
}

/// A set of placements.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<'a> {
    pub fives: &'a [u64],
    pub small: &'a [u32],
}

/// The legal placements of a colour: anchored, not blocked, and of a piece that is left.
#[derive(Clone, Copy)]
pub(crate) struct Legal<'a> {
    pub anchored: Lanes<'a>,
    pub blocked: Lanes<'a>,
    pub left: OrientationSet,
}

impl Legal<'_> {
    /// The legal placements that start at a lane's cell.
    #[inline]
    pub(crate) fn lane(&self, lane: usize) -> OrientationSet {
        OrientationSet {
            fives: self.anchored.fives[lane] & !self.blocked.fives[lane] & self.left.fives,
            small: self.anchored.small[lane] & !self.blocked.small[lane] & self.left.small,
        }
    }

    /// The number of blocks of lanes.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.anchored.fives.len() / BLOCK
    }

    /// The legal placements of a block of lanes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    pub(super) fn block(&self, block: usize) -> ([u64; BLOCK], [u32; BLOCK]) {
        let anchored = block_of(self.anchored.fives, block);
        let blocked = block_of(self.blocked.fives, block);
        let mut fives = [0; BLOCK];
        for lane in 0..BLOCK {
            fives[lane] = anchored[lane] & !blocked[lane] & self.left.fives;
        }
        let anchored = block_of(self.anchored.small, block);
        let blocked = block_of(self.blocked.small, block);
        let mut small = [0; BLOCK];
        for lane in 0..BLOCK {
            small[lane] = anchored[lane] & !blocked[lane] & self.left.small;
        }
        (fives, small)
    }

    /// The lane and orientation of the move with this rank, counted from 0 in order of stripes, then
    /// lanes; the rank is below the sum of the counts.
    #[inline]
    pub(crate) fn select(&self, counts: &StripeCounts, mut rank: u32) -> (usize, Orientation) {
        let mut lane = 0;
        while rank >= counts[lane] {
            rank -= counts[lane];
            lane += 1;
        }
        loop {
            let set = self.lane(lane);
            let fives = set.fives.count_ones();
            let len = fives + set.small.count_ones();
            if rank < len {
                let index = match rank.checked_sub(fives) {
                    None => nth_bit(set.fives, rank),
                    Some(rank) => nth_bit(set.small.into(), rank) + Orientation::FIVES as u32,
                };
                return (lane, Orientation::from_index(index as usize));
            }
            rank -= len;
            lane += BLOCK;
        }
    }
}

/// The lanes of a block, with a length that the compiler knows.
#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn block_of<T>(lanes: &[T], block: usize) -> &[T; BLOCK] {
    lanes[block * BLOCK..(block + 1) * BLOCK].as_array().expect("a block has so many lanes")
}

/// The number of the set bit with this rank, counted from 0.
pub(crate) fn nth_bit(mut word: u64, rank: u32) -> u32 {
    for _ in 0..rank {
        word &= word - 1;
    }
    word.trailing_zeros()
}
