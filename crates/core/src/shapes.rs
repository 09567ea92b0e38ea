//! The generated geometry of the pieces: every orientation with its cells and neighbours.
//!
//! Nothing here is typed in but the pieces' names. The free polyominoes grow square by square; their
//! distinct turned and mirrored forms are the 91 orientations.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::cell::Pattern;
use crate::kernel::OrientationSet;
use crate::piece::{Piece, PieceSet};
use crate::symmetry::Symmetry;

/// An offset in columns and rows.
pub(crate) type Offset = (i8, i8);

/// One of the 91 fixed forms of the pieces.
///
/// The 63 forms with five squares come first, then the 28 smaller ones: exactly what fits a 64-bit
/// and a 32-bit word, which the move generator exploits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation(u8);

impl Orientation {
    /// How many orientations the 21 pieces have together.
    pub const COUNT: usize = 91;
    /// How many of them have five squares.
    pub const FIVES: usize = 63;

    /// Every orientation in order.
    pub fn all() -> impl Iterator<Item = Orientation> {
        (0..Orientation::COUNT as u8).map(Orientation)
    }

    /// The orientation with this number, below [`Orientation::COUNT`].
    #[must_use]
    pub const fn from_index(index: usize) -> Orientation {
        debug_assert!(index < Orientation::COUNT);
        Orientation(index as u8)
    }

    /// The orientation's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece that is so oriented.
    #[inline]
    pub fn piece(self) -> Piece {
        Shapes::get().shape(self).piece
    }

    /// The cells as offsets (columns, rows) from the first one, ordered by row, then column.
    pub fn offsets(self) -> &'static [(i8, i8)] {
        &Shapes::get().shape(self).cells
    }

    /// The cells that share an edge with the piece, as offsets from its first cell.
    pub fn edge_offsets(self) -> &'static [(i8, i8)] {
        &Shapes::get().shape(self).edges
    }

    /// The cells that touch the piece at a corner only, as offsets from its first cell.
    pub fn corner_offsets(self) -> &'static [(i8, i8)] {
        &Shapes::get().shape(self).corners
    }
}

/// What is known of an orientation, relative to its first cell: the leftmost of its lowest row.
#[derive(Debug)]
pub(crate) struct Shape {
    pub piece: Piece,
    /// The covered cells by row, then column; the first is (0, 0).
    pub cells: Vec<Offset>,
    /// The cells that share an edge with the shape.
    pub edges: Vec<Offset>,
    /// The cells that touch the shape at a corner only.
    pub corners: Vec<Offset>,
    /// How far the cells reach to the right and up.
    pub right: usize,
    pub up: usize,
    pub cell_pattern: Pattern,
    pub edge_pattern: Pattern,
    pub corner_pattern: Pattern,
    /// The orientation that each symmetry of the board turns this one into, and which of this
    /// shape's cells becomes the first cell there.
    pub images: [(Orientation, Offset); Symmetry::COUNT],
}

/// What is known of a piece.
#[derive(Debug)]
pub(crate) struct PieceInfo {
    pub size: usize,
    /// The orientations as bits of the five-square word and of the smaller pieces' word.
    pub fives: u64,
    pub small: u32,
}

/// All shapes, generated once.
#[derive(Debug)]
pub(crate) struct Shapes {
    forms: Vec<Shape>,
    pieces: Vec<PieceInfo>,
    /// (key of the cells, orientation), sorted.
    by_key: Vec<(u64, Orientation)>,
}

/// The free polyominoes' names in the order in which they are generated: by size, then by key.
const NAMES_AS_GENERATED: [&str; Piece::COUNT] = [
    "1", "2", "I3", "V3", "I4", "L4", "Z4", "T4", "O", "I5", "L5", "N", "Y", "P", "U", "Z5", "W",
    "F", "V5", "T5", "X",
];

impl Shapes {
    pub(crate) fn get() -> &'static Shapes {
        static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::generate);
        &SHAPES
    }

    #[inline]
    pub(crate) fn shape(&self, orientation: Orientation) -> &Shape {
        &self.forms[orientation.index()]
    }

    #[inline]
    pub(crate) fn piece(&self, piece: Piece) -> &PieceInfo {
        &self.pieces[piece.index()]
    }

    /// The orientations of some pieces.
    #[inline]
    pub(crate) fn orientations(&self, pieces: PieceSet) -> OrientationSet {
        let mut all = OrientationSet::default();
        for piece in pieces.iter() {
            all.fives |= self.piece(piece).fives;
            all.small |= self.piece(piece).small;
        }
        all
    }

    /// The orientation that covers these offsets, given that they start at the first cell.
    pub(crate) fn find(&self, cells: &[Offset]) -> Option<Orientation> {
        let key = key(cells)?;
        let at = self.by_key.binary_search_by_key(&key, |entry| entry.0).ok()?;
        Some(self.by_key[at].1)
    }

    fn generate() -> Shapes {
        let free = free_polyominoes();
        let mut named: Vec<(Piece, Vec<Offset>)> = NAMES_AS_GENERATED
            .iter()
            .zip(free)
            .map(|(name, cells)| (name.parse().expect("a piece's name"), cells))
            .collect();
        // Five-square pieces first, so that they fill one word.
        named.sort_by_key(|(piece, cells)| (5 - cells.len().min(5) != 0, *piece));

        let mut shapes = Vec::with_capacity(Orientation::COUNT);
        let mut pieces: Vec<_> =
            (0..Piece::COUNT).map(|_| PieceInfo { size: 0, fives: 0, small: 0 }).collect();
        for (piece, cells) in &named {
            let forms: BTreeSet<Vec<Offset>> =
                Symmetry::all().map(|symmetry| turned(cells, symmetry)).collect();
            for form in forms {
                let info = &mut pieces[piece.index()];
                info.size = form.len();
                if form.len() == 5 {
                    info.fives |= 1 << shapes.len();
                } else {
                    info.small |= 1 << (shapes.len() - Orientation::FIVES);
                }
                shapes.push(Shape::new(*piece, form));
            }
        }
        let mut by_key: Vec<_> = shapes
            .iter()
            .zip(Orientation::all())
            .map(|(shape, orientation)| (key(&shape.cells).expect("a small shape"), orientation))
            .collect();
        by_key.sort_unstable();

        let mut all = Shapes { forms: shapes, pieces, by_key };
        for i in 0..all.forms.len() {
            let images = std::array::from_fn(|s| all.image(i, Symmetry::from_index(s)));
            all.forms[i].images = images;
        }
        all
    }

    fn image(&self, shape: usize, symmetry: Symmetry) -> (Orientation, Offset) {
        let cells = &self.forms[shape].cells;
        let orientation = self.find(&turned(cells, symmetry)).expect("every form is known");
        let first = cells
            .iter()
            .min_by_key(|&&cell| {
                let (column, row) = symmetry.turn(cell);
                (row, column)
            })
            .expect("a shape has cells");
        (orientation, *first)
    }
}

