//! Draws by symmetry: whoever moves second can copy every move, turned by half a circle.

use std::sync::{Arc, OnceLock};

use cornerwise_core::{Colour, Move, Position, Symmetry, Tables};

/// The half turn.
fn half_turn() -> Symmetry {
    Symmetry::from_index(2)
}

/// Knows which games of a variant can be copied.
pub struct Mirror {
    tables: Arc<Tables>,
    /// Whether two colours begin at each other's image.
    is_symmetric: bool,
    /// The placements that overlap their own image, after which the other colour cannot copy. There are many to look
    /// through, and few games that come so far.
    breaking: OnceLock<Vec<Move>>,
}

impl Mirror {
    pub fn new(tables: &Arc<Tables>) -> Mirror {
        let variant = tables.variant();
        let [first, second] = [0, 1].map(Colour::from_index);
        let is_symmetric = variant.colour_count() == 2
            && variant.player_count() == 2
            && half_turn().cell(variant.start(first), variant.size()) == variant.start(second);
        Mirror { tables: Arc::clone(tables), is_symmetric, breaking: OnceLock::new() }
    }

    /// Whether it is about the variant of these tables.
    pub fn is_of(&self, tables: &Arc<Tables>) -> bool {
        Arc::ptr_eq(&self.tables, tables)
    }

    fn breaking(&self) -> &[Move] {
        let size = self.tables.variant().size();
        let overlaps = |mv: &&Move| {
            let cells = mv.cell_set();
            mv.cells().any(|cell| cells.contains(half_turn().cell(cell, size)))
        };
        let list = || self.tables.placements().iter().filter(overlaps).copied().collect();
        self.breaking.get_or_init(list)
    }

    /// Whether the second colour can copy the first one's moves to the end of the game, which is a draw.
    pub fn is_draw(&self, position: &Position) -> bool {
        if !self.is_symmetric {
            return false;
        }
        let [first, second] = [0, 1].map(Colour::from_index);
        if position.to_play() != Some(first)
            || position.moves_played() < 2
            || position.pieces(first) != position.pieces(second)
        {
            return false;
        }
        let size = position.variant().size();
        let image = |cell| half_turn().cell(cell, size);
        let second_cells = position.cells(second);
        if !position.cells(first).iter().all(|cell| second_cells.contains(image(cell))) {
            return false;
        }
        let (locked, pieces) = (position.locked_cells(first), position.pieces(first));
        self.breaking()
            .iter()
            .all(|mv| !pieces.contains(mv.piece()) || mv.cells().any(|cell| locked.contains(cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    #[test]
    fn copied_games_are_draws_from_where_they_are_known() {
        let start = Position::start("duo".parse().unwrap());
        let mirror = Mirror::new(start.tables());
        let mut known = 0;
        for seed in 0..40 {
            let mut rng = game_rng(seed, 0);
            let mut position = start.clone();
            let mut is_known = false;
            while let Some(colour) = position.to_play() {
                is_known |= mirror.is_draw(&position);
                let mv = position.sample_move(&mut rng).unwrap();
                position.play(mv).unwrap();
                let copy = half_turn().placement(mv, 14);
                if colour.index() == 0 && position.is_legal(copy) {
                    position.play(copy).unwrap();
                } else {
                    assert!(!is_known, "{mv} cannot be copied");
                    break;
                }
            }
            if is_known {
                assert_eq!(position.win_shares(), [0.5, 0.5]);
                known += 1;
            }
        }
        assert!(known > 0);
    }

    #[test]
    fn games_without_symmetry_are_no_draws() {
        for name in ["classic", "classic-2", "classic-3"] {
            let position = Position::start(name.parse().unwrap());
            assert!(!Mirror::new(position.tables()).is_symmetric);
        }
    }
}
