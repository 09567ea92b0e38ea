//! A square of the board and sets of squares.

use std::fmt::{self, Write as _};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// The largest board edge; also the row stride of [`Cell`].
pub const MAX_SIZE: usize = 20;

/// A square of the board, column and row counted from the lower left.
///
/// The number is `row * 20 + column` on every board, so that a cell means the same square
/// whatever the board's size.
///
/// ```
/// use cornerwise_core::Cell;
/// let cell = Cell::new(4, 9);
/// assert_eq!(cell.to_string(), "e10");
/// assert_eq!("E10".parse(), Ok(cell));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell at a column and row, both below [`MAX_SIZE`].
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Cell {
        debug_assert!(column < MAX_SIZE && row < MAX_SIZE);
        Cell((row * MAX_SIZE + column) as u16)
    }

    /// The cell with this number, the inverse of [`Cell::index`].
    #[must_use]
    pub const fn from_index(index: usize) -> Cell {
        debug_assert!(index < MAX_SIZE * MAX_SIZE);
        Cell(index as u16)
    }

    /// `row * 20 + column`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 0 for `a`.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % MAX_SIZE
    }

    /// The row, 0 for the lowest.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / MAX_SIZE
    }

    /// Whether a board of this size has the cell.
    #[inline]
    pub const fn is_on(self, size: usize) -> bool {
        self.column() < size && self.row() < size
    }

    /// The cell so many columns and rows away, if the largest board has it.
    #[must_use]
    #[inline]
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Cell> {
        let column = self.column() as isize + columns as isize;
        let row = self.row() as isize + rows as isize;
        if column < 0 || row < 0 || column >= MAX_SIZE as isize || row >= MAX_SIZE as isize {
            return None;
        }
        Some(Cell::new(column as usize, row as usize))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Lists of moves are mostly cells, and formatting numbers in general takes several times as long.
        let digit = |number: usize| char::from(b'0' + number as u8);
        let row = self.row() + 1;
        f.write_char(char::from(b'a' + self.column() as u8))?;
        if row >= 10 {
            f.write_char(digit(row / 10))?;
        }
        f.write_char(digit(row % 10))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cells, one word a row, so that shifting a row never spills into the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet {
    rows: [u32; MAX_SIZE],
}

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet { rows: [0; MAX_SIZE] };

    /// Every cell of a board of this size.
    #[must_use]
    pub const fn board(size: usize) -> CellSet {
        let mut rows = [0; MAX_SIZE];
        let mut row = 0;
        while row < size {
            rows[row] = (1 << size) - 1;
            row += 1;
        }
        CellSet { rows }
    }

    /// The set with these bits in each row of a board of this size, the first column lowest.
    pub(crate) fn from_rows(row: impl Fn(usize) -> u32, size: usize) -> CellSet {
        let mut rows = [0; MAX_SIZE];
        for (number, bits) in rows[..size].iter_mut().enumerate() {
            *bits = row(number);
        }
        CellSet { rows }
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.rows[cell.row()] |= 1 << cell.column();
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.rows[cell.row()] >> cell.column() & 1 != 0
    }

    /// How many cells there are.
    #[inline]
    pub fn len(&self) -> usize {
        // Without an instruction that counts, bits are added up in pairs, in nibbles and in bytes. The sums of the rows
        // are made of the bytes, which have room for 20 times 8.
        let bytes = |row: u32| {
            let pairs = row - (row >> 1 & 0x5555_5555);
            let nibbles = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
            (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f
        };
        let sum: u32 = self.rows.iter().map(|&row| bytes(row)).sum();
        let halves = (sum & 0x00ff_00ff) + (sum >> 8 & 0x00ff_00ff);
        (halves + (halves >> 16)) as usize & 0xffff
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The cells in order of row, then column.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.rows;
        (0..MAX_SIZE).flat_map(move |row| {
            bits(rows[row] as u64).map(move |column| Cell::new(column as usize, row))
        })
    }

    /// The cells that share an edge with one of the set, on a board of this size.
    #[must_use]
    #[inline]
    pub fn edge_neighbours(&self, size: usize) -> CellSet {
        let mut rows = [0; MAX_SIZE];
        for (row, out) in rows.iter_mut().enumerate() {
            let own = self.rows[row];
            *out = own << 1 | own >> 1 | self.row(row.wrapping_sub(1)) | self.row(row + 1);
        }
        CellSet { rows } & CellSet::board(size)
    }

    /// Adds the cells of `free` that share an edge with one of the set; whether there were any.
    #[inline]
    pub fn spread(&mut self, free: &CellSet) -> bool {
        // With a row below and one above, the loop has no cases and is done several rows at a time.
        let mut rows = [0; MAX_SIZE + 2];
        rows[1..=MAX_SIZE].copy_from_slice(&self.rows);
        let mut added = 0;
        for row in 0..MAX_SIZE {
            let (below, own, above) = (rows[row], rows[row + 1], rows[row + 2]);
            let new = (own << 1 | own >> 1 | below | above) & free.rows[row] & !own;
            self.rows[row] = own | new;
            added |= new;
        }
        added != 0
    }

    /// How many cells of the set can be reached from one of them, itself included, in at most three steps over edges.
    #[inline]
    pub fn count_within_three_steps(&self, cell: Cell) -> u32 {
        // The seven rows and columns around the cell, eight bits a row, of which one is always clear.
        let lowest = cell.row().wrapping_sub(3);
        let around = (0..7).fold(0, |around: u64, up| {
            let row = (u64::from(self.row(lowest.wrapping_add(up))) << 3) >> cell.column();
            around | (row & 0x7f) << (8 * up)
        });
        let mut reached = 1 << (3 * 8 + 3);
        for _ in 0..3 {
            reached |= (reached << 1 | reached >> 1 | reached << 8 | reached >> 8) & around;
        }
        reached.count_ones()
    }

    /// The cells that share a corner point with one of the set, on a board of this size.
    #[must_use]
    pub fn diagonal_neighbours(&self, size: usize) -> CellSet {
        let mut rows = [0; MAX_SIZE];
        for (row, out) in rows.iter_mut().enumerate() {
            let near = self.row(row.wrapping_sub(1)) | self.row(row + 1);
            *out = near << 1 | near >> 1;
        }
        CellSet { rows } & CellSet::board(size)
    }

    /// Writes the cells of a board of this size, row by row from the lowest: 1 for those of the set, 0 for others.
    ///
    /// ```
    /// use cornerwise_core::{Cell, CellSet};
    /// let set: CellSet = [Cell::new(1, 0), Cell::new(0, 1)].into_iter().collect();
    /// let mut bytes = [7; 4];
    /// set.write_bytes(2, &mut bytes);
    /// assert_eq!(bytes, [0, 1, 1, 0]);
    /// ```
    ///
    /// # Panics
    /// When there is not room for exactly the cells of the board.
    #[inline]
    pub fn write_bytes(&self, size: usize, out: &mut [u8]) {
        assert_eq!(out.len(), size * size, "room for the board");
        for (&row, out) in self.rows.iter().zip(out.chunks_exact_mut(size)) {
            // The last eight columns overlap with those before, so that all writes have the same length.
            for begin in (0..size.saturating_sub(8)).step_by(8) {
                out[begin..begin + 8].copy_from_slice(&spread((row >> begin) as u8));
            }
            if let Some(last) = out.last_chunk_mut::<8>() {
                *last = spread((row >> (size - 8)) as u8);
            } else {
                out.copy_from_slice(&spread(row as u8)[..size]);
            }
        }
    }

    /// The set with its columns in the opposite order, on a board of this size.
    pub(crate) fn mirrored(mut self, size: usize) -> CellSet {
        for row in &mut self.rows[..size] {
            *row = row.reverse_bits() >> (u32::BITS as usize - size);
        }
        self
    }

    /// The set with its rows in the opposite order, on a board of this size.
    pub(crate) fn upside_down(mut self, size: usize) -> CellSet {
        self.rows[..size].reverse();
        self
    }

    /// The set with rows for columns.
    pub(crate) fn transposed(&self) -> CellSet {
        let mut bits = [0; 32];
        bits[..MAX_SIZE].copy_from_slice(&self.rows);
        // Squares of 16, 8, 4, 2 and 1 bits on the diagonal's two sides are exchanged.
        let (mut width, mut mask) = (16, 0x0000_ffff_u32);
        while width != 0 {
            for pair in 0..16 {
                let low = (pair & !(width - 1)) << 1 | pair & (width - 1);
                let swap = (bits[low] >> width ^ bits[low + width]) & mask;
                bits[low] ^= swap << width;
                bits[low + width] ^= swap;
            }
            width >>= 1;
            mask ^= mask << width;
        }
        CellSet { rows: *bits.first_chunk().expect("there are so many rows") }
    }

    /// Adds the pattern of a shape whose first cell is `at`; what falls off the board is dropped.
    #[inline]
    pub(crate) fn insert_pattern(&mut self, pattern: &Pattern, at: Cell, size: usize) {
        for (row, bits) in pattern.rows_at(at, size) {
            self.rows[row] |= bits;
        }
    }

    /// Whether a cell of the set is in the pattern of a shape whose first cell is `at`.
    #[inline]
    pub(crate) fn meets_pattern(&self, pattern: &Pattern, at: Cell, size: usize) -> bool {
        pattern.rows_at(at, size).any(|(row, bits)| self.rows[row] & bits != 0)
    }

    /// The cells of a row as bits, the first column lowest; none off the board.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> u32 {
        self.rows.get(row).copied().unwrap_or(0)
    }
}

