//! What of a position can be seen without its legal moves, also of one that is a move away.

use std::sync::Arc;

use cornerwise_core::{CellSet, Colour, Move, PieceSet, Position, Tables, Variant};

/// The sets of cells and pieces that most features are read off.
pub(crate) trait FeatureSource {
    fn variant(&self) -> &Variant;
    fn cells(&self, colour: Colour) -> CellSet;
    fn locked_cells(&self, colour: Colour) -> CellSet;
    fn corner_cells(&self, colour: Colour) -> CellSet;
    fn pieces(&self, colour: Colour) -> PieceSet;
    fn area(&self, colour: Colour) -> usize {
        self.cells(colour).len()
    }
}

impl FeatureSource for Position {
    fn variant(&self) -> &Variant {
        Position::variant(self)
    }

    fn cells(&self, colour: Colour) -> CellSet {
        Position::cells(self, colour)
    }

    fn locked_cells(&self, colour: Colour) -> CellSet {
        Position::locked_cells(self, colour)
    }

    fn corner_cells(&self, colour: Colour) -> CellSet {
        Position::corner_cells(self, colour)
    }

    fn pieces(&self, colour: Colour) -> PieceSet {
        Position::pieces(self, colour)
    }
}

/// The sets of one colour.
#[derive(Clone, Copy, Default)]
struct Outline {
    cells: CellSet,
    locked: CellSet,
    corners: CellSet,
    pieces: PieceSet,
    area: usize,
}

/// What the positions after each move of the colour to play look like, without playing the moves.
///
/// A move only adds to the sets of cells, so that seeing the next position costs a few set operations,
/// far less than a copy of the position with all that it knows of legal moves.
pub(crate) struct Preview {
    tables: Arc<Tables>,
    before: [Outline; Colour::MAX],
    mover: Colour,
}

impl Preview {
    /// Prepares to look at the moves of the colour to play.
    pub(crate) fn new(position: &Position, mover: Colour) -> Preview {
        let mut before = [Outline::default(); Colour::MAX];
        for colour in position.variant().colours() {
            before[colour.index()] = Outline {
                cells: position.cells(colour),
                locked: position.locked_cells(colour),
                corners: position.corner_cells(colour),
                pieces: position.pieces(colour),
                area: position.area(colour) as usize,
            };
        }
        Preview { tables: Arc::clone(position.tables()), before, mover }
    }

    /// The sets after a legal move.
    #[inline]
    pub(crate) fn after(&self, mv: Move) -> Glimpse<'_> {
        Glimpse { preview: self, mv }
    }
}

/// The position after one move, as far as it can be seen without playing it. Nothing is worked out before
/// it is asked for.
pub(crate) struct Glimpse<'a> {
    preview: &'a Preview,
    mv: Move,
}

impl Glimpse<'_> {
    #[inline]
    fn before(&self, colour: Colour) -> &Outline {
        &self.preview.before[colour.index()]
    }
}

impl FeatureSource for Glimpse<'_> {
    fn variant(&self) -> &Variant {
        self.preview.tables.variant()
    }

    #[inline]
    fn cells(&self, colour: Colour) -> CellSet {
        let before = self.before(colour).cells;
        if colour == self.preview.mover { before | self.mv.cell_set() } else { before }
    }

    #[inline]
    fn locked_cells(&self, colour: Colour) -> CellSet {
        let locked = self.before(colour).locked;
        let cells = self.mv.cell_set();
        if colour == self.preview.mover {
            locked | cells | cells.edge_neighbours(self.variant().size())
        } else {
            locked | cells
        }
    }

    #[inline]
    fn corner_cells(&self, colour: Colour) -> CellSet {
        let before = self.before(colour);
        let cells = self.mv.cell_set();
        if colour == self.preview.mover {
            let size = self.variant().size();
            let corners = before.corners | cells.diagonal_neighbours(size);
            corners - (before.locked | cells | cells.edge_neighbours(size))
        } else {
            before.corners - cells
        }
    }

    #[inline]
    fn area(&self, colour: Colour) -> usize {
        let before = self.before(colour).area;
        let added = if colour == self.preview.mover { self.mv.cells().len() } else { 0 };
        before + added
    }

    #[inline]
    fn pieces(&self, colour: Colour) -> PieceSet {
        let mut pieces = self.before(colour).pieces;
        if colour == self.preview.mover {
            pieces.remove(self.mv.piece());
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::game_rng;

    use super::*;
    use crate::features::Feature;

    /// Every feature that can be seen is the same whether the move is played or only looked at.
    #[test]
    fn a_glimpse_sees_what_playing_shows() {
        for name in ["5x5", "duo", "classic", "classic-3", "9x9-3"] {
            let mut position = Position::start(name.parse().unwrap());
            let mut rng = game_rng(3, 0);
            while let Some(mv) = position.sample_move(&mut rng) {
                let before = position.clone();
                let preview = Preview::new(&before, before.to_play().unwrap());
                position.play(mv).unwrap();
                let glimpse = preview.after(mv);
                for colour in position.variant().colours() {
                    for (feature, name, _) in Feature::ALL {
                        let played = feature.is_seen().then(|| feature.of(&position, colour));
                        assert_eq!(feature.seen(&glimpse, colour), played, "{name} after {mv}");
                    }
                }
            }
        }
    }
}
