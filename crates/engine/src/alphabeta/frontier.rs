//! The last ply of a search, where most of its time goes.

use std::ops::ControlFlow;

use cornerwise_core::{CellSet, Colour, Generator, Line, Move, Piece, PieceSet, Position};

use super::judge::{Judge, Outcome};
use crate::evaluation::Preview;

/// Tells the outcome after each of the moves and whether it is the end of the game, until told to break.
///
/// Where the evaluation allows it, the moves are only looked at instead of played, and of all moves that
/// the evaluation cannot tell apart one is enough.
pub(crate) fn for_each_leaf<V: Outcome>(
    judge: &Judge,
    line: &mut Line,
    moves: impl IntoIterator<Item = Move>,
    scratch: &mut Vec<Move>,
    mut visit: impl FnMut(Move, V, bool) -> ControlFlow<()>,
) {
    let Some(mover) = line.position().to_play() else { return };
    let is_seen = judge.evaluation.is_seen();
    let replies =
        if is_seen { Replies::of(line.position(), mover, scratch) } else { Replies::NONE };
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

/// Moves of other colours that lie apart from each other: while one of them is not blocked, the game goes on.
struct Replies {
    cells: [CellSet; Replies::ENOUGH],
    len: usize,
}

impl Replies {
    /// One more than a piece can block.
    const ENOUGH: usize = 6;
    const NONE: Replies = Replies { cells: [CellSet::EMPTY; Replies::ENOUGH], len: 0 };

    fn of(position: &Position, mover: Colour, scratch: &mut Vec<Move>) -> Replies {
        let mut replies = Replies::NONE;
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
                self.cells[self.len] = cells;
                self.len += 1;
            }
        }
    }

    /// Whether it is certain that the game goes on after a move.
    fn outlast(&self, mv: Move) -> bool {
        if self.len == Replies::ENOUGH {
            return true;
        }
        let blocks = |reply: &CellSet| mv.cells().any(|cell| reply.contains(cell));
        !self.cells[..self.len].iter().all(blocks)
    }
}
