//! Stamps: the placements around a move, added to a set or looked for in it.

use super::count::SizeCounts;
use super::isa::for_each_isa;
use super::legal::{LanesMut, Legal, OrientationSet};
use crate::shapes::Orientation;

/// How many lanes a row of a stamp has: five columns for the widest piece, and the reach of
/// a placement to both sides.
pub(crate) const WIDTH: usize = 16;

/// One row of a stamp: the lanes of consecutive cells.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(crate) struct StampRow {
    pub fives: [u64; WIDTH],
    pub small: [u32; WIDTH],
}

impl StampRow {
    pub(crate) fn insert(&mut self, lane: usize, orientation: Orientation) {
        let mut bit = OrientationSet::default();
        bit.insert(orientation);
        self.fives[lane] |= bit.fives;
        self.small[lane] |= bit.small;
    }
}

for_each_isa! {
    /// Adds the rows of a stamp to a set, the first at `lane`, each `stride` lanes after the other.
    pub(crate) stamp = stamp_rows(set: &mut LanesMut<'_>, lane: usize, stride: usize, rows: &[StampRow])
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn stamp_rows(set: &mut LanesMut<'_>, mut lane: usize, stride: usize, rows: &[StampRow]) {
    for row in rows {
        let fives = &mut set.fives[lane..lane + WIDTH];
        for (to, from) in fives.iter_mut().zip(&row.fives) {
            *to |= from;
        }
        let small = &mut set.small[lane..lane + WIDTH];
        for (to, from) in small.iter_mut().zip(&row.small) {
            *to |= from;
        }
        lane += stride;
    }
}

/// As many rows as the tallest stamp has: seven for the corners around a piece of five, and four more for
/// the placements that reach up to them.
const STAMP_ROWS: usize = 11;

/// The legal placements that a stamp has too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    /// The lane of the first row's first cell.
    pub lane: usize,
    /// How many rows there are.
    pub rows: usize,
    pub fives: [[u64; WIDTH]; STAMP_ROWS],
    pub small: [[u32; WIDTH]; STAMP_ROWS],
    /// The moves of every size, column by column.
    pub counts: SizeCounts,
}

impl Default for Overlap {
    fn default() -> Overlap {
        Overlap {
            lane: 0,
            rows: 0,
            fives: [[0; WIDTH]; STAMP_ROWS],
            small: [[0; WIDTH]; STAMP_ROWS],
            counts: SizeCounts::default(),
        }
    }
}

for_each_isa! {
    /// Finds the legal placements that a stamp has too, its first row at `lane`, each `stride` lanes after the
    /// other.
    pub(crate) overlap = overlap_rows(
        legal: &Legal<'_>, lane: usize, stride: usize, rows: &[StampRow], found: &mut Overlap
    )
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn overlap_rows(
    legal: &Legal<'_>,
    lane: usize,
    stride: usize,
    rows: &[StampRow],
    found: &mut Overlap,
) {
    found.lane = lane;
    found.rows = rows.len();
    let mut counts = SizeCounts::default();
    for (number, row) in rows.iter().enumerate().take(STAMP_ROWS) {
        let first = lane + number * stride;
        let anchored = lanes_from(legal.anchored.fives, first);
        let blocked = lanes_from(legal.blocked.fives, first);
        let mut fives = [0; WIDTH];
        for lane in 0..WIDTH {
            fives[lane] = anchored[lane] & !blocked[lane] & legal.left.fives & row.fives[lane];
        }
        let anchored = lanes_from(legal.anchored.small, first);
        let blocked = lanes_from(legal.blocked.small, first);
        let mut small = [0; WIDTH];
        for lane in 0..WIDTH {
            small[lane] = anchored[lane] & !blocked[lane] & legal.left.small & row.small[lane];
        }
        found.fives[number] = fives;
        found.small[number] = small;
        counts.add(&fives, &small);
    }
    found.counts = counts;
}

/// The lanes of a stamp's row, with a length that the compiler knows.
#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn lanes_from<T>(lanes: &[T], first: usize) -> &[T; WIDTH] {
    lanes[first..first + WIDTH].as_array().expect("a row has so many lanes")
}
