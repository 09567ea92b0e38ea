//! The game on the table, with its past.

use cornerwise_core::{Colour, Move, PlayError, Player, Position};

/// A position and the moves that led to it.
pub struct Game {
    position: Position,
    /// Every move with the position before it.
    past: Vec<(Position, Move)>,
}

impl Game {
    pub fn new(start: Position) -> Game {
        Game { position: start, past: Vec::new() }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move, unless a rule forbids it.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let before = self.position.clone();
        self.position.play(mv)?;
        self.past.push((before, mv));
        Ok(())
    }

    /// Goes back to the last turn of a player; `false` when there is none.
    pub fn undo(&mut self, player: Player) -> bool {
        let turn =
            self.past.iter().rposition(|(before, _)| before.player_to_play() == Some(player));
        let Some(turn) = turn else { return false };
        self.position = self.past.swap_remove(turn).0;
        self.past.truncate(turn);
        true
    }

    /// Back to the beginning.
    pub fn restart(&mut self) {
        if !self.past.is_empty() {
            self.position = self.past.swap_remove(0).0;
            self.past.clear();
        }
    }

    /// Every move with its colour.
    pub fn moves(&self) -> impl Iterator<Item = (Colour, Move)> {
        self.past.iter().filter_map(|(before, mv)| Some((before.to_play()?, *mv)))
    }

    /// The moves since a player's last turn, that turn included.
    pub fn recent(&self, player: Player) -> Vec<(Colour, Move)> {
        let turn =
            self.past.iter().rposition(|(before, _)| before.player_to_play() == Some(player));
        self.moves().skip(turn.unwrap_or(0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_returns_to_the_players_last_turn() {
        let start = Position::start("classic-3".parse().unwrap());
        let mut game = Game::new(start.clone());
        let user = Player::from_index(1);
        assert!(!game.undo(user));
        // Colours 1 to 4, then 1 again: the user played colour 2 alone.
        for _ in 0..5 {
            game.play(game.position().legal_moves()[0]).unwrap();
        }
        assert_eq!(game.recent(user).len(), 4);
        assert!(game.undo(user));
        assert_eq!(game.position().moves_played(), 1);
        assert_eq!(game.position().player_to_play(), Some(user));
        assert_eq!(game.moves().count(), 1);
        assert!(!game.undo(user));
        game.restart();
        assert_eq!(*game.position(), start);
    }
}
