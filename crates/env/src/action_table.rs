//! Moves and actions, looked up.

use std::sync::Arc;

use cornerwise_core::{Colour, Move, Symmetries, Symmetry, Tables};
use cornerwise_net::{ActionError, Actions, Frame, Layout};

use crate::options::Perspective;

/// The actions of a layout for every colour, as tables: a look-up is much faster than turning a placement and finding its number.
pub struct ActionTable {
    count: usize,
    /// By the colour's index.
    by_colour: Vec<Arc<OfFrame>>,
}

/// The actions in one frame.
struct OfFrame {
    /// By [`Move::index`].
    actions: Vec<u32>,
    /// By action.
    moves: Vec<Option<Move>>,
}

impl ActionTable {
    /// The actions of a variant.
    #[must_use]
    pub fn new(tables: &Arc<Tables>, layout: Layout, perspective: Perspective) -> ActionTable {
        let variant = tables.variant();
        let actions = Actions::new(tables, layout);
        let mut by_colour: Vec<Arc<OfFrame>> = Vec::new();
        for colour in variant.colours() {
            let is_same = perspective == Perspective::Board && colour.index() > 0;
            by_colour.push(if is_same {
                by_colour[0].clone()
            } else {
                let frame = Frame::new(variant, colour);
                Arc::new(OfFrame::new(tables, &actions, &frame))
            });
        }
        ActionTable { count: actions.count(), by_colour }
    }

    /// How many actions there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The action of a move that fits on the board.
    #[inline]
    pub fn action(&self, colour: Colour, mv: Move) -> usize {
        self.by_colour[colour.index()].actions[mv.index()] as usize
    }

    /// The move of an action.
    ///
    /// # Errors
    /// When there is no such action, or it is no placement.
    #[inline]
    pub fn mv(&self, colour: Colour, action: usize) -> Result<Move, ActionError> {
        let moves = &self.by_colour[colour.index()].moves;
        let known = moves.get(action).ok_or(ActionError::Range { action, count: self.count })?;
        known.ok_or(ActionError::OffBoard(action))
    }

    /// Every placement with its action, as a colour sees them.
    pub fn placements(&self, colour: Colour) -> impl Iterator<Item = (usize, Move)> {
        let moves = self.by_colour[colour.index()].moves.iter().enumerate();
        moves.filter_map(|(action, mv)| Some((action, (*mv)?)))
    }

    /// For each turn or mirroring that leaves the variant as it is, the identity first: the action that every action becomes for the
    /// first colour, −1 for those that are no placement. All colours see the same where their frames are turned alike.
    pub fn symmetries(&self, tables: &Arc<Tables>) -> Vec<Vec<i64>> {
        let (size, colour) = (tables.variant().size(), Colour::from_index(0));
        let symmetries = Symmetries::new(tables);
        let image = |symmetry: Symmetry| {
            let mut images = vec![-1; self.count];
            for (action, mv) in self.placements(colour) {
                images[action] = self.action(colour, symmetry.placement(mv, size)) as i64;
            }
            images
        };
        symmetries.all().iter().copied().map(image).collect()
    }

    /// Writes 1 for the actions of these moves and 0 for others.
    #[inline]
    pub(crate) fn write_mask(&self, colour: Colour, moves: &[Move], out: &mut [u8]) {
        let actions = &self.by_colour[colour.index()].actions;
        out.fill(0);
        for mv in moves {
            out[actions[mv.index()] as usize] = 1;
        }
    }

    /// Sets the bits of the actions of these moves and clears others, the lowest bit of a byte first.
    #[inline]
    pub(crate) fn write_bits(&self, colour: Colour, moves: &[Move], out: &mut [u8]) {
        let actions = &self.by_colour[colour.index()].actions;
        out.fill(0);
        for mv in moves {
            let action = actions[mv.index()];
            out[action as usize / 8] |= 1 << (action % 8);
        }
    }
}

impl OfFrame {
    fn new(tables: &Tables, actions: &Actions, frame: &Frame) -> OfFrame {
        let mut table =
            OfFrame { actions: vec![0; Move::INDICES], moves: vec![None; actions.count()] };
        for &mv in tables.placements() {
            let action = actions.action(frame, mv).expect("a placement of the board");
            table.actions[mv.index()] = action as u32;
            table.moves[action] = Some(mv);
        }
        table
    }
}
