//! Moves as numbers that a policy has outputs for.

use std::sync::Arc;

use cornerwise_core::{Cell, Move, Orientation, Tables};

use crate::frame::Frame;

/// How actions are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Only placements that fit on the board, in the order of moves: 13,729 on Duo, 30,433 on Classic.
    Placements,
    /// A plane for each of the 91 orientations, with the first cell's place in it: what a convolution gives. Not every number is a
    /// placement.
    Planes,
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
    #[error("action {0} does not fit on the board")]
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
            Layout::Planes => Orientation::COUNT * self.size() * self.size(),
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
        Ok(match self.layout {
            Layout::Placements => self.tables.placement_number(seen).ok_or(outside)?,
            Layout::Planes => {
                let first = seen.first();
                let place = first.row() * self.size() + first.column();
                seen.orientation().index() * self.size() * self.size() + place
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
        let seen = match self.layout {
            Layout::Placements => self.tables.placements()[action],
            Layout::Planes => {
                let (size, area) = (self.size(), self.size() * self.size());
                let first = Cell::new(action % area % size, action % area / size);
                let seen = Move::new(first, Orientation::from_index(action / area));
                self.tables.placement_number(seen).ok_or(ActionError::OffBoard(action))?;
                seen
            }
        };
        Ok(frame.to_board(seen))
    }
}
