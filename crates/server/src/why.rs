//! Why a placement is not legal, with the cells to point at.

use cornerwise_core::{Cell, CellSet, Colour, Move, ParseMoveError, PlayError, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::written_move::WrittenMove;

/// The rules that a placement can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The cells are no piece.
    Piece,
    /// Off the board.
    Board,
    /// The piece is placed already.
    Used,
    /// A cell is taken.
    Occupied,
    /// Shares an edge with an own piece.
    Edge,
    /// The first piece misses the start cell.
    Start,
    /// Touches no own piece at a corner.
    Corner,
    /// It is another colour's turn.
    Turn,
    /// The game is over.
    Over,
}

/// Whether a placement is legal, and which rule it breaks where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Why {
    /// Whether the colour may place the piece so.
    pub legal: bool,
    /// The rule that forbids it.
    pub rule: Option<Rule>,
    /// The rule in a line for people.
    pub message: Option<String>,
    /// The cells that break the rule.
    pub cells: Vec<String>,
    /// What they collide with, or where they could connect.
    pub touching: Vec<String>,
}

impl Why {
    fn not(rule: Rule, message: impl Into<String>) -> Why {
        let message = Some(message.into());
        Why { legal: false, rule: Some(rule), message, cells: Vec::new(), touching: Vec::new() }
    }

    fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Why {
        self.cells = names(cells);
        self
    }

    fn touching(mut self, cells: impl IntoIterator<Item = Cell>) -> Why {
        self.touching = names(cells);
        self
    }

    /// What the rules say of a written placement of a colour in its turn.
    pub fn of(position: &Position, colour: Colour, written: &WrittenMove) -> Why {
        match written.read() {
            Ok(mv) => Why::of_move(position, colour, mv),
            Err(error) => Why::of_unreadable(error),
        }
    }

    /// Why a text is no placement at all.
    pub fn of_unreadable(error: &ParseMoveError) -> Why {
        let rule = match error {
            ParseMoveError::Cell(_) => Rule::Board,
            ParseMoveError::Twice(_) | ParseMoveError::NotAPiece(_) => Rule::Piece,
        };
        Why::not(rule, error.to_string())
    }

    /// What the rules say of a move of a colour in its turn.
    pub fn of_move(position: &Position, colour: Colour, mv: Move) -> Why {
        let size = position.variant().size();
        let name = position.variant().colour_name(colour);
        let Some(to_play) = position.to_play() else {
            return Why::not(Rule::Over, "the game is over");
        };
        let Err(error) = position.check(colour, mv) else {
            if colour == to_play {
                let none = Vec::new();
                return Why {
                    legal: true,
                    rule: None,
                    message: None,
                    cells: none.clone(),
                    touching: none,
                };
            }
            let turn = position.variant().colour_name(to_play);
            return Why::not(Rule::Turn, format!("it is {turn}'s turn, not {name}'s"));
        };
        let own = position.cells(colour);
        let cells = mv.cell_set();
        match error {
            PlayError::GameOver | PlayError::MayNotPass(_) => {
                Why::not(Rule::Over, error.to_string())
            }
            PlayError::NotYourTurn { .. } => Why::not(Rule::Turn, error.to_string()),
            PlayError::OffBoard { .. } => Why::not(Rule::Board, error.to_string())
                .at(mv.cells().filter(|cell| !cell.is_on(size))),
            PlayError::NoSuchPiece(_) => Why::not(Rule::Used, error.to_string()).at(mv.cells()),
            PlayError::PieceUsed { piece, .. } => {
                let placed = position.placements(colour);
                let there = placed.into_iter().find(|placed| placed.piece() == piece);
                let text = format!("{name} has already used piece {piece}");
                Why::not(Rule::Used, text)
                    .at(mv.cells())
                    .touching(there.into_iter().flat_map(Move::cells))
            }
            PlayError::Occupied { cell, by } => {
                let by = position.variant().colour_name(by);
                let taken = cells & position.occupied();
                Why::not(Rule::Occupied, format!("{cell} is occupied by {by}"))
                    .at(taken.iter())
                    .touching(taken.iter())
            }
            PlayError::EdgeContact { cell, .. } => {
                let text = format!("{cell} shares an edge with {name}'s own piece");
                Why::not(Rule::Edge, text)
                    .at((cells & own.edge_neighbours(size)).iter())
                    .touching((own & cells.edge_neighbours(size)).iter())
            }
            PlayError::MissesStart { start, .. } => {
                let text = format!("{name}'s first piece must cover {start}");
                Why::not(Rule::Start, text).at(mv.cells()).touching([start])
            }
            PlayError::NoCornerContact { .. } => {
                let text = format!("the piece touches none of {name}'s pieces at a corner");
                Why::not(Rule::Corner, text)
                    .at(mv.cells())
                    .touching(position.corner_cells(colour).iter())
            }
        }
    }
}

/// The names of cells.
pub(crate) fn names(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    let set: CellSet = cells.into_iter().collect();
    set.iter().map(|cell| cell.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(position: &Position, written: &str) -> Why {
        Why::of(position, position.to_play().unwrap(), &written.to_owned().into())
    }

    #[test]
    fn every_rule_points_at_its_cells() {
        let mut position = Position::start("5x5".parse().unwrap());
        assert!(why(&position, "a5,b5").legal);
        let missed = why(&position, "b4");
        assert_eq!(
            (missed.rule, &missed.touching[..]),
            (Some(Rule::Start), &["a5".to_owned()][..])
        );
        position.play("a5,b5".parse().unwrap()).unwrap();
        position.play("e1".parse().unwrap()).unwrap();
        for (written, rule, cells, touching) in [
            ("c3,c4,c5", Rule::Edge, "c5", "b5"),
            ("b5,c5,d5", Rule::Occupied, "b5", "b5"),
            ("c2,d2", Rule::Used, "c2 d2", "a5 b5"),
            ("c1,d1,e1", Rule::Occupied, "e1", "e1"),
            ("c2,c1,d1", Rule::Corner, "c1 d1 c2", "c4"),
            ("c6", Rule::Board, "c6", ""),
            ("c4,d5", Rule::Piece, "", ""),
            ("z4", Rule::Board, "", ""),
        ] {
            let why = why(&position, written);
            assert_eq!(why.rule, Some(rule), "{written}");
            assert_eq!(why.cells.join(" "), cells, "{written}");
            assert_eq!(why.touching.join(" "), touching, "{written}");
            assert!(why.message.is_some() && !why.legal, "{written}");
        }
        let second = Colour::from_index(1);
        assert_eq!(
            Why::of_move(&position, second, "c2,d2".parse().unwrap()).rule,
            Some(Rule::Turn)
        );
    }
}
