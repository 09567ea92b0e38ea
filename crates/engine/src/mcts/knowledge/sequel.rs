//! What a move leads to, for a second look at the moves that are promising at first sight.

use cornerwise_core::{REACH_STEPS, Reaches};

/// How many numbers a second look gives: what the move looks like at first sight, and the cells within reach afterwards.
pub const SEQUELS: usize = 1 + 2 * REACH_STEPS.len();

/// The numbers of a move.
pub type Sequel = [f32; SEQUELS];

/// Cells are counted by the dozen or so, that their weights are of the size of the others.
const CELLS: f32 = 16.0;

/// What is known of a move after a second look: its sum of weights at first sight, and the cells within reach of the
/// player and of the others.
#[inline]
pub fn sequel(first_sight: f32, reaches: &Reaches) -> Sequel {
    let mut sequel = [first_sight; SEQUELS];
    let (own, others) = sequel[1..].split_at_mut(REACH_STEPS.len());
    for (numbers, reach) in [(own, &reaches.own), (others, &reaches.others)] {
        for (number, &cells) in numbers.iter_mut().zip(reach) {
            *number = f32::from(cells) / CELLS;
        }
    }
    sequel
}
