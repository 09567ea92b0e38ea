//! The three move generators: the oracle, the usual one, and ours.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};

use crate::cell::CellSet;
use crate::kernel::{self, Legal};
use crate::moves::Move;
use crate::piece::PieceSet;
use crate::position::Position;
use crate::shapes::{Orientation, Shapes};
use crate::variant::Colour;

/// A way to find the legal moves of a position. All of them find the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generator {
    /// Tries every placement against every rule: slow and plainly right.
    Naive,
    /// Tries every placement over each corner cell.
    Corner,
    /// Reads the moves off bit lanes that every move updates.
    Fast,
}

impl Generator {
    /// All generators, the slowest first.
    pub const ALL: [Generator; 3] = [Generator::Naive, Generator::Corner, Generator::Fast];

    /// Replaces the list by the legal moves of a colour, in order.
    pub fn list(self, position: &Position, colour: Colour, moves: &mut Vec<Move>) {
        match self {
            Generator::Naive => list_naive(position, colour, moves),
            Generator::Corner => list_by_corner(position, colour, moves),
            Generator::Fast => {
                let tables = position.tables();
                kernel::list(tables.isa, &position.legal(colour), tables.layout.cells(), moves);
            }
        }
    }

    /// The number of legal moves of a colour.
    pub fn count(self, position: &Position, colour: Colour) -> usize {
        if self == Generator::Fast {
            return position.count_moves_of(colour);
        }
        let mut moves = Vec::new();
        self.list(position, colour, &mut moves);
        moves.len()
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Generator::Naive => "naive",
            Generator::Corner => "corner",
            Generator::Fast => "fast",
        })
    }
}

/// A word that names no generator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown generator \"{0}\"; there are naive, corner and fast")]
pub struct UnknownGenerator(String);

impl FromStr for Generator {
    type Err = UnknownGenerator;

    fn from_str(word: &str) -> Result<Generator, UnknownGenerator> {
        let named = Generator::ALL.into_iter().find(|generator| generator.to_string() == word);
        named.ok_or_else(|| UnknownGenerator(word.to_owned()))
    }
}

fn list_naive(position: &Position, colour: Colour, moves: &mut Vec<Move>) {
    moves.clear();
    let placements = position.tables().placements().iter().copied();
    moves.extend(placements.filter(|&mv| position.check(colour, mv).is_ok()));
}

fn list_by_corner(position: &Position, colour: Colour, moves: &mut Vec<Move>) {
    moves.clear();
    let free = CellSet::board(position.variant().size()) - position.locked_cells(colour);
    let pieces = position.pieces(colour);
    for corner in position.corner_cells(colour).iter() {
        for orientation in Orientation::all() {
            let shape = Shapes::get().shape(orientation);
            if !pieces.contains(shape.piece) {
                continue;
            }
            for &(column, row) in &shape.cells {
                let Some(first) = corner.offset(-column, -row) else { continue };
                let is_free = |&(column, row): &(i8, i8)| {
                    first.offset(column, row).is_some_and(|cell| free.contains(cell))
                };
                if shape.cells.iter().all(is_free) {
                    moves.push(Move::new(first, orientation));
                }
            }
        }
    }
    // A move that covers several corner cells was found at each of them.
    moves.sort_unstable();
    moves.dedup();
}

/// The moves of a position, by the fast generator.
impl Position {
    /// The legal moves of the colour to play, in order; empty when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if let Some(colour) = self.to_play() {
            Generator::Fast.list(self, colour, &mut moves);
        }
        moves
    }

    /// The number of legal moves of the colour to play.
    pub fn count_moves(&self) -> usize {
        self.to_play().map_or(0, |colour| self.count_moves_of(colour))
    }

    /// The number of legal moves of a colour, without listing them.
    #[inline]
    pub fn count_moves_of(&self, colour: Colour) -> usize {
        kernel::count(self.tables().isa, &self.legal(colour)) as usize
    }

    /// The number of legal moves of a colour, and the pieces that they place.
    #[inline]
    pub fn count_moves_and_pieces_of(&self, colour: Colour) -> (usize, PieceSet) {
        let (count, orientations) = kernel::count_and_unite(self.tables().isa, &self.legal(colour));
        let mut pieces = self.pieces(colour);
        for piece in pieces.iter() {
            let info = Shapes::get().piece(piece);
            if info.fives & orientations.fives == 0 && info.small & orientations.small == 0 {
                pieces.remove(piece);
            }
        }
        (count as usize, pieces)
    }

    /// Whether a colour has a legal move.
    #[inline]
    pub fn has_move(&self, colour: Colour) -> bool {
        kernel::any(self.tables().isa, &self.legal(colour))
    }

    /// A legal move of the colour to play, each with the same probability; `None` when the game is over.
    pub fn sample_move(&self, rng: &mut impl Rng) -> Option<Move> {
        let colour = self.to_play()?;
        self.sample_move_of(colour, rng).map(|(mv, _)| mv)
    }

    /// A uniformly random legal move of a colour, and how many it has; `None` when it has none.
    #[inline]
    pub fn sample_move_of(&self, colour: Colour, rng: &mut impl Rng) -> Option<(Move, usize)> {
        self.sample_among(&self.legal(colour), rng)
    }

    /// A uniformly random legal move of a colour with one of these pieces; `None` when there is none.
    #[inline]
    pub fn sample_move_among(
        &self,
        colour: Colour,
        pieces: PieceSet,
        rng: &mut impl Rng,
    ) -> Option<Move> {
        let pieces = self.pieces(colour) & pieces;
        if pieces.is_empty() {
            return None;
        }
        let mut legal = self.legal(colour);
        legal.left = Shapes::get().orientations(pieces);
        self.sample_among(&legal, rng).map(|(mv, _)| mv)
    }

    #[inline]
    fn sample_among(&self, legal: &Legal<'_>, rng: &mut impl Rng) -> Option<(Move, usize)> {
        let counts = kernel::count_stripes(self.tables().isa, legal);
        let count = counts.iter().sum();
        if count == 0 {
            return None;
        }
        let (lane, orientation) = legal.select(&counts, rng.random_range(0..count));
        Some((Move::new(self.tables().layout.cell(lane), orientation), count as usize))
    }
}
