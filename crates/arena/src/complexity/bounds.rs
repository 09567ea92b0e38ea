//! What the number of positions cannot exceed, and the published way to bound it from below.

use cornerwise_core::{Piece, Symmetry, Tables, Variant};
use serde::Serialize;

use super::magnitude::Magnitude;

/// Bounds of the number of positions that follow from the rules alone or from the number of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// Every colour has each piece in one of its places or not at all.
    pub by_placements: Magnitude,
    /// Every cell is free or belongs to a colour.
    pub by_cells: Magnitude,
    /// Finished games by the orders of all pieces of every colour, as if each game placed all of them.
    pub by_orders: Option<Magnitude>,
    /// How many turns and mirrorings keep every colour's start.
    pub symmetries: usize,
}

impl Bounds {
    /// The bounds of a variant, with its number of finished games if it is known.
    pub fn new(tables: &Tables, leaves: Option<Magnitude>) -> Bounds {
        let variant = tables.variant();
        let colours = variant.colour_count() as f64;
        let places =
            |piece: Piece| tables.placements().iter().filter(|mv| mv.piece() == piece).count();
        let pieces = variant.pieces();
        let choices = pieces.iter().map(|piece| Magnitude::from((1 + places(piece)) as f64));
        let orders = Magnitude::factorial(pieces.len()).power(colours);
        Bounds {
            by_placements: choices.fold(Magnitude::ONE, |all, piece| all * piece).power(colours),
            by_cells: Magnitude::from(1.0 + colours)
                .power((variant.size() * variant.size()) as f64),
            by_orders: leaves.map(|leaves| leaves / orders),
            symmetries: symmetries(variant),
        }
    }

    /// The smaller upper bound.
    pub fn at_most(&self) -> Magnitude {
        if self.by_cells < self.by_placements { self.by_cells } else { self.by_placements }
    }
}

fn symmetries(variant: &Variant) -> usize {
    Symmetry::all().filter(|&symmetry| variant.clone().turned(symmetry) == *variant).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_products_of_choices() {
        let tables = Tables::new("2x2".parse().unwrap());
        let bounds = Bounds::new(&tables, Some(Magnitude::factorial(21).power(2.0)));
        // One square in four places, the domino in four, the bent three in four, the square of four in one.
        assert!((bounds.by_placements.value() - (5.0 * 5.0 * 5.0 * 2.0_f64).powi(2)).abs() < 1e-6);
        assert!((bounds.by_cells.value() - 81.0).abs() < 1e-9);
        assert_eq!(bounds.at_most(), bounds.by_cells);
        assert!((bounds.by_orders.unwrap().value() - 1.0).abs() < 1e-9);
        assert_eq!(bounds.symmetries, 2);
    }
}
