//! Hashes of what is to come.

use super::side::Side;

/// A hash of 128 bits. Two positions of one search never share it in practice: with a billion of them
/// the odds are one in 10²⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub place: u64,
    pub check: u64,
}

const SEEDS: [u64; 4] =
    [0x2d35_8dcc_aa6c_78a5, 0x8bb8_4b93_962e_acc9, 0x4b33_a62e_d433_d4a3, 0x4d5a_2da5_1de1_aa47];

/// Multiplies to 128 bits and folds them.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

struct Hasher {
    a: u64,
    b: u64,
}

impl Hasher {
    fn new() -> Hasher {
        Hasher { a: SEEDS[0], b: SEEDS[1] }
    }

    #[inline]
    fn add(&mut self, x: u64, y: u64) {
        self.a = fold(self.a ^ x, SEEDS[2] ^ y);
        self.b = fold(self.b ^ y, SEEDS[3] ^ x.rotate_left(32));
    }

    #[inline]
    fn add_side<const N: usize>(&mut self, side: &Side<N>) {
        for (&free, &anchors) in side.free.0.iter().zip(&side.anchors.0) {
            self.add(free, anchors);
        }
    }

    #[inline]
    fn key(self) -> Key {
        Key { place: fold(self.a, self.b ^ SEEDS[0]), check: fold(self.b, self.a ^ SEEDS[1]) | 1 }
    }
}

/// The pieces that matter, and whether all could be placed, which may earn a bonus.
#[inline]
fn pieces<const N: usize>(side: &Side<N>) -> u64 {
    u64::from(side.live) << 1 | u64::from(side.may_complete())
}

impl Key {
    /// Of a position where the first side is to move.
    #[inline]
    pub fn of<const N: usize>(own: &Side<N>, other: &Side<N>) -> Key {
        let mut hasher = Hasher::new();
        hasher.add_side(own);
        hasher.add_side(other);
        hasher.add(pieces(own), pieces(other));
        hasher.key()
    }

    /// Of a side that is alone.
    #[inline]
    pub fn alone<const N: usize>(side: &Side<N>) -> Key {
        let mut hasher = Hasher::new();
        hasher.add_side(side);
        hasher.add(u64::from(side.live), 0);
        hasher.key()
    }

    /// Of a position by its own hash.
    pub fn of_hash(hash: u64) -> Key {
        Key { place: fold(hash ^ SEEDS[0], SEEDS[2]), check: hash | 1 }
    }
}
