//! When two lines of play are the same.

use std::sync::Arc;

use crate::moves::Move;
use crate::position::Position;
use crate::symmetry::Symmetry;
use crate::tables::Tables;

/// The turns and mirrorings of the board that leave a variant as it is: every colour keeps its start.
pub struct Symmetries {
    tables: Arc<Tables>,
    all: Vec<Symmetry>,
}

impl Symmetries {
    /// Those of the tables' variant, the identity among them.
    pub fn new(tables: &Arc<Tables>) -> Symmetries {
        let variant = tables.variant();
        let keeps = |&symmetry: &Symmetry| variant.clone().turned(symmetry) == *variant;
        Symmetries { tables: tables.clone(), all: Symmetry::all().filter(keeps).collect() }
    }

    /// The symmetries, the identity first.
    pub fn all(&self) -> &[Symmetry] {
        &self.all
    }

    /// A number that lines of legal moves share exactly when they lead to the same position, up to symmetry
    /// and whatever their order.
    pub fn identity(&self, moves: &[Move]) -> u64 {
        self.images(moves).map(|(_, hash)| hash).min().expect("the identity is a symmetry")
    }

    /// The hashes of the positions that the images of a line of legal moves lead to.
    pub fn images<'a>(&'a self, moves: &'a [Move]) -> impl Iterator<Item = (Symmetry, u64)> + 'a {
        let size = self.tables.variant().size();
        self.all.iter().map(move |&symmetry| {
            let mut position = Position::new(&self.tables);
            for &mv in moves {
                position.play_unchecked(symmetry.placement(mv, size));
            }
            (symmetry, position.hash())
        })
    }

    /// The tables of the variant.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetries(variant: &str) -> Symmetries {
        Symmetries::new(&Tables::new(variant.parse().unwrap()))
    }

    #[test]
    fn each_board_has_the_symmetries_that_keep_its_starts() {
        for (variant, count) in [("duo", 2), ("7x7", 2), ("classic", 1), ("classic-2", 1)] {
            assert_eq!(symmetries(variant).all.len(), count, "{variant}");
        }
    }

    #[test]
    fn mirrored_and_transposed_lines_are_the_same() {
        let symmetries = symmetries("duo");
        let mirror = symmetries.all[1];
        let start = Position::new(&symmetries.tables);
        // Far apart, so that the colours' moves can be played in any order.
        let first = start.legal_moves()[7];
        let mut position = start.clone();
        position.play(first).unwrap();
        let reply = position.legal_moves()[11];
        position.play(reply).unwrap();
        let (second, other) = (position.legal_moves()[3], position.legal_moves()[9]);
        let line = [first, reply, second];
        let mirrored = line.map(|mv| mirror.placement(mv, 14));
        assert_ne!(line, mirrored);
        assert_eq!(symmetries.identity(&line), symmetries.identity(&mirrored));
        assert_ne!(symmetries.identity(&line), symmetries.identity(&[first, reply, other]));
        assert_ne!(symmetries.identity(&line), symmetries.identity(&line[..2]));
    }
}
