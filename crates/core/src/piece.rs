//! The pieces, the free polyominoes of one to five squares, and sets of them.

use std::fmt;
use std::ops::BitAnd;
use std::str::FromStr;

use crate::cell::bits;
use crate::shapes::Shapes;

/// One of the 21 pieces; ordered by size, then name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// The names in the order of [`Piece`]s.
const NAMES: [&str; Piece::COUNT] = [
    "1", "2", "I3", "V3", "I4", "L4", "O", "T4", "Z4", "F", "I5", "L5", "N", "P", "T5", "U", "V5",
    "W", "X", "Y", "Z5",
];

impl Piece {
    /// How many pieces a full set has.
    pub const COUNT: usize = 21;
    /// The single square, which earns a bonus when it is placed last.
    pub const SINGLE: Piece = Piece(0);

    /// Every piece in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Piece> {
        (0..Piece::COUNT as u8).map(Piece)
    }

    /// The piece with this number, below [`Piece::COUNT`].
    #[must_use]
    pub const fn from_index(index: usize) -> Piece {
        assert!(index < Piece::COUNT);
        Piece(index as u8)
    }

    /// The piece's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name: `1`, `2`, `I3`, … `Z5`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// How many squares the piece covers.
    #[inline]
    pub fn size(self) -> usize {
        Shapes::get().piece(self).size
    }

    /// How many different forms turning and mirroring give, 1 to 8.
    pub fn orientation_count(self) -> usize {
        let info = Shapes::get().piece(self);
        (info.fives.count_ones() + info.small.count_ones()) as usize
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown piece \"{0}\"; the pieces are {names}", names = NAMES.join(", "))]
pub struct UnknownPiece(String);

impl FromStr for Piece {
    type Err = UnknownPiece;

    fn from_str(name: &str) -> Result<Piece, UnknownPiece> {
        Piece::all()
            .find(|piece| piece.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownPiece(name.to_owned()))
    }
}

/// A set of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PieceSet(u32);

impl PieceSet {
    /// No piece.
    pub const EMPTY: PieceSet = PieceSet(0);
    /// All 21 pieces.
    pub const ALL: PieceSet = PieceSet((1 << Piece::COUNT) - 1);

    /// All pieces with so many squares.
    #[must_use]
    pub const fn of_size(squares: usize) -> PieceSet {
        const BY_SIZE: [u32; 6] =
            [0, 0b1, 0b10, 0b1100, 0b1_1111_0000, 0b1_1111_1111_1110_0000_0000];
        PieceSet(if squares < BY_SIZE.len() { BY_SIZE[squares] } else { 0 })
    }

    /// Whether the piece is in the set.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.0 & 1 != 0
    }

    /// Adds a piece.
    pub fn insert(&mut self, piece: Piece) {
        self.0 |= 1 << piece.0;
    }

    /// Takes a piece out.
    pub fn remove(&mut self, piece: Piece) {
        self.0 &= !(1 << piece.0);
    }

    /// How many pieces there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no piece.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces in order.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        bits(self.0 as u64).map(|bit| Piece(bit as u8))
    }

    /// How many squares the pieces have together.
    pub fn squares(self) -> usize {
        self.iter().map(Piece::size).sum()
    }
}

impl BitAnd for PieceSet {
    type Output = PieceSet;

    fn bitand(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> PieceSet {
        let mut set = PieceSet::EMPTY;
        for piece in pieces {
            set.insert(piece);
        }
        set
    }
}

impl fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_set_covers_89_squares() {
        assert_eq!(PieceSet::ALL.len(), 21);
        assert_eq!(PieceSet::ALL.squares(), 89);
        assert_eq!(Piece::SINGLE.size(), 1);
        for squares in 0..7 {
            let expected: PieceSet = Piece::all().filter(|piece| piece.size() == squares).collect();
            assert_eq!(PieceSet::of_size(squares), expected);
        }
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!("z5".parse(), Ok(Piece(20)));
        assert!("Q".parse::<Piece>().is_err());
    }
}
