//! How many cells are within some steps, on several boards at once.

use super::isa::for_each_isa;
use super::legal::BLOCK;
use crate::cell::MAX_SIZE;
use crate::reach::REACH_STEPS;

/// The rows of a block of boards, an empty one below and one above: bits are columns, lanes are boards, so that neither
/// way over an edge crosses a lane.
pub(crate) type BoardRows = [[u32; BLOCK]; MAX_SIZE + 2];

/// How many cells of each board are within so many steps.
pub(crate) type ReachCounts = [[u32; BLOCK]; REACH_STEPS.len()];

for_each_isa! {
    /// Spreads from the cells of `reached` over those of `free`, on boards of this size, and counts on the way.
    pub(crate) count_reached = count_while_spreading(reached: &mut BoardRows, free: &BoardRows, size: usize) -> ReachCounts
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_while_spreading(reached: &mut BoardRows, free: &BoardRows, size: usize) -> ReachCounts {
    let mut counts = ReachCounts::default();
    let mut steps = 0;
    for (count, &after) in counts.iter_mut().zip(&REACH_STEPS) {
        while steps < after {
            let mut below = [0; BLOCK];
            for row in 1..=size {
                let own = reached[row];
                let above = reached[row + 1];
                for lane in 0..BLOCK {
                    let next = own[lane] << 1 | own[lane] >> 1 | below[lane] | above[lane];
                    reached[row][lane] = own[lane] | next & free[row][lane];
                }
                below = own;
            }
            steps += 1;
        }
        for row in &reached[1..=size] {
            for lane in 0..BLOCK {
                count[lane] += row[lane].count_ones();
            }
        }
    }
    counts
}