/// Cells relative to the first cell of a shape: one word a row from the row below the shape on,
/// columns counted from `LEFT` columns to the left.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pattern {
    rows: [u64; Pattern::ROWS],
}

impl Pattern {
    /// A piece is up to 5 rows high and has neighbours in one more row on either side.
    const ROWS: usize = 7;
    /// A piece reaches up to 4 columns to the left of its first cell; its neighbours one more.
    const LEFT: usize = 5;

    pub(crate) fn new(offsets: &[(i8, i8)]) -> Pattern {
        let mut rows = [0; Pattern::ROWS];
        for &(column, row) in offsets {
            rows[(row + 1) as usize] |= 1 << (column + Pattern::LEFT as i8);
        }
        Pattern { rows }
    }

    /// The board's rows that the pattern meets when the shape's first cell is `at`, and its cells there.
    #[inline]
    pub(crate) fn rows_at(&self, at: Cell, size: usize) -> impl Iterator<Item = (usize, u32)> {
        let board_row = (1_u32 << size) - 1;
        self.rows.iter().enumerate().filter_map(move |(i, &bits)| {
            let row = (at.row() + i).wrapping_sub(1);
            let bits = ((bits << at.column()) >> Pattern::LEFT) as u32 & board_row;
            (row < size).then_some((row, bits))
        })
    }
}

