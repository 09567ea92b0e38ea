//! One look at every legal move.

use cornerwise_core::{Generator, Move, Player, Position};

use crate::budget::Clock;

/// A move with the positions around it.
pub(crate) struct Transition<'t> {
    pub before: &'t Position,
    pub after: &'t Position,
    pub mv: Move,
    /// Who moves.
    pub player: Player,
}

/// An opinion of moves in numbers.
pub(crate) trait Score: Send {
    /// How good the move is for the player who makes it; larger is better.
    fn score(&mut self, transition: &Transition<'_>) -> f64;
}

/// Buffers for looking at moves, kept from turn to turn.
#[derive(Default)]
pub(crate) struct Sweep {
    moves: Vec<Move>,
    after: Option<Position>,
}

impl Sweep {
    /// Moves between two looks at the clock: below a millisecond with the slowest scores.
    const CHECK: usize = 16;

    /// Shows every legal move in order, the first one always, the others until the clock is up. The
    /// game is not over. Answers how many moves were shown.
    pub fn run(
        &mut self,
        position: &Position,
        clock: &Clock,
        mut show: impl FnMut(&Transition<'_>),
    ) -> u64 {
        let Some(colour) = position.to_play() else { return 0 };
        let player = position.player_of(colour);
        Generator::Fast.list(position, colour, &mut self.moves);
        let after = self.after.get_or_insert_with(|| position.clone());
        let mut shown = 0;
        for (at, &mv) in self.moves.iter().enumerate() {
            let look = at > 0 && at % Sweep::CHECK == 0;
            if at > 0 && clock.nodes_are_up(shown) || look && clock.is_up() {
                break;
            }
            after.clone_from(position);
            after.play_unchecked(mv);
            show(&Transition { before: position, after, mv, player });
            shown += 1;
        }
        shown
    }
}
