//! What a move looks like before anything is tried.

use cornerwise_core::{Colour, Move, Owner, Position};

/// How much squares placed, corner cells gained, and corner cells that opponents lose are worth.
struct MoveWeights {
    squares: f64,
    gained: f64,
    taken: f64,
}

/// At first corners keep a colour flexible; later it must get rid of squares and be in the way.
const EARLY: MoveWeights = MoveWeights { squares: 0.5, gained: 1.0, taken: 0.25 };
const LATE: MoveWeights = MoveWeights { squares: 1.0, gained: 0.25, taken: 1.0 };
/// The pieces of a colour that are early: 16 turns of a game between two.
const EARLY_PIECES: usize = 8;

/// The evaluation of a colour's moves in a position.
pub(super) struct Evaluation<'a> {
    position: &'a Position,
    colour: Colour,
    weights: &'static MoveWeights,
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(position: &'a Position, colour: Colour) -> Evaluation<'a> {
        let early = position.placed_count(colour) < EARLY_PIECES;
        Evaluation { position, colour, weights: if early { &EARLY } else { &LATE } }
    }

    /// The worth of a legal move.
    pub(super) fn of(&self, mv: Move) -> f64 {
        let variant = self.position.variant();
        let own = Owner::Player(self.position.player_of(self.colour));
        let foes = variant.colours().filter(|&c| c != self.colour && variant.owner(c) != own);
        let taken: u32 = foes.map(|foe| self.position.corner_loss(foe, mv)).sum();
        self.weights.squares * squares(mv)
            + self.weights.gained * f64::from(self.position.corner_gain(self.colour, mv))
            + self.weights.taken * f64::from(taken)
    }
}

/// The squares that a move places.
pub(super) fn squares(mv: Move) -> f64 {
    mv.orientation().offsets().len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_of_known_moves() {
        let mut position = Position::start("5x5".parse().unwrap());
        // The first colour starts at a5, the second at e1.
        let first = position.to_play().unwrap();
        let square: Move = "a4,b4,a5,b5".parse().unwrap();
        // Four squares, one corner cell at c3 for the start cell.
        assert_eq!(Evaluation::new(&position, first).of(square), 2.0);
        position.play(square).unwrap();
        position.play("e1,d2,e2,d3".parse().unwrap()).unwrap();
        // The single square on c3: corner cells at d4 and b2 gained, d2 and d4's edge cells are not in the
        // way; c3 itself lost; the opponent loses nothing unless c3 or its like is a corner of it.
        let single: Move = "c3".parse().unwrap();
        let mut after = position.clone();
        after.play(single).unwrap();
        let second = position.after(first);
        let gained =
            after.corner_cells(first).len() as f64 - position.corner_cells(first).len() as f64;
        let taken =
            position.corner_cells(second).len() as f64 - after.corner_cells(second).len() as f64;
        let value = Evaluation::new(&position, first).of(single);
        assert_eq!(value, 0.5 + gained + 0.25 * taken);
    }
}
