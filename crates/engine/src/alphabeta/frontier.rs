//! The last ply of a search, where most of its time goes.

use std::ops::ControlFlow;

use cornerwise_core::{
    Cell, CellSet, Colour, Generator, MAX_SIZE, Move, Piece, PieceSet, Position, PositionStack,
};

use super::judge::{Judge, Outcome};
use crate::evaluation::Preview;

/// How much the numbers of a cell and the one above it differ.
const ROW: usize = MAX_SIZE;

/// Tells the outcome after each of the moves and whether it is the end of the game, until told to break.
///
/// Where the evaluation allows it, the moves are only looked at instead of played, and of all moves that
/// the evaluation cannot tell apart one is enough.
pub(crate) fn for_each_leaf<V: Outcome>(
    judge: &Judge,
    line: &mut PositionStack,
    moves: impl IntoIterator<Item = Move>,
    scratch: &mut Vec<Move>,
    mut visit: impl FnMut(Move, V, bool) -> ControlFlow<()>,
) {
    let Some(mover) = line.position().to_play() else { return };
    let is_seen = judge.evaluation.is_seen();
    let replies =
        if is_seen { Replies::of(line.position(), mover, scratch) } else { Replies::default() };
    let preview = is_seen.then(|| Preview::new(line.position(), mover));
    let mut seen = PieceSet::EMPTY;
    for mv in moves {
        let (outcome, is_end) = match &preview {
            Some(preview) if replies.outlast(mv) => {
                if judge.evaluation.is_by_piece() {
                    let piece = mv.piece();
                    if seen.contains(piece) {
                        continue;
                    }
                    seen.insert(piece);
                }
                (V::of_glimpse(judge, &preview.after(mv)), false)
            }
            _ => {
                line.push(mv);
                let played = (V::of(judge, line.position()), line.position().is_over());
                line.pop();
                played
            }
        };
        if visit(mv, outcome, is_end).is_break() {
            return;
        }
    }
}

/// Moves of other colours that lie apart from each other, and cells where the mover could go on with the
/// single square: while one of them is not blocked, the game goes on.
///
/// Cells are compared by their numbers, which differ by 1 or by the row's length between neighbours. At the
/// ends of rows this takes cells for neighbours that are none, which only makes the answer more careful.
#[derive(Default)]
struct Replies {
    others: [Cells; Replies::ENOUGH],
    len: usize,
    own: Vec<usize>,
}

/// The numbers of the cells of a move.
#[derive(Clone, Copy, Default)]
struct Cells {
    numbers: [usize; Cells::MOST],
    len: usize,
}

impl Cells {
    const MOST: usize = 5;

    fn new(cells: CellSet) -> Cells {
        let mut new = Cells::default();
        for cell in cells.iter() {
            new.numbers[new.len] = cell.index();
            new.len += 1;
        }
        new
    }

    #[inline]
    fn contains(&self, number: usize) -> bool {
        self.numbers[..self.len].contains(&number)
    }
}

/// The numbers of the cells of a legal move.
#[inline]
fn numbers(mv: Move) -> impl Iterator<Item = usize> {
    let first = mv.first().index();
    let step =
        |&(columns, rows): &(i8, i8)| isize::from(rows) * ROW as isize + isize::from(columns);
    mv.orientation().offsets().iter().map(move |offset| first.wrapping_add_signed(step(offset)))
}

impl Replies {
    /// One more than a piece can block.
    const ENOUGH: usize = Cells::MOST + 1;

    fn of(position: &Position, mover: Colour, scratch: &mut Vec<Move>) -> Replies {
        let mut replies = Replies::default();
        let mut covered = CellSet::EMPTY;
        for other in position.variant().colours().filter(|&colour| colour != mover) {
            if position.pieces(other).contains(Piece::SINGLE) {
                let singles = position.corner_cells(other).iter().map(|cell| [cell].into_iter());
                replies.add(singles.map(CellSet::from_iter), &mut covered);
            } else {
                Generator::Fast.list(position, other, scratch);
                // Small pieces lie last among the forms of a cell and get in each other's way least.
                replies.add(scratch.iter().rev().map(|mv| mv.cell_set()), &mut covered);
            }
        }
        if replies.len < Replies::ENOUGH && position.pieces(mover).contains(Piece::SINGLE) {
            replies.own.extend(position.corner_cells(mover).iter().map(Cell::index));
        }
        replies
    }

    /// Adds what lies apart from all that is covered, until there is enough.
    fn add(&mut self, moves: impl Iterator<Item = CellSet>, covered: &mut CellSet) {
        for cells in moves {
            if self.len == Replies::ENOUGH {
                return;
            }
            if (*covered & cells).is_empty() {
                *covered |= cells;
                self.others[self.len] = Cells::new(cells);
                self.len += 1;
            }
        }
    }

    /// Whether it is certain that the game goes on after a move.
    fn outlast(&self, mv: Move) -> bool {
        if self.len == Replies::ENOUGH {
            return true;
        }
        let blocks = |reply: &Cells| numbers(mv).any(|number| reply.contains(number));
        let is_apart =
            |&cell: &usize| numbers(mv).all(|number| !matches!(number.abs_diff(cell), 0 | 1 | ROW));
        !self.others[..self.len].iter().all(blocks)
            || mv.piece() != Piece::SINGLE && self.own.iter().any(is_apart)
    }
}