/// A byte for each bit, the lowest first.
#[inline]
fn spread(bits: u8) -> [u8; 8] {
    // One copy of the bits in each byte, of which the byte's own one is kept and then made the lowest.
    let own = u64::from(bits).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101).to_le_bytes()
}

/// The numbers of the bits that are set, lowest first.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row |= other;
        }
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(mut self, other: CellSet) -> CellSet {
        self |= other;
        self
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(mut self, other: CellSet) -> CellSet {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row &= other;
        }
        self
    }
}

/// The cells of the left set that are not in the right one.
impl Sub for CellSet {
    type Output = CellSet;
    #[inline]
    fn sub(mut self, other: CellSet) -> CellSet {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row &= !other;
        }
        self
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::game_rng;

    #[test]
    fn neighbours_stop_at_the_edge_of_the_board() {
        let corner: CellSet = [Cell::new(4, 4)].into_iter().collect();
        let edges: Vec<_> = corner.edge_neighbours(5).iter().collect();
        assert_eq!(edges, [Cell::new(4, 3), Cell::new(3, 4)]);
        let diagonals: Vec<_> = corner.diagonal_neighbours(5).iter().collect();
        assert_eq!(diagonals, [Cell::new(3, 3)]);
        assert_eq!(corner.edge_neighbours(6).len(), 4);
    }

    #[test]
    fn three_steps_are_those_of_a_set_that_spreads() {
        let mut rng = game_rng(1, 0);
        for size in [1, 5, 14, 20] {
            for percent in [30, 60, 90] {
                let is_in = |_: &Cell| rng.random_range(0..100) < percent;
                let set: CellSet = CellSet::board(size).iter().filter(is_in).collect();
                for cell in set.iter() {
                    let mut reached: CellSet = [cell].into_iter().collect();
                    for _ in 0..3 {
                        reached.spread(&set);
                    }
                    let count = set.count_within_three_steps(cell);
                    assert_eq!(count as usize, reached.len(), "{cell} of {size}");
                }
            }
        }
    }

    #[test]
    fn a_set_spreads_over_free_cells_until_there_are_none() {
        let set = |cells: &[(usize, usize)]| -> CellSet {
            cells.iter().map(|&(column, row)| Cell::new(column, row)).collect()
        };
        // A bend, and a cell that only touches it at a corner.
        let free = set(&[(1, 0), (1, 1), (2, 1), (3, 2)]);
        let mut reached = set(&[(0, 0)]);
        for after in [&[(0, 0), (1, 0)][..], &[(0, 0), (1, 0), (1, 1)]] {
            assert!(reached.spread(&free));
            assert_eq!(reached, set(after));
        }
        assert!(reached.spread(&free));
        assert!(!reached.spread(&free));
        assert_eq!(reached, set(&[(0, 0), (1, 0), (1, 1), (2, 1)]));
        // All over the largest board, as far as steps of edge neighbours go.
        let board = CellSet::board(MAX_SIZE);
        let mut reached = set(&[(7, 13)]);
        loop {
            let expected = reached | reached.edge_neighbours(MAX_SIZE);
            let grew = reached.spread(&board);
            assert_eq!(reached, expected);
            if !grew {
                break;
            }
        }
        assert_eq!(reached, board);
    }

    #[test]
    fn bytes_are_those_of_the_cells() {
        let mut rng = game_rng(2, 0);
        for size in 2..=MAX_SIZE {
            let board = CellSet::board(size);
            let set: CellSet = board.iter().filter(|_| rng.random_range(0..3) == 0).collect();
            let mut bytes = vec![2; size * size];
            set.write_bytes(size, &mut bytes);
            let expected: Vec<u8> = board.iter().map(|cell| set.contains(cell).into()).collect();
            assert_eq!(bytes, expected);
        }
    }

    #[test]
    fn the_full_board_has_all_its_cells() {
        for size in 1..=MAX_SIZE {
            let board = CellSet::board(size);
            assert_eq!(board.len(), size * size);
            assert!(board.iter().all(|cell| cell.is_on(size)));
        }
    }
}
