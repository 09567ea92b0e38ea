//! The placements of one board with the cells that they touch.

use std::cmp::Reverse;

use cornerwise_core::{Cell, CellSet, Move, Piece, PieceSet, Position, Symmetry};

use super::bits::Bits;

/// A piece in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<const N: usize> {
    pub mv: Move,
    /// The covered cells and their neighbours at edges: what the own colour cannot cover afterwards.
    pub taken: Bits<N>,
    /// The cells at its corners.
    pub corners: Bits<N>,
}

/// What the search needs to know of a board.
#[derive(Debug)]
pub(super) struct Board<const N: usize> {
    pub size: usize,
    /// The largest pieces first: a list of placements is in a good order to be tried.
    pub placements: Vec<Placement<N>>,
    /// The covered cells of each placement, apart from the rest because they are looked at most.
    pub cells: Vec<Bits<N>>,
    /// The piece of each placement.
    pub pieces: Vec<u8>,
    /// All cells but those of the leftmost, and but those of the rightmost column.
    not_left: Bits<N>,
    not_right: Bits<N>,
    /// All cells.
    pub all: Bits<N>,
    pub census: Census,
}

/// The pieces by size, as sets of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Census {
    squares: [u8; Piece::COUNT],
    of_size: [u32; 6],
    /// The pieces that contain a block of two by two.
    blocks: u32,
}

impl Census {
    fn new() -> Census {
        let mut census = Census { squares: [0; Piece::COUNT], of_size: [0; 6], blocks: 0 };
        for piece in Piece::all() {
            census.squares[piece.index()] = piece.size() as u8;
            census.of_size[piece.size()] |= 1 << piece.index();
            if matches!(piece.name(), "O" | "P") {
                census.blocks |= 1 << piece.index();
            }
        }
        census
    }

    /// The squares of a piece.
    #[inline]
    pub fn squares(&self, piece: u8) -> i32 {
        self.squares[piece as usize] as i32
    }

    /// How many pieces of a set have a size.
    #[inline]
    pub fn count(&self, pieces: u32, size: usize) -> i32 {
        (pieces & self.of_size[size]).count_ones() as i32
    }

    /// How many pieces of a set contain a block of two by two.
    #[inline]
    pub fn blocks(&self, pieces: u32) -> i32 {
        (pieces & self.blocks).count_ones() as i32
    }

    /// The squares of a set of pieces.
    #[inline]
    pub fn total(&self, pieces: u32) -> i32 {
        (1..=5).map(|size| size as i32 * self.count(pieces, size)).sum()
    }
}

impl<const N: usize> Board<N> {
    /// The board of a position, with the placements that some colour might still play.
    pub fn new(position: &Position) -> Board<N> {
        let size = position.variant().size();
        let set = |cells: CellSet| Board::set(size, cells);
        let all = CellSet::board(size);
        let column = |at: usize| (0..size).map(|row| Cell::new(at, row)).collect::<CellSet>();
        let mut board = Board {
            size,
            placements: Vec::new(),
            cells: Vec::new(),
            pieces: Vec::new(),
            not_left: set(all - column(0)),
            not_right: set(all - column(size - 1)),
            all: set(all),
            census: Census::new(),
        };
        let colours = position.variant().colours();
        let sides: Vec<(PieceSet, Bits<N>)> = colours
            .map(|colour| (position.pieces(colour), set(position.locked_cells(colour))))
            .collect();
        let mut moves: Vec<(Move, Bits<N>)> = Vec::new();
        for &mv in position.tables().placements() {
            let piece = mv.piece();
            if !sides.iter().any(|side| side.0.contains(piece)) {
                continue;
            }
            let mut cells = Bits::EMPTY;
            mv.cells().for_each(|cell| cells.insert(cell.row() * size + cell.column()));
            if sides.iter().any(|side| side.0.contains(piece) && !cells.meets(side.1)) {
                moves.push((mv, cells));
            }
        }
        moves.sort_by_key(|(mv, _)| Reverse(mv.piece().size()));
        for (mv, cells) in moves {
            let taken = cells | board.edge_neighbours(cells);
            let corners = board.grown(cells) & !taken;
            board.placements.push(Placement { mv, taken, corners });
            board.cells.push(cells);
            board.pieces.push(mv.piece().index() as u8);
        }
        board
    }

    /// A set of cells in the board's own numbers.
    pub fn set(size: usize, cells: CellSet) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        for cell in cells.iter() {
            bits.insert(cell.row() * size + cell.column());
        }
        bits
    }

    #[inline]
    fn edge_neighbours(&self, cells: Bits<N>) -> Bits<N> {
        let size = self.size as u32;
        let beside = (cells & self.not_right).up(1) | (cells & self.not_left).down(1);
        (beside | cells.up(size) | cells.down(size)) & self.all
    }

    /// The symmetries, other than the identity, that map each of some sets onto itself.
    pub fn symmetries(&self, sets: &[Bits<N>]) -> Vec<Symmetry> {
        Symmetry::all().skip(1).filter(|&symmetry| self.keeps(symmetry, sets)).collect()
    }

    /// Whether a symmetry maps each of some sets onto itself.
    pub fn keeps(&self, symmetry: Symmetry, sets: &[Bits<N>]) -> bool {
        let image = |bit: usize| {
            let cell = symmetry.cell(Cell::new(bit % self.size, bit / self.size), self.size);
            cell.row() * self.size + cell.column()
        };
        sets.iter().all(|set| set.iter().all(|bit| set.contains(image(bit))))
    }

    /// The cells of a set and all that touch one of them, at an edge or a corner.
    #[inline]
    fn grown(&self, cells: Bits<N>) -> Bits<N> {
        let size = self.size as u32;
        let wide = cells | (cells & self.not_right).up(1) | (cells & self.not_left).down(1);
        (wide | wide.up(size) | wide.down(size)) & self.all
    }

    /// The cells of `within` that paths over it lead to, diagonal steps included.
    #[inline]
    pub fn flood(&self, from: Bits<N>, within: Bits<N>) -> Bits<N> {
        let mut reached = from & within;
        loop {
            let more = self.grown(reached) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// How many cells of a set have at least one, two, three and four neighbours in it.
    #[inline]
    pub fn neighbours(&self, cells: Bits<N>) -> [i32; 4] {
        let size = self.size as u32;
        let (left, right) = ((cells & self.not_right).up(1), (cells & self.not_left).down(1));
        let (above, below) = (cells.up(size), cells.down(size));
        let (both, one) = (left & right, left | right);
        let (both_rows, one_row) = (above & below, above | below);
        let at_least = [
            one | one_row,
            both | both_rows | one & one_row,
            both & one_row | both_rows & one,
            both & both_rows,
        ];
        at_least.map(|some| (some & cells).len())
    }
}
