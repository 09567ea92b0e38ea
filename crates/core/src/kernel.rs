//! The inner loops over bit lanes, compiled for several instruction sets.
//!
//! Each loop is written once, in safe and portable Rust that vectorises well. The same function is
//! compiled again with AVX2 and with AVX-512 enabled, and the best version that the processor has is called.

use crate::cell::Cell;
use crate::moves::Move;
use crate::shapes::Orientation;

/// How many lanes a row of a stamp has: five columns for the widest piece, and the reach of
/// a placement to both sides.
pub(crate) const WIDTH: usize = 16;
/// How many lanes are counted together.
pub(crate) const BLOCK: usize = 16;
/// As many blocks as the largest board has.
pub(crate) const MAX_BLOCKS: usize = 33;

/// How many moves start in each block of lanes.
pub(crate) type BlockCounts = [u16; MAX_BLOCKS];

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

    fn len(self) -> u32 {
        self.fives.count_ones() + self.small.count_ones()
    }
}

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

    /// The lane and orientation of the move with this rank, counted from 0 in order of lanes; the
    /// rank is below the sum of the counts.
    #[inline]
    pub(crate) fn select(&self, counts: &BlockCounts, mut rank: u32) -> (usize, Orientation) {
        let mut block = 0;
        while rank >= counts[block] as u32 {
            rank -= counts[block] as u32;
            block += 1;
        }
        let mut lane = block * BLOCK;
        loop {
            let set = self.lane(lane);
            let len = set.len();
            if rank < len {
                let fives = set.fives.count_ones();
                let index = match rank.checked_sub(fives) {
                    None => nth_bit(set.fives, rank),
                    Some(rank) => nth_bit(set.small as u64, rank) + Orientation::FIVES as u32,
                };
                return (lane, Orientation::from_index(index as usize));
            }
            rank -= len;
            lane += 1;
        }
    }
}

/// The number of the set bit with this rank, counted from 0.
fn nth_bit(mut word: u64, rank: u32) -> u32 {
    for _ in 0..rank {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// The instruction sets that the loops are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isa {
    /// What every processor of the target has.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// The sets that this processor has, the best one last.
    pub(crate) fn available() -> Vec<Isa> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut sets = vec![Isa::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            if has_avx2 {
                sets.push(Isa::Avx2);
            }
            if has_avx2 && has_avx512 {
                sets.push(Isa::Avx512);
            }
        }
        sets
    }
}

