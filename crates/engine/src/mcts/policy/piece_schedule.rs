//! Which pieces are played when.

use cornerwise_core::{Move, Position, Variant};

/// The fewest squares of a piece before so many pieces of the colour are on the board: small pieces fit
/// later too, and large ones do not.
fn fewest_squares(variant: &Variant, placed: usize) -> usize {
    let (fives, fours, threes) = if variant.colour_count() == 2 { (2, 4, 6) } else { (3, 5, 8) };
    // Small boards have no room for such a plan.
    match placed {
        _ if variant.size() < 10 => 1,
        _ if placed < fives => 5,
        _ if placed < fours => 4,
        _ if placed < threes => 3,
        _ => 1,
    }
}

/// Keeps the moves whose pieces are large enough for now, if there are any.
pub fn keep_scheduled(position: &Position, moves: &mut Vec<Move>) {
    let Some(colour) = position.to_play() else { return };
    let least = fewest_squares(position.variant(), position.placed_count(colour));
    let is_scheduled = |mv: &Move| mv.piece().size() >= least;
    if least > 1 && moves.iter().any(is_scheduled) {
        moves.retain(is_scheduled);
    }
}
