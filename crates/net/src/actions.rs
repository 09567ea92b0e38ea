//! Moves as numbers that a policy has outputs for.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use cornerwise_core::{Cell, Move, Orientation, Piece, Tables, excerpt};

use crate::frame::Frame;

/// How actions are numbered. Columns count from the left and rows from below, in the mover's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Only placements that fit on the board, in the order of moves: 13,729 on Duo, 30,433 on Classic.
    Placements,
    /// A plane for each of the 91 orientations, with the first cell's place in it: what a convolution gives. Not every number is a
    /// placement.
    Planes,
    /// The same with the orientations of a cell together: `(column · size + row) · 91 + orientation`, as environments for square boards
    /// number actions.
    Cells,
    /// `((column · size + row) · 21 + piece) · 8 + form`, where a piece's forms are its orientations, up to eight: 32,928 on Duo. More
    /// than half of the numbers are no placement.
    Pieces,
}

/// The most orientations of a piece.
const FORMS: usize = 8;

impl Layout {
    /// All layouts with their names.
    pub const ALL: [(Layout, &'static str); 4] = [
        (Layout::Placements, "placements"),
        (Layout::Planes, "planes"),
        (Layout::Cells, "cells"),
        (Layout::Pieces, "pieces"),
    ];
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Layout::ALL.iter().find(|(layout, _)| layout == self);
        f.write_str(named.expect("all layouts have names").1)
    }
}

/// A word that names no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown layout \"{0}\"; there are placements, planes, cells and pieces")]
pub struct UnknownLayout(String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Layout, UnknownLayout> {
        let named = Layout::ALL.iter().find(|(_, name)| *name == word);
        named.map(|(layout, _)| *layout).ok_or_else(|| UnknownLayout(excerpt(word)))
    }
}

/// The actions of a variant, in the mover's frame.
#[derive(Clone)]
pub struct Actions {
    tables: Arc<Tables>,
    layout: Layout,
}

/// Why there is no such action or move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The number is too large.
    #[error("there is no action {action}: there are {count}, from 0")]
    Range {
        /// The number.
        action: usize,
        /// How many there are.
        count: usize,
    },
    /// The piece would not lie on the board.
    #[error("action {0} is no placement that fits on the board")]
    OffBoard(usize),
    /// The move is one of a larger board.
    #[error("{0} does not fit on the board")]
    Move(Move),
}

impl Actions {
    /// The actions of a variant.
    pub fn new(tables: &Arc<Tables>, layout: Layout) -> Actions {
        Actions { tables: tables.clone(), layout }
    }

    fn size(&self) -> usize {
        self.tables.variant().size()
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        match self.layout {
            Layout::Placements => self.tables.placements().len(),
            Layout::Planes | Layout::Cells => Orientation::COUNT * self.size() * self.size(),
            Layout::Pieces => Piece::COUNT * FORMS * self.size() * self.size(),
        }
    }

    /// The action of a move.
    ///
    /// # Errors
    /// When the move is one of a larger board.
    pub fn action(&self, frame: &Frame, mv: Move) -> Result<usize, ActionError> {
        // A move of a larger board has no image on this one.
        let outside = ActionError::Move(mv);
        self.tables.placement_number(mv).ok_or(outside)?;
        let seen = frame.to_frame(mv);
        let (first, orientation) = (seen.first(), seen.orientation());
        let by_column = first.column() * self.size() + first.row();
        Ok(match self.layout {
            Layout::Placements => self.tables.placement_number(seen).ok_or(outside)?,
            Layout::Planes => {
                let place = first.row() * self.size() + first.column();
                orientation.index() * self.size() * self.size() + place
            }
            Layout::Cells => by_column * Orientation::COUNT + orientation.index(),
            Layout::Pieces => {
                let piece = orientation.piece();
                let form = forms(piece).position(|other| other == orientation);
                let form = form.expect("an orientation is one of its piece");
                (by_column * Piece::COUNT + piece.index()) * FORMS + form
            }
        })
    }

    /// The move of an action.
    ///
    /// # Errors
    /// When there is no such action, or it does not fit on the board.
    pub fn mv(&self, frame: &Frame, action: usize) -> Result<Move, ActionError> {
        let count = self.count();
        if action >= count {
            return Err(ActionError::Range { action, count });
        }
        let (size, area) = (self.size(), self.size() * self.size());
        let off_board = ActionError::OffBoard(action);
        let by_column = |place: usize| Cell::new(place / size, place % size);
        let seen = match self.layout {
            Layout::Placements => self.tables.placements()[action],
            Layout::Planes => {
                let first = Cell::new(action % area % size, action % area / size);
                Move::new(first, Orientation::from_index(action / area))
            }
            Layout::Cells => {
                let orientation = Orientation::from_index(action % Orientation::COUNT);
                Move::new(by_column(action / Orientation::COUNT), orientation)
            }
            Layout::Pieces => {
                let (place, rest) = (action / FORMS / Piece::COUNT, action / FORMS % Piece::COUNT);
                let form = forms(Piece::from_index(rest)).nth(action % FORMS).ok_or(off_board)?;
                Move::new(by_column(place), form)
            }
        };
        self.tables.placement_number(seen).ok_or(off_board)?;
        Ok(frame.to_board(seen))
    }
}

/// The orientations of a piece in order.
fn forms(piece: Piece) -> impl Iterator<Item = Orientation> {
    Orientation::all().filter(move |orientation| orientation.piece() == piece)
}
