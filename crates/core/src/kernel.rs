//! The inner loops over bit lanes, compiled for several instruction sets.
//!
//! Each loop is written once, in safe and portable Rust that vectorises well. The same function is
//! compiled again with AVX2 and with AVX-512 enabled, and the best version that the processor has is called.

use bytemuck::Zeroable;

use crate::cell::{Cell, bits};
use crate::moves::Move;
use crate::shapes::Orientation;

/// How many lanes a row of a stamp has: five columns for the widest piece, and the reach of
/// a placement to both sides.
pub(crate) const WIDTH: usize = 16;
/// How many lanes are counted together.
pub(crate) const BLOCK: usize = 16;
/// As many blocks as the largest board has.
pub(crate) const MAX_BLOCKS: usize = 33;

/// How many moves start at the lanes of each stripe: stripe `s` has the lanes `s`, `s + 16`, `s + 32` …
///
/// Stripes are added up vertically, one vector a block, without any sum across a vector.
pub(crate) type StripeCounts = [u32; BLOCK];

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

    /// The number of blocks of lanes.
    #[inline]
    fn blocks(&self) -> usize {
        self.anchored.fives.len() / BLOCK
    }

    /// The legal placements of a block of lanes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
    fn block(&self, block: usize) -> ([u64; BLOCK], [u32; BLOCK]) {
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
    /// The best set that this processor has.
    pub(crate) fn best() -> Isa {
        *Isa::available().last().expect("the portable set is always there")
    }

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
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512vbmi2");
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

/// The name of the instruction set that move generation uses on this machine.
pub fn instruction_set() -> &'static str {
    match Isa::best() {
        Isa::Portable => "portable",
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => "AVX2",
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => "AVX-512",
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
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2"
            )]
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
    /// Counts the moves of every stripe of lanes.
    count_stripes = count_each_stripe(legal: &Legal<'_>) -> StripeCounts
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
    fn add(&mut self, fives: &[u64; BLOCK], small: &[u32; BLOCK]) {
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
    count_sizes = count_each_size(legal: &Legal<'_>) -> SizeCounts
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

/// As many rows as the tallest stamp has: seven for the corners around a piece of five, and four more for
/// the placements that reach up to them.
pub(crate) const STAMP_ROWS: usize = 11;

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
    overlap = overlap_rows(
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

for_each_isa! {
    /// Counts the moves.
    count = count_all(legal: &Legal<'_>) -> u32
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn count_all(legal: &Legal<'_>) -> u32 {
    count_each_stripe(legal).iter().sum()
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

/// Overwrites the list with the moves in order of lanes; `cells` are those of the lanes.
#[inline]
pub(crate) fn list(isa: Isa, legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>) {
    match isa {
        // SAFETY: `Isa::available` names this set only on processors that have it.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { list_avx512(legal, cells, moves) },
        _ => list_portable(isa, legal, cells, moves),
    }
}

for_each_isa! {
    /// The list without instructions that compress vectors.
    list_portable = list_moves(legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>)
}

/// How many moves are written at a time, whether there are so many or not.
const CHUNK: usize = 4;

#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn list_moves(legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>) {
    let mut filled = [0; FILLED_WORDS];
    for (block, mask) in (0..legal.blocks()).zip(&mut filled) {
        let (fives, small) = legal.block(block);
        for lane in 0..BLOCK {
            *mask |= u16::from(fives[lane] | u64::from(small[lane]) != 0) << lane;
        }
    }
    let count = count_all(legal) as usize;
    moves.resize(count + CHUNK, Move::zeroed());
    let mut listed = 0;
    for lane in filled_lanes(&filled) {
        let set = legal.lane(lane);
        write_moves(cells[lane], 0, set.fives, moves, &mut listed);
        write_moves(cells[lane], Orientation::FIVES, set.small.into(), moves, &mut listed);
    }
    moves.truncate(count);
}

/// As many words of a bit a lane as the largest board needs, in whole 64-bit words.
const FILLED_WORDS: usize = MAX_BLOCKS.next_multiple_of(4);

/// The lanes whose bits are set, a word of which says which lanes of a block have moves.
///
/// Finding them first and walking over them in 64-bit words spares the mispredicted end of a loop
/// in every block.
#[inline(always)]
#[expect(clippy::inline_always, reason = "must be compiled with the caller's instruction set")]
fn filled_lanes(filled: &[u16; FILLED_WORDS]) -> impl Iterator<Item = usize> {
    filled.as_chunks::<4>().0.iter().enumerate().flat_map(|(word, masks)| {
        let mask = masks.iter().rev().fold(0, |mask, &low| mask << 16 | u64::from(low));
        bits(mask).map(move |bit| word * 64 + bit as usize)
    })
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

/// The same list with vector instructions that test and pack all bits of a word at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2")]
fn list_avx512(legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>) {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi16, _mm512_castsi512_si256, _mm512_cvtepu8_epi16,
        _mm512_extracti64x4_epi64, _mm512_maskz_compress_epi8, _mm512_set1_epi16,
        _mm512_test_epi32_mask, _mm512_test_epi64_mask,
    };
    /// As many moves as a vector holds.
    const VECTOR: usize = 32;

    let mut filled = [0; FILLED_WORDS];
    let mut fives_count = [0_u64; BLOCK];
    let mut small_count = [0_u32; BLOCK];
    for (block, mask) in (0..legal.blocks()).zip(&mut filled) {
        let (fives, small) = legal.block(block);
        for lane in 0..BLOCK {
            fives_count[lane] += u64::from(fives[lane].count_ones());
            small_count[lane] += small[lane].count_ones();
        }
        let [low, high]: [__m512i; 2] = bytemuck::cast(fives);
        let small: __m512i = bytemuck::cast(small);
        *mask = u16::from(_mm512_test_epi64_mask(low, low))
            | u16::from(_mm512_test_epi64_mask(high, high)) << 8
            | _mm512_test_epi32_mask(small, small);
    }
    let count = fives_count.iter().sum::<u64>() as usize + small_count.iter().sum::<u32>() as usize;

    // Whole vectors are written; what is too much is overwritten or cut off.
    moves.resize(count + 2 * VECTOR, Move::zeroed());
    let out: &mut [u16] = bytemuck::cast_slice_mut(moves.as_mut_slice());
    let mut listed = 0;
    let numbers: __m512i = bytemuck::cast(std::array::from_fn::<u8, 64, _>(|bit| bit as u8));
    let mut write = |word: u64, first: Move| {
        let first = _mm512_set1_epi16(first.index() as i16);
        let bits = _mm512_maskz_compress_epi8(word, numbers);
        let low = _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(bits)), first);
        out[listed..listed + VECTOR].copy_from_slice(&bytemuck::cast::<_, [u16; VECTOR]>(low));
        let len = word.count_ones() as usize;
        if len > VECTOR {
            let high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(bits));
            let high = bytemuck::cast::<_, [u16; VECTOR]>(_mm512_add_epi16(high, first));
            out[listed + VECTOR..listed + 2 * VECTOR].copy_from_slice(&high);
        }
        listed += len;
    };
    for lane in filled_lanes(&filled) {
        let set = legal.lane(lane);
        write(set.fives, Move::new(cells[lane], Orientation::from_index(0)));
        let small_first = Orientation::from_index(Orientation::FIVES);
        write(set.small.into(), Move::new(cells[lane], small_first));
    }
    moves.truncate(count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Tables, game_rng};

    /// Every instruction set gives what the portable loops give, on whole random games.
    #[test]
    fn all_instruction_sets_agree() {
        for name in ["2x2", "7x7", "duo", "20x20-3", "classic"] {
            let variant: crate::Variant = name.parse().unwrap();
            let tables: Vec<_> = Isa::available()
                .into_iter()
                .map(|isa| Tables::with_isa(variant.clone(), isa))
                .collect();
            for seed in 0..10 {
                let mut positions: Vec<_> = tables.iter().map(Position::new).collect();
                let mut rng = game_rng(seed, 0);
                while let Some(mv) = positions[0].sample_move(&mut rng) {
                    for position in &mut positions {
                        position.play(mv).unwrap();
                    }
                    let (portable, others) = positions.split_first().unwrap();
                    for other in others {
                        assert_same_moves(portable, other);
                    }
                }
                assert!(positions.iter().all(Position::is_over));
            }
        }
    }

    fn assert_same_moves(portable: &Position, other: &Position) {
        assert_eq!(portable, other, "the stamps");
        let isa = other.tables().isa;
        for colour in portable.variant().colours() {
            let (legal, other_legal) = (portable.legal(colour), other.legal(colour));
            let cells = portable.tables().layout.cells();
            let (mut moves, mut other_moves) = (Vec::new(), Vec::new());
            list(Isa::Portable, &legal, cells, &mut moves);
            list(isa, &other_legal, cells, &mut other_moves);
            assert_eq!(moves, other_moves, "{isa:?}");
            assert_eq!(count(isa, &other_legal) as usize, moves.len(), "{isa:?}");
            assert_eq!(any(isa, &other_legal), !moves.is_empty(), "{isa:?}");
            let stripes = count_stripes(isa, &other_legal);
            assert_eq!(stripes, count_stripes(Isa::Portable, &legal), "{isa:?}");
            let mut selected: Vec<_> = (0..moves.len() as u32)
                .map(|rank| legal.select(&stripes, rank))
                .map(|(lane, orientation)| Move::new(cells[lane], orientation))
                .collect();
            selected.sort_unstable();
            assert_eq!(selected, moves, "every rank selects another move");
        }
    }
}
