//! Sets of placements as bit lanes, the heart of the fast move generator.
//!
//! Every cell of the board owns a *lane*: one bit for each of the 91 orientations, saying something about
//! the placement whose first cell is that cell. The 63 five-square orientations fill a 64-bit word and
//! the 28 smaller ones a 32-bit word. Two such sets describe the legal moves of a colour:
//! *blocked* placements cover an occupied cell or one at the edge of an own piece, or do not fit the
//! board; *anchored* placements cover a cell diagonal to an own piece, or the start cell. What is
//! anchored and not blocked is legal.
//!
//! Both sets only ever grow, and what a move adds to them depends on its orientation alone: a fixed
//! pattern, the [`Stamp`], which is OR-ed into the lanes around the move. There are no lists to filter and
//! no board edges to look at, because rows are padded with lanes that are blocked from the start.

use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};

use crate::cell::{Cell, MAX_SIZE};
use crate::kernel::{
    self, BLOCK, Isa, Lanes, LanesMut, Legal, MAX_BLOCKS, OrientationSet, StampRow, WIDTH,
};
use crate::moves::Move;
use crate::shapes::{Offset, Orientation, Shapes};
use crate::variant::Colour;

/// How far to the left of a shape a stamp begins: an edge neighbour is one column away, and a placement
/// that covers it starts up to four columns further left.
const LEFT_REACH: usize = 5;
/// The same towards the bottom; a placement's first cell is in its lowest row, so nothing that covers a
/// cell starts above it.
const DOWN_REACH: i8 = 5;

/// Where the lanes of a board's cells are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    size: usize,
    stride: usize,
    /// The cell of each lane; padding names some cell, and is always blocked.
    cells: Vec<Cell>,
}

impl Layout {
    pub(crate) fn new(size: usize) -> Layout {
        // What a stamp writes right of a row falls on the padding that is also left of the next one.
        let stride = size + LEFT_REACH;
        let mut layout = Layout { size, stride, cells: Vec::new() };
        let last = layout.lane(Cell::new(size - 1, size - 1));
        let len = (last + WIDTH).next_multiple_of(BLOCK);
        let mut cells = vec![Cell::new(0, 0); len];
        for cell in crate::CellSet::board(size).iter() {
            cells[layout.lane(cell)] = cell;
        }
        layout.cells = cells;
        layout
    }

    /// The number of lanes, padding included; a multiple of [`BLOCK`].
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The number of lanes from a cell to the one above it.
    #[inline]
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub(crate) fn lane(&self, cell: Cell) -> usize {
        LEFT_REACH + cell.row() * self.stride + cell.column()
    }

    #[inline]
    pub(crate) fn cell(&self, lane: usize) -> Cell {
        self.cells[lane]
    }

    /// The cell of every lane.
    #[inline]
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the oriented piece fits the board when its first cell is this one.
    pub(crate) fn fits(&self, first: Cell, orientation: Orientation) -> bool {
        let on_board = |&(c, r): &Offset| first.offset(c, r).is_some_and(|c| c.is_on(self.size));
        orientation.offsets().iter().all(on_board)
    }

    /// The rows of a stamp that meet the board when the shape's first cell is here, and the lane
    /// of the first one.
    #[inline]
    pub(crate) fn clip<'s>(
        &self,
        stamp: &Stamp,
        rows: &'s [StampRow],
        at: Cell,
    ) -> (usize, &'s [StampRow]) {
        let rows = &rows[stamp.rows.0 as usize..stamp.rows.1 as usize];
        let bottom = at.row() as isize + stamp.bottom as isize;
        let skip = (-bottom).max(0) as usize;
        let bottom = bottom.max(0) as usize;
        let keep = (rows.len() - skip).min(self.size - bottom);
        let column = (at.column() + LEFT_REACH).wrapping_add_signed(stamp.left as isize);
        (bottom * self.stride + column, &rows[skip..skip + keep])
    }
}

/// The placements that cover at least one cell of a pattern, relative to a shape's first cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    /// Row of the lowest lanes and column of the leftmost, from the shape's first cell.
    bottom: i8,
    left: i8,
    /// The range in [`Stamps::rows`].
    rows: (u32, u32),
}

/// The stamps of an orientation.
#[derive(Debug)]
pub(crate) struct MoveStamps {
    /// What it blocks for other colours: placements over its cells.
    pub cells: Stamp,
    /// What it blocks for its own colour: placements over its cells and edge neighbours.
    pub own: Stamp,
    /// What it anchors for its own colour: placements over its corner cells.
    pub corners: Stamp,
}

/// The stamps of all orientations, the same for every board.
#[derive(Debug)]
pub(crate) struct Stamps {
    pub by_orientation: Vec<MoveStamps>,
    /// The stamp of a single cell, for start cells.
    pub cell: Stamp,
    pub rows: Vec<StampRow>,
}

impl Stamps {
    pub(crate) fn get() -> &'static Stamps {
        static STAMPS: LazyLock<Stamps> = LazyLock::new(Stamps::generate);
        &STAMPS
    }

    #[inline]
    pub(crate) fn of(&self, mv: Move) -> &MoveStamps {
        &self.by_orientation[mv.orientation().index()]
    }

    fn generate() -> Stamps {
        let mut rows = Vec::new();
        let mut by_orientation = Vec::with_capacity(Orientation::COUNT);
        for orientation in Orientation::all() {
            let shape = Shapes::get().shape(orientation);
            let own = [&shape.cells[..], &shape.edges[..]].concat();
            by_orientation.push(MoveStamps {
                cells: Stamp::generate(&shape.cells, &mut rows),
                own: Stamp::generate(&own, &mut rows),
                corners: Stamp::generate(&shape.corners, &mut rows),
            });
        }
        let cell = Stamp::generate(&[(0, 0)], &mut rows);
        Stamps { by_orientation, cell, rows }
    }
}