/// Declares a function that calls the version of `portable` for the given instruction set.
macro_rules! for_each_isa {
    ($(#[$doc:meta])* $name:ident = $portable:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)?) => {
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name(isa: Isa, $($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2($($arg: $ty),*) $(-> $ret)? {
                $portable($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
            fn avx512($($arg: $ty),*) $(-> $ret)? {
                $portable($($arg),*)
            }
            match isa {
                Isa::Portable => $portable($($arg),*),
                // SAFETY: `Isa::available` names this set only on processors that have it.
                #[cfg(target_arch = "x86_64")]
                Isa::Avx2 => unsafe { avx2($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Isa::Avx512 => unsafe { avx512($($arg),*) },
            }
        }
    };
}

for_each_isa! {
    /// Adds the rows of a stamp to a set, the first at `lane`, each `stride` lanes after the other.
    stamp = stamp_rows(set: &mut LanesMut<'_>, lane: usize, stride: usize, rows: &[StampRow])
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

for_each_isa! {
    /// Counts the moves of every block of lanes; answers their sum.
    count_blocks = count_each_block(legal: &Legal<'_>, counts: &mut BlockCounts) -> u32
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_each_block(legal: &Legal<'_>, counts: &mut BlockCounts) -> u32 {
    let mut sum = 0;
    for (block, out) in (0..legal.anchored.fives.len() / BLOCK).zip(counts) {
        let lanes = block * BLOCK..(block + 1) * BLOCK;
        let count = count_lanes(
            legal.left,
            legal.anchored.fives[lanes.clone()].as_array().expect("a block"),
            legal.blocked.fives[lanes.clone()].as_array().expect("a block"),
            legal.anchored.small[lanes.clone()].as_array().expect("a block"),
            legal.blocked.small[lanes].as_array().expect("a block"),
        );
        *out = count as u16;
        sum += count;
    }
    sum
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_lanes(
    left: OrientationSet,
    anchored_fives: &[u64; BLOCK],
    blocked_fives: &[u64; BLOCK],
    anchored_small: &[u32; BLOCK],
    blocked_small: &[u32; BLOCK],
) -> u32 {
    let mut fives = 0;
    for lane in 0..BLOCK {
        let legal = anchored_fives[lane] & !blocked_fives[lane] & left.fives;
        fives += u64::from(legal.count_ones());
    }
    let mut small = 0;
    for lane in 0..BLOCK {
        let legal = anchored_small[lane] & !blocked_small[lane] & left.small;
        small += legal.count_ones();
    }
    fives as u32 + small
}

for_each_isa! {
    /// Counts the moves.
    count = count_all(legal: &Legal<'_>) -> u32
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_all(legal: &Legal<'_>) -> u32 {
    let fives = legal.anchored.fives.iter().zip(legal.blocked.fives);
    let fives = fives.map(|(a, b)| u64::from((a & !b & legal.left.fives).count_ones()));
    let small = legal.anchored.small.iter().zip(legal.blocked.small);
    let small = small.map(|(a, b)| (a & !b & legal.left.small).count_ones());
    fives.sum::<u64>() as u32 + small.sum::<u32>()
}

for_each_isa! {
    /// Whether there is a move.
    any = any_move(legal: &Legal<'_>) -> bool
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

for_each_isa! {
    /// Overwrites the list with the moves in order; `cells` are those of the lanes.
    list = list_moves(legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>)
}

/// How many moves are written at a time, whether there are so many or not.
const CHUNK: usize = 4;

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn list_moves(legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>) {
    let filler = Move::new(cells[0], Orientation::from_index(0));
    let count = count_all(legal) as usize;
    moves.resize(count + CHUNK, filler);
    let mut listed = 0;
    for (block, cells) in cells.as_chunks::<BLOCK>().0.iter().enumerate() {
        let lanes = block * BLOCK..(block + 1) * BLOCK;
        let anchored: &[u64; BLOCK] =
            legal.anchored.fives[lanes.clone()].as_array().expect("a block");
        let blocked: &[u64; BLOCK] =
            legal.blocked.fives[lanes.clone()].as_array().expect("a block");
        let fives: [u64; BLOCK] =
            std::array::from_fn(|lane| anchored[lane] & !blocked[lane] & legal.left.fives);
        let anchored: &[u32; BLOCK] =
            legal.anchored.small[lanes.clone()].as_array().expect("a block");
        let blocked: &[u32; BLOCK] = legal.blocked.small[lanes].as_array().expect("a block");
        let small: [u32; BLOCK] =
            std::array::from_fn(|lane| anchored[lane] & !blocked[lane] & legal.left.small);
        let mut filled = 0_u64;
        for lane in 0..BLOCK {
            filled |= u64::from(fives[lane] != 0 || small[lane] != 0) << lane;
        }
        while filled != 0 {
            let lane = filled.trailing_zeros() as usize % BLOCK;
            filled &= filled - 1;
            write_moves(cells[lane], 0, fives[lane], moves, &mut listed);
            write_moves(cells[lane], Orientation::FIVES, small[lane].into(), moves, &mut listed);
        }
    }
    moves.truncate(count);
}

/// Writes the moves of a word. Writing a fixed number at a time, and overwriting what was too much,
/// spares most of the mispredicted loop ends.
#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn write_moves(cell: Cell, base: usize, mut word: u64, moves: &mut [Move], listed: &mut usize) {
    let mut left = word.count_ones() as usize;
    while left != 0 {
        for slot in &mut moves[*listed..*listed + CHUNK] {
            // An empty word has no lowest bit: the slot gets a number that is overwritten or cut off.
            let bit = base + (word.trailing_zeros() & 63) as usize;
            *slot = Move::new(cell, Orientation::from_index(bit));
            word &= word.wrapping_sub(1);
        }
        let written = left.min(CHUNK);
        *listed += written;
        left -= written;
    }
}
