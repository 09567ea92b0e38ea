//! Which cells moves can cover.

use super::isa::for_each_isa;
use super::legal::{BLOCK, Legal, MAX_BLOCKS, OrientationSet};

/// As many words as the lanes of the largest board fill with a bit each, and room for steps from the last of them, which lead to
/// padding.
pub(crate) const COVERED_WORDS: usize = (MAX_BLOCKS * BLOCK).div_ceil(64) + 3;

/// A place that pieces cover, seen from their first cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoverStep {
    /// The distance in lanes, which is never negative: no cell of a piece lies before its first one.
    pub lanes: usize,
    /// The orientations that cover it.
    pub orientations: OrientationSet,
}

for_each_isa! {
    /// The lanes of the cells that at least one move covers, a bit for each.
    pub(crate) cover = cover_lanes(legal: &Legal<'_>, steps: &[CoverStep]) -> [u64; COVERED_WORDS]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn cover_lanes(legal: &Legal<'_>, steps: &[CoverStep]) -> [u64; COVERED_WORDS] {
    let mut covered = [0; COVERED_WORDS];
    for block in 0..legal.blocks() {
        let (fives, small) = legal.block(block);
        let any = fives.iter().fold(0, |any, lane| any | lane);
        let any_small = small.iter().fold(0, |any, lane| any | lane);
        if any == 0 && any_small == 0 {
            continue;
        }
        for step in steps {
            let OrientationSet { fives: with_fives, small: with_small } = step.orientations;
            let mut lanes = 0;
            for lane in 0..BLOCK {
                let covers = fives[lane] & with_fives | u64::from(small[lane] & with_small);
                lanes |= u64::from(covers != 0) << lane;
            }
            let at = block * BLOCK + step.lanes;
            let (word, shift) = (at / 64, at % 64);
            covered[word] |= lanes << shift;
            // What is shifted out of the word, in two steps since a shift by 64 is none.
            covered[word + 1] |= lanes >> 1 >> (63 - shift);
        }
    }
    covered
}