impl Stamp {
    fn generate(covered: &[Offset], rows: &mut Vec<StampRow>) -> Stamp {
        let begin = rows.len();
        let left = covered.iter().map(|cell| cell.0).min().expect("a pattern has cells");
        let left = left - LEFT_REACH as i8 + 1;
        let bottom = covered.iter().map(|cell| cell.1).min().expect("a pattern has cells");
        let bottom = bottom - DOWN_REACH + 1;
        let top = covered.iter().map(|cell| cell.1).max().expect("a pattern has cells");
        rows.resize_with(begin + (top - bottom + 1) as usize, StampRow::default);
        for orientation in Orientation::all() {
            for &(c, r) in orientation.offsets() {
                for &(column, row) in covered {
                    let row = &mut rows[begin + (row - r - bottom) as usize];
                    row.insert((column - c - left) as usize, orientation);
                }
            }
        }
        Stamp { bottom, left, rows: (begin as u32, rows.len() as u32) }
    }
}

/// The blocked and the anchored placements of every colour, in two allocations, so that a position is
/// copied with two memory moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaneSets {
    /// Lanes of one set, a multiple of [`BLOCK`].
    len: usize,
    fives: Vec<FivesBlock>,
    small: Vec<SmallBlock>,
}

/// The five-square words of a block of lanes, aligned for vector loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable, Pod)]
#[repr(C, align(64))]
struct FivesBlock([u64; BLOCK]);

/// The words of the smaller pieces of a block of lanes, aligned for vector loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable, Pod)]
#[repr(C, align(64))]
struct SmallBlock([u32; BLOCK]);

impl LaneSets {
    /// The set of a colour's blocked placements.
    #[inline]
    pub(crate) const fn blocked(colour: Colour) -> usize {
        2 * colour.index()
    }

    /// The set of a colour's anchored placements.
    #[inline]
    pub(crate) const fn anchored(colour: Colour) -> usize {
        2 * colour.index() + 1
    }

    /// So many sets that contain nothing.
    pub(crate) fn empty(len: usize, sets: usize) -> LaneSets {
        let blocks = len / BLOCK * sets;
        LaneSets {
            len,
            fives: vec![FivesBlock([0; BLOCK]); blocks],
            small: vec![SmallBlock([0; BLOCK]); blocks],
        }
    }

    /// Adds everything to a set, padding included.
    pub(crate) fn fill(&mut self, set: usize) {
        let set = self.set_mut(set);
        set.fives.fill(u64::MAX);
        set.small.fill(u32::MAX);
    }

    /// Removes everything from a set.
    pub(crate) fn clear(&mut self, set: usize) {
        let set = self.set_mut(set);
        set.fives.fill(0);
        set.small.fill(0);
    }

    /// Removes one placement from a set.
    pub(crate) fn remove(&mut self, set: usize, lane: usize, orientation: Orientation) {
        let mut bit = OrientationSet::default();
        bit.insert(orientation);
        let set = self.set_mut(set);
        set.fives[lane] &= !bit.fives;
        set.small[lane] &= !bit.small;
    }

    /// Overwrites everything with the lanes of a position of the same variant, without allocating.
    #[inline]
    pub(crate) fn copy_from(&mut self, from: &LaneSets) {
        self.fives.copy_from_slice(&from.fives);
        self.small.copy_from_slice(&from.small);
    }

    /// Adds the rows of a stamp to a set.
    #[inline]
    pub(crate) fn stamp(
        &mut self,
        isa: Isa,
        set: usize,
        lane: usize,
        stride: usize,
        rows: &[StampRow],
    ) {
        kernel::stamp(isa, &mut self.set_mut(set), lane, stride, rows);
    }

    #[inline]
    fn set(&self, set: usize) -> Lanes<'_> {
        let lanes = set * self.len..(set + 1) * self.len;
        Lanes {
            fives: &bytemuck::cast_slice(&self.fives)[lanes.clone()],
            small: &bytemuck::cast_slice(&self.small)[lanes],
        }
    }

    #[inline]
    fn set_mut(&mut self, set: usize) -> LanesMut<'_> {
        let lanes = set * self.len..(set + 1) * self.len;
        LanesMut {
            fives: &mut bytemuck::cast_slice_mut(&mut self.fives)[lanes.clone()],
            small: &mut bytemuck::cast_slice_mut(&mut self.small)[lanes],
        }
    }

    /// The legal placements of a colour that has these orientations left.
    #[inline]
    pub(crate) fn legal(&self, colour: Colour, left: OrientationSet) -> Legal<'_> {
        Legal {
            anchored: self.set(LaneSets::anchored(colour)),
            blocked: self.set(LaneSets::blocked(colour)),
            left,
        }
    }
}

const _: () = assert!(MAX_SIZE < 32, "rows of cells are 32-bit words");
const _: () = assert!(
    LEFT_REACH + MAX_SIZE * (MAX_SIZE + LEFT_REACH) + WIDTH <= MAX_BLOCKS * BLOCK,
    "the largest board's lanes fit the blocks"
);
