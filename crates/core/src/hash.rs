//! Keys of the incremental position hash, computed instead of stored.

use crate::moves::Move;
use crate::variant::Colour;

/// The key of a finished game.
pub(crate) const OVER: u64 = mix(0x3_0000);

#[inline]
pub(crate) const fn placement(colour: Colour, mv: Move) -> u64 {
    mix((colour.index() << 20 | mv.index()) as u64)
}

#[inline]
pub(crate) const fn turn(colour: Colour) -> u64 {
    mix((colour.index() << 20 | 0x1_0000) as u64)
}

#[inline]
pub(crate) const fn single_last(colour: Colour) -> u64 {
    mix((colour.index() << 20 | 0x2_0000) as u64)
}

/// A bijection of 64-bit words that scatters small numbers (the finaliser of `SplitMix64`).
pub(crate) const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