impl Shape {
    fn new(piece: Piece, cells: Vec<Offset>) -> Shape {
        let covered: BTreeSet<_> = cells.iter().copied().collect();
        let around = |steps: [Offset; 4]| -> BTreeSet<Offset> {
            let near = cells.iter().flat_map(|&(c, r)| steps.map(|(dc, dr)| (c + dc, r + dr)));
            near.filter(|cell| !covered.contains(cell)).collect()
        };
        let edges = around([(1, 0), (-1, 0), (0, 1), (0, -1)]);
        let corners: Vec<_> =
            around([(1, 1), (1, -1), (-1, 1), (-1, -1)]).difference(&edges).copied().collect();
        let edges: Vec<_> = edges.into_iter().collect();
        Shape {
            piece,
            right: cells.iter().map(|cell| cell.0).max().unwrap_or(0) as usize,
            up: cells.iter().map(|cell| cell.1).max().unwrap_or(0) as usize,
            cell_pattern: Pattern::new(&cells),
            edge_pattern: Pattern::new(&edges),
            corner_pattern: Pattern::new(&corners),
            cells,
            edges,
            corners,
            images: [(Orientation(0), (0, 0)); Symmetry::COUNT],
        }
    }
}

/// Grows the free polyominoes of one to five squares, each in its least form, by size and key.
fn free_polyominoes() -> Vec<Vec<Offset>> {
    let mut all = Vec::new();
    let mut of_size = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..=5 {
        let mut sorted: Vec<_> = of_size.iter().cloned().collect();
        sorted.sort_by_key(|cells| key(cells));
        all.extend(sorted);
        of_size = of_size.iter().flat_map(|cells| grown(cells)).collect();
    }
    all
}

/// The free polyominoes with one square more.
fn grown(cells: &[Offset]) -> impl Iterator<Item = Vec<Offset>> {
    let near = cells.iter().flat_map(|&(c, r)| [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)]);
    near.filter(|cell| !cells.contains(cell)).map(|cell| {
        let mut larger = cells.to_vec();
        larger.push(cell);
        Symmetry::all()
            .map(|symmetry| turned(&larger, symmetry))
            .min_by_key(|form| key(form))
            .expect("there are eight forms")
    })
}

/// The cells after a symmetry, moved so that the first is (0, 0), by row, then column.
fn turned(cells: &[Offset], symmetry: Symmetry) -> Vec<Offset> {
    let mut cells: Vec<_> = cells.iter().map(|&cell| symmetry.turn(cell)).collect();
    cells.sort_unstable_by_key(|&(column, row)| (row, column));
    let (c0, r0) = cells[0];
    cells.iter().map(|&(c, r)| (c - c0, r - r0)).collect()
}

/// A number that identifies a set of up to five connected cells that starts at (0, 0).
fn key(cells: &[Offset]) -> Option<u64> {
    cells.iter().try_fold(0, |key, &(column, row)| {
        let fits = (-4..=4).contains(&column) && (0..=4).contains(&row);
        fits.then(|| key | 1 << (row * 9 + column + 4))
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    #[test]
    fn there_are_91_orientations_of_21_pieces() {
        let shapes = Shapes::get();
        assert_eq!(shapes.forms.len(), Orientation::COUNT);
        assert_eq!(shapes.forms.iter().filter(|s| s.cells.len() == 5).count(), Orientation::FIVES);
        let sizes: Vec<_> = Piece::all().map(Piece::size).collect();
        assert_eq!(sizes, [1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    }

    /// Draws every piece, so that a wrong name is seen.
    #[test]
    fn the_names_fit_the_shapes() {
        let mut drawing = String::new();
        for piece in Piece::all() {
            let shape = Shapes::get().forms.iter().find(|s| s.piece == piece).unwrap();
            writeln!(drawing, "{piece}").unwrap();
            for row in (0..5).rev() {
                let line: String = (-4..=4)
                    .map(|column| if shape.cells.contains(&(column, row)) { '#' } else { ' ' })
                    .collect();
                if !line.trim().is_empty() {
                    writeln!(drawing, "{}", line.trim_end()).unwrap();
                }
            }
        }
        insta::assert_snapshot!(drawing);
    }
}
