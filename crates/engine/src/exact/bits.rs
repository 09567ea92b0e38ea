//! Sets of cells of one board in as few words as it needs.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of up to 64·N cells, numbered row by row without gaps, so that a board of 8x8 is one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    pub const EMPTY: Bits<N> = Bits([0; N]);

    #[inline]
    pub fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub fn contains(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub fn meets(self, other: Bits<N>) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub fn len(self) -> i32 {
        self.0.iter().map(|word| word.count_ones() as i32).sum()
    }

    /// The lowest cell alone; empty for the empty set.
    #[inline]
    pub fn first(self) -> Bits<N> {
        let mut out = Bits::EMPTY;
        for (to, from) in out.0.iter_mut().zip(self.0) {
            if from != 0 {
                *to = from & from.wrapping_neg();
                break;
            }
        }
        out
    }

    /// The numbers of the cells, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..N).flat_map(move |at| {
            let mut word = self.0[at];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * at + bit
                })
            })
        })
    }

    /// Every cell's number raised by `by`, from 1 to 63.
    #[inline]
    pub fn up(self, by: u32) -> Bits<N> {
        let mut out = self;
        for at in 0..N {
            out.0[at] = self.0[at] << by;
            if at > 0 {
                out.0[at] |= self.0[at - 1] >> (64 - by);
            }
        }
        out
    }

    /// Every cell's number lowered by `by`, from 1 to 63.
    #[inline]
    pub fn down(self, by: u32) -> Bits<N> {
        let mut out = self;
        for at in 0..N {
            out.0[at] = self.0[at] >> by;
            if at + 1 < N {
                out.0[at] |= self.0[at + 1] << (64 - by);
            }
        }
        out
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn bitand(mut self, other: Bits<N>) -> Bits<N> {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn bitor(mut self, other: Bits<N>) -> Bits<N> {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Bits<N>) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;
    #[inline]
    fn not(mut self) -> Bits<N> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
