//! A game with its past.

use crate::legality::PlayError;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::{Colour, Player};

/// A position and the moves that led to it.
///
/// ```
/// use cornerwise_core::{Game, Position};
/// let mut game = Game::new(Position::start("duo".parse().unwrap()));
/// game.play("f9,e10,f10,g10,f11".parse().unwrap()).unwrap();
/// assert_eq!(game.moves().len(), 1);
/// game.undo();
/// assert_eq!(game.position().moves_played(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    /// The position before each move.
    past: Vec<Position>,
    /// As many as there are positions in the past.
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game { position: start, past: Vec::new(), moves: Vec::new() }
    }

    /// The position after all moves.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.past.first().unwrap_or(&self.position)
    }

    /// The moves, forced passes left out.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every move with the position before it.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> {
        self.past.iter().zip(self.moves.iter().copied())
    }

    /// Every move with its colour.
    pub fn placements(&self) -> impl Iterator<Item = (Colour, Move)> {
        self.turns().filter_map(|(before, mv)| Some((before.to_play()?, mv)))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When a rule forbids it; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let before = self.position.clone();
        self.position.play(mv)?;
        self.past.push(before);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back; `None` when there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.past.pop()?;
        self.moves.pop()
    }

    /// Goes back to the last turn of a player; `false` when there is none.
    pub fn undo_turn(&mut self, player: Player) -> bool {
        let Some(turn) = self.last_turn(player) else { return false };
        self.position = self.past.swap_remove(turn);
        self.past.truncate(turn);
        self.moves.truncate(turn);
        true
    }

    /// Back to the beginning.
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// The moves since a player's last turn, that turn included.
    pub fn recent(&self, player: Player) -> Vec<(Colour, Move)> {
        self.placements().skip(self.last_turn(player).unwrap_or(0)).collect()
    }

    fn last_turn(&self, player: Player) -> Option<usize> {
        self.past.iter().rposition(|before| before.player_to_play() == Some(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_returns_to_the_players_last_turn() {
        let start = Position::start("classic-3".parse().unwrap());
        let mut game = Game::new(start.clone());
        let player = Player::from_index(1);
        assert!(!game.undo_turn(player));
        // Colours 1 to 4, then 1 again: the player moved once, with colour 2.
        for _ in 0..5 {
            game.play(game.position().legal_moves()[0]).unwrap();
        }
        assert_eq!(game.recent(player).len(), 4);
        assert!(game.undo_turn(player));
        assert_eq!(game.position().moves_played(), 1);
        assert_eq!(game.position().player_to_play(), Some(player));
        assert_eq!((game.moves().len(), game.placements().count()), (1, 1));
        assert!(!game.undo_turn(player));
        game.restart();
        assert_eq!(*game.position(), start);
    }

    #[test]
    fn a_refused_move_leaves_the_game_as_it_was() {
        let mut game = Game::new(Position::start("5x5".parse().unwrap()));
        game.play(game.position().legal_moves()[3]).unwrap();
        let before = game.clone();
        assert!(game.play(game.moves()[0]).is_err());
        assert_eq!(game, before);
        assert_eq!(game.undo(), before.moves().first().copied());
        assert_eq!(game.position(), before.start());
        assert_eq!(game.undo(), None);
    }
}
