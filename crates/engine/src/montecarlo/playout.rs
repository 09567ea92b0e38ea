//! Policies of simulated games.

use rand::RngExt;

use cornerwise_core::{Colour, GameRng, Generator, Move, PieceSet, Position};

use super::heuristic::Evaluation;
use super::options::Playout;

impl Playout {
    /// Plays a game to its end.
    pub(super) fn play(self, position: &mut Position, rng: &mut GameRng, list: &mut Vec<Move>) {
        match self {
            Playout::Uniform => position.playout(rng),
            Playout::Squares => {
                position.play_to_end(|position, colour| one_of_the_largest(position, colour, rng))
            }
            Playout::Evaluation => position.play_to_end(|position, colour| {
                Generator::Fast.list(position, colour, list);
                let evaluation = Evaluation::new(position, colour);
                best_of(list, |mv| evaluation.of(mv), rng)
            }),
        };
    }
}

/// A random move among those that place the most squares.
fn one_of_the_largest(position: &Position, colour: Colour, rng: &mut GameRng) -> Option<Move> {
    (1..=5)
        .rev()
        .find_map(|squares| position.sample_move_among(colour, PieceSet::of_size(squares), rng))
}

/// The move with the highest value, each of equally good ones with the same probability.
fn best_of(list: &[Move], value: impl Fn(Move) -> f64, rng: &mut GameRng) -> Option<Move> {
    let mut best = None;
    let mut highest = f64::NEG_INFINITY;
    let mut ties = 1;
    for &mv in list {
        let value = value(mv);
        if value > highest {
            (best, highest, ties) = (Some(mv), value, 1);
        } else if value == highest {
            ties += 1;
            if rng.random_range(0..ties) == 0 {
                best = Some(mv);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::game_rng;

    #[test]
    fn all_policies_end_the_game_and_larger_pieces_first_place_more() {
        let policies = [Playout::Uniform, Playout::Squares, Playout::Evaluation];
        let mut squares = [0; 3];
        for (policy, squares) in policies.into_iter().zip(&mut squares) {
            for seed in 0..30 {
                let mut position = Position::start("duo".parse().unwrap());
                policy.play(&mut position, &mut game_rng(seed, 0), &mut Vec::new());
                assert!(position.is_over());
                assert!(position.variant().colours().all(|colour| !position.has_move(colour)));
                *squares += position.occupied().len();
            }
        }
        assert!(squares[1] > squares[0] && squares[2] > squares[0], "{squares:?}");
    }

    #[test]
    fn squares_policy_takes_the_largest_that_fits() {
        let mut rng = game_rng(2, 0);
        let mut position = Position::start("7x7".parse().unwrap());
        while let Some(colour) = position.to_play() {
            let largest = position.legal_moves().iter().map(|mv| mv.piece().size()).max().unwrap();
            let chosen = one_of_the_largest(&position, colour, &mut rng).unwrap();
            assert!(position.is_legal(chosen));
            assert_eq!(chosen.piece().size(), largest);
            position.play(position.sample_move(&mut rng).unwrap()).unwrap();
        }
    }
}
