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
    let position = line.position();
    let Some(mover) = position.to_play() else { return };
    if judge.evaluation.is_seen() && goes_on(position, mover, scratch) {
        let preview = Preview::new(position, mover);
        let mut seen = PieceSet::EMPTY;
        for mv in moves {
            if judge.evaluation.is_by_piece() {
                let piece = mv.piece();
                if seen.contains(piece) {
                    continue;
                }
                seen.insert(piece);
            }
            if visit(mv, V::of_glimpse(judge, &preview.after(mv)), false).is_break() {
                return;
            }
        }
        return;
    }
    for mv in moves {
        line.push(mv);
        let outcome = V::of(judge, line.position());
        let is_end = line.position().is_over();
        line.pop();
        if visit(mv, outcome, is_end).is_break() {
            return;
        }
    }
}

/// Whether it is certain that no single move of this colour ends the game.
fn goes_on(position: &Position, mover: Colour, scratch: &mut Vec<Move>) -> bool {
    let mut others = position.variant().colours().filter(|&colour| colour != mover);
    others.any(|other| outlasts_a_move(position, other, scratch))
}

/// Whether a colour has so many separate moves that one piece of another colour cannot block them all.
fn outlasts_a_move(position: &Position, colour: Colour, scratch: &mut Vec<Move>) -> bool {
    const LARGEST: usize = 5;
    let has_single = position.pieces(colour).contains(Piece::SINGLE);
    if has_single && position.corner_cells(colour).len() > LARGEST {
        return true;
    }
    Generator::Fast.list(position, colour, scratch);
    let mut covered = CellSet::EMPTY;
    let mut separate = 0;
    // Small pieces lie last among the forms of a cell and get in each other's way least.
    for mv in scratch.iter().rev() {
        let cells = mv.cell_set();
        if (covered & cells).is_empty() {
            covered |= cells;
            separate += 1;
            if separate > LARGEST {
                return true;
            }
        }
    }
    false
}
