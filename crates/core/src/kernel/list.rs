//! The moves one by one.

use bytemuck::Zeroable;

use super::count::count_all;
use super::isa::{InstructionSet, Isa, for_each_isa};
use super::legal::{BLOCK, Legal, MAX_BLOCKS};
use crate::cell::{Cell, bits};
use crate::moves::Move;
use crate::shapes::Orientation;

/// Overwrites the list with the moves in order of lanes; `cells` are those of the lanes.
#[inline]
pub(crate) fn list(isa: Isa, legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>) {
    match isa.set() {
        // SAFETY: `Isa::available` names this set only on processors that have it.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => unsafe { list_avx512(legal, cells, moves) },
        _ => list_portable(isa, legal, cells, moves),
    }
}

for_each_isa! {
    /// The list without instructions that compress vectors.
    pub(crate) list_portable = list_moves(legal: &Legal<'_>, cells: &[Cell], moves: &mut Vec<Move>)
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
