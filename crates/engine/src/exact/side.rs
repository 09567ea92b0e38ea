//! What one colour can still do, and how that changes with moves.

use cornerwise_core::{Colour, Position};

use super::bits::Bits;
use super::board::Board;

/// The future of one colour. Two positions where both colours have the same future have the same value
/// from there on, whatever was played before, so that this is all that the tables know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side<const N: usize> {
    /// The cells that some placement still in question covers.
    pub free: Bits<N>,
    /// Those of them where a piece can connect now. There is a legal move exactly when there is one.
    pub anchors: Bits<N>,
    /// The pieces of these placements.
    pub live: u32,
    /// All pieces not placed yet.
    pub left: u32,
    /// Where the placements in question are listed.
    pub begin: u32,
    pub end: u32,
}

impl<const N: usize> Side<N> {
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.anchors.is_empty()
    }

    /// Whether all the pieces left might still be placed.
    #[inline]
    pub fn may_complete(&self) -> bool {
        self.live == self.left && self.left != 0
    }

    pub fn len(&self) -> usize {
        (self.end - self.begin) as usize
    }
}

/// The lists of placements of all sides on the way from the root to the node at hand.
#[derive(Debug, Default)]
pub(super) struct Lists {
    ids: Vec<u16>,
}

impl Lists {
    #[inline]
    pub fn of<const N: usize>(&self, side: &Side<N>) -> &[u16] {
        &self.ids[side.begin as usize..side.end as usize]
    }

    /// The end of what is in use; give it to [`Lists::release`] when the sides made since are done with.
    #[inline]
    pub fn mark(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    pub fn release(&mut self, mark: usize) {
        self.ids.truncate(mark);
    }

    /// A side without an anchor that still has every placement of the board.
    pub fn all<const N: usize>(&mut self, board: &Board<N>) -> Side<N> {
        let begin = self.ids.len() as u32;
        self.ids.extend(0..board.placements.len() as u16);
        let (anchors, all) = (Bits::EMPTY, u32::MAX);
        Side { free: board.all, anchors, live: all, left: all, begin, end: self.ids.len() as u32 }
    }

    /// The side of a colour in a position.
    pub fn side<const N: usize>(
        &mut self,
        board: &Board<N>,
        position: &Position,
        colour: Colour,
    ) -> Side<N> {
        let left = position.pieces(colour).iter().fold(0, |set, piece| set | 1 << piece.index());
        let anchors = Board::set(board.size, position.corner_cells(colour));
        let whole = Side { anchors, ..self.all(board) };
        self.narrowed(board, &whole, Board::set(board.size, position.locked_cells(colour)), left)
    }

    /// The side that is left when cells are lost and only some pieces remain.
    #[inline]
    pub fn narrowed<const N: usize>(
        &mut self,
        board: &Board<N>,
        side: &Side<N>,
        lost: Bits<N>,
        left: u32,
    ) -> Side<N> {
        let begin = self.ids.len();
        let (mut free, mut live) = (Bits::EMPTY, 0);
        let anchors = side.anchors & !lost;
        if anchors.is_empty() {
            let at = begin as u32;
            return Side { free, anchors, live, left, begin: at, end: at };
        }
        for at in side.begin as usize..side.end as usize {
            let id = self.ids[at];
            let cells = board.cells[id as usize];
            let piece = 1 << board.pieces[id as usize];
            if !cells.meets(lost) && left & piece != 0 {
                self.ids.push(id);
                free |= cells;
                live |= piece;
            }
        }
        // What no anchor leads to is out of question; cells that drop out may cut off others.
        loop {
            let reached = board.flood(anchors, free);
            if reached == free {
                break;
            }
            let mut kept = begin;
            (free, live) = (Bits::EMPTY, 0);
            for at in begin..self.ids.len() {
                let id = self.ids[at];
                let cells = board.cells[id as usize];
                if cells.meets(reached) {
                    self.ids[kept] = id;
                    kept += 1;
                    free |= cells;
                    live |= 1 << board.pieces[id as usize];
                }
            }
            self.ids.truncate(kept);
        }
        let end = self.ids.len() as u32;
        Side { free, anchors: anchors & free, live, left, begin: begin as u32, end }
    }

    /// The side after a move of its own.
    #[inline]
    pub fn after_own<const N: usize>(
        &mut self,
        board: &Board<N>,
        side: &Side<N>,
        id: u16,
    ) -> Side<N> {
        let placement = &board.placements[id as usize];
        let mut grown = *side;
        grown.anchors |= placement.corners;
        let left = side.left & !(1 << board.pieces[id as usize]);
        self.narrowed(board, &grown, placement.taken, left)
    }

    /// The side after a move of the opponent.
    #[inline]
    pub fn after_other<const N: usize>(
        &mut self,
        board: &Board<N>,
        side: &Side<N>,
        id: u16,
    ) -> Side<N> {
        let cells = board.cells[id as usize];
        if !side.free.meets(cells) {
            return *side;
        }
        self.narrowed(board, side, cells, side.left)
    }
}
