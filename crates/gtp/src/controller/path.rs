//! The moves that lead to a position.

use std::collections::VecDeque;

use cornerwise_core::{CellSet, Colour, Move, Position};

/// A move with its colour.
pub type Placement = (Colour, Move);

/// The moves that lead to a position: those of the history, or, when that is unknown, a legal order of the pieces on
/// the board which begins with those that somebody has already, if it can. `None` when no order is legal, as of pieces
/// that were set up.
pub fn path(position: &Position, history: &[Move], known: &[Placement]) -> Option<Vec<Placement>> {
    replayed(position, history).or_else(|| arranged(position, known))
}

/// The history with colours, if it leads to the position.
fn replayed(position: &Position, history: &[Move]) -> Option<Vec<Placement>> {
    if history.len() != position.moves_played() {
        return None;
    }
    let mut replay = Position::new(position.tables());
    let mut path = Vec::with_capacity(history.len());
    for &mv in history {
        path.push((replay.to_play()?, mv));
        replay.play(mv).ok()?;
    }
    (replay.hash() == position.hash()).then_some(path)
}

/// The pieces on the board in an order in which each colour could have placed them, colours in turn.
fn arranged(position: &Position, known: &[Placement]) -> Option<Vec<Placement>> {
    let is_there = |&(colour, mv): &Placement| position.placements(colour).contains(&mv);
    let known = if known.iter().all(is_there) { known } else { &[] };
    let mut path = known.to_vec();
    let mut colour =
        known.last().map_or(Colour::from_index(0), |&(colour, _)| position.after(colour));
    let queues = position.variant().colours().map(|colour| queue(position, colour, known));
    let mut queues = queues.collect::<Option<Vec<VecDeque<Move>>>>()?;
    while path.len() < position.moves_played() {
        if let Some(mv) = queues[colour.index()].pop_front() {
            path.push((colour, mv));
        }
        colour = position.after(colour);
    }
    Some(path)
}

/// The pieces of a colour that are not known yet, each connected to those before. The piece that was placed last
/// comes last where it can: it decides about a bonus.
fn queue(position: &Position, colour: Colour, known: &[Placement]) -> Option<VecDeque<Move>> {
    let variant = position.variant();
    let mut rest = position.placements(colour);
    rest.retain(|&mv| !known.contains(&(colour, mv)));
    rest.sort_by_key(|mv| position.last_piece(colour) == Some(mv.piece()));
    let of_colour = |&&(by, _): &&Placement| by == colour;
    let mut placed: CellSet =
        known.iter().filter(of_colour).flat_map(|(_, mv)| mv.cells()).collect();
    let mut queue = VecDeque::new();
    while !rest.is_empty() {
        let anchors = if placed.is_empty() {
            [variant.start(colour)].into_iter().collect()
        } else {
            placed.diagonal_neighbours(variant.size())
        };
        let next = rest.iter().position(|mv| !(mv.cell_set() & anchors).is_empty())?;
        let mv = rest.remove(next);
        placed |= mv.cell_set();
        queue.push_back(mv);
    }
    Some(queue)
}

#[cfg(test)]
mod tests {
    use cornerwise_core::{Tables, game_rng};

    use super::*;

    /// The pieces placed in this order, each by the rules of its colour; turns need not alternate.
    fn is_legal_order(position: &Position, path: &[Placement]) {
        for (at, &(colour, mv)) in path.iter().enumerate() {
            let before = path[..at].iter().copied();
            let board = Position::set_up(position.tables(), before, colour).unwrap();
            assert_eq!(board.check(colour, mv), Ok(()), "{colour} {mv}");
        }
        let board = Position::set_up(position.tables(), path.iter().copied(), path[0].0).unwrap();
        for colour in position.variant().colours() {
            assert_eq!(board.cells(colour), position.cells(colour));
        }
    }

    #[test]
    fn a_history_is_followed_and_a_board_is_put_in_order() {
        for name in ["duo", "classic-2", "classic-3", "7x7", "9x9-3"] {
            let tables = Tables::new(name.parse().unwrap());
            let (mut position, mut moves) = (Position::new(&tables), Vec::new());
            let (mut known, mut rng) = (Vec::new(), game_rng(5, 0));
            while let Some(mv) = position.sample_move(&mut rng) {
                let colour = position.to_play().unwrap();
                position.play(mv).unwrap();
                moves.push(mv);
                let exact = path(&position, &moves, &[]).unwrap();
                assert_eq!(exact.last(), Some(&(colour, mv)));
                assert_eq!(exact.iter().map(|it| it.1).collect::<Vec<_>>(), moves);
                let arranged = path(&position, &[], &[]).unwrap();
                is_legal_order(&position, &arranged);
                // What is known already is gone on with.
                let longer = path(&position, &[], &known).unwrap();
                assert_eq!(longer[..known.len()], known);
                assert_eq!(longer.last(), Some(&(colour, mv)));
                known = longer;
            }
            // A history of another game, or pieces that are not there, mislead nobody.
            let half = &moves[..moves.len() / 2];
            is_legal_order(&position, &path(&position, half, &[]).unwrap());
            let start = Position::new(&tables);
            assert_eq!(path(&start, &[], &known), Some(Vec::new()));
        }
    }

    #[test]
    fn pieces_that_were_set_up_apart_have_no_order() {
        let tables = Tables::new("duo".parse().unwrap());
        let colour = Colour::from_index(0);
        let apart = [(colour, "a1".parse().unwrap())];
        let position = Position::set_up(&tables, apart, colour).unwrap();
        assert_eq!(path(&position, &[], &[]), None);
    }
}
