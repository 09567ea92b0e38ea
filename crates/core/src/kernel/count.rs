//! How many moves there are, in all, by size and by place.

use super::isa::for_each_isa;
use super::legal::{BLOCK, Legal, OrientationSet};

/// How many moves start at the lanes of each stripe: stripe `s` has the lanes `s`, `s + 16`, `s + 32` …
///
/// Stripes are added up vertically, one vector a block, without any sum across a vector.
pub(crate) type StripeCounts = [u32; BLOCK];

for_each_isa! {
    /// Counts the moves of every stripe of lanes.
    pub(crate) count_stripes = count_each_stripe(legal: &Legal<'_>) -> StripeCounts
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_each_stripe(legal: &Legal<'_>) -> StripeCounts {
    let mut fives_sum = [0_u64; BLOCK];
    let mut small_sum = [0_u32; BLOCK];
    for block in 0..legal.blocks() {
        let (fives, small) = legal.block(block);
        for lane in 0..BLOCK {
            fives_sum[lane] += u64::from(fives[lane].count_ones());
        }
        for lane in 0..BLOCK {
            small_sum[lane] += small[lane].count_ones();
        }
    }
    std::array::from_fn(|lane| fives_sum[lane] as u32 + small_sum[lane])
}

/// The sizes that random moves tell apart: up to three squares, four, five.
pub(crate) const SIZES: usize = 3;
/// The orientations of each size in the words of a lane.
pub(crate) const BY_SIZE: [OrientationSet; SIZES] = [
    OrientationSet { fives: 0, small: 0b1_1111_1111 },
    OrientationSet { fives: 0, small: 0b1111_1111_1111_1111_1110_0000_0000 },
    OrientationSet { fives: u64::MAX, small: 0 },
];

/// Moves counted by size and stripe.
///
/// The sizes are fields and not an array of arrays, so that they stay in vector registers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SizeCounts {
    up_to_three: StripeCounts,
    four: StripeCounts,
    five: StripeCounts,
}

impl SizeCounts {
    /// The stripes of a size.
    #[inline]
    pub(crate) fn stripes(&self, size: usize) -> &StripeCounts {
        [&self.up_to_three, &self.four, &self.five][size]
    }

    /// Adds the moves of some lanes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    #[expect(clippy::needless_range_loop, reason = "iterators are not vectorised here")]
    pub(super) fn add(&mut self, fives: &[u64; BLOCK], small: &[u32; BLOCK]) {
        for lane in 0..BLOCK {
            self.five[lane] += fives[lane].count_ones();
        }
        for lane in 0..BLOCK {
            self.four[lane] += (small[lane] & BY_SIZE[1].small).count_ones();
        }
        for lane in 0..BLOCK {
            self.up_to_three[lane] += (small[lane] & BY_SIZE[0].small).count_ones();
        }
    }
}

for_each_isa! {
    /// Counts the moves of every size.
    pub(crate) count_sizes = count_each_size(legal: &Legal<'_>) -> SizeCounts
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_each_size(legal: &Legal<'_>) -> SizeCounts {
    let mut counts = SizeCounts::default();
    for block in 0..legal.blocks() {
        let (fives, small) = legal.block(block);
        counts.add(&fives, &small);
    }
    counts
}

for_each_isa! {
    /// Counts the moves.
    pub(crate) count = count_all(legal: &Legal<'_>) -> u32
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
pub(super) fn count_all(legal: &Legal<'_>) -> u32 {
    count_each_stripe(legal).iter().sum()
}

for_each_isa! {
    /// Counts the moves and finds the orientations that they have.
    pub(crate) count_and_unite = count_and_unite_all(legal: &Legal<'_>) -> (u32, OrientationSet)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_and_unite_all(legal: &Legal<'_>) -> (u32, OrientationSet) {
    let mut fives_sum = [0_u64; BLOCK];
    let mut small_sum = [0_u32; BLOCK];
    let mut fives_any = [0; BLOCK];
    let mut small_any = [0; BLOCK];
    for block in 0..legal.blocks() {
        let (fives, small) = legal.block(block);
        for lane in 0..BLOCK {
            fives_sum[lane] += u64::from(fives[lane].count_ones());
            fives_any[lane] |= fives[lane];
        }
        for lane in 0..BLOCK {
            small_sum[lane] += small[lane].count_ones();
            small_any[lane] |= small[lane];
        }
    }
    let count = fives_sum.iter().sum::<u64>() as u32 + small_sum.iter().sum::<u32>();
    let fives = fives_any.iter().fold(0, |any, lane| any | lane);
    let small = small_any.iter().fold(0, |any, lane| any | lane);
    (count, OrientationSet { fives, small })
}

for_each_isa! {
    /// Whether there is a move.
    pub(crate) any = any_move(legal: &Legal<'_>) -> bool
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn any_move(legal: &Legal<'_>) -> bool {
    let fives = legal.anchored.fives.chunks(BLOCK).zip(legal.blocked.fives.chunks(BLOCK));
    let small = legal.anchored.small.chunks(BLOCK).zip(legal.blocked.small.chunks(BLOCK));
    // A whole block at a time, so that the inner loops vectorise.
    small.zip(fives).any(|((small_a, small_b), (fives_a, fives_b))| {
        let small = small_a.iter().zip(small_b).fold(0, |any, (a, b)| any | (a & !b));
        let fives = fives_a.iter().zip(fives_b).fold(0, |any, (a, b)| any | (a & !b));
        small & legal.left.small != 0 || fives & legal.left.fives != 0
    })
}
