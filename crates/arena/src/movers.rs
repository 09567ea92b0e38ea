//! Who made which move, found by replaying the games.

use cornerwise_core::{Position, Variant};

use crate::result::GameResult;

/// The players who made the moves of some games, in their order.
///
/// A result lists moves without passes, so that only the rules say whose they were.
#[derive(Clone, Debug, Default)]
pub struct Movers {
    games: Vec<Vec<usize>>,
}

impl Movers {
    /// Replays the games. A game whose moves are not legal in this variant has movers as far as they are.
    pub fn replay(variant: &Variant, games: &[GameResult]) -> Movers {
        let start = Position::start(variant.clone());
        Movers { games: games.iter().map(|game| replay(start.clone(), game)).collect() }
    }

    /// The players who made the moves after the opening in the game with this place in the list; as many
    /// as are known.
    pub fn after_opening(&self, index: usize, game: &GameResult) -> &[usize] {
        self.games.get(index).and_then(|movers| movers.get(game.opening..)).unwrap_or(&[])
    }
}

fn replay(mut position: Position, game: &GameResult) -> Vec<usize> {
    let mut movers = Vec::with_capacity(game.moves.len());
    for &mv in &game.moves {
        let Some(player) = position.player_to_play() else { break };
        if position.play(mv).is_err() {
            break;
        }
        movers.push(player.index());
    }
    movers
}
