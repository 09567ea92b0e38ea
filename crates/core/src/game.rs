//! A game with its past.

use std::mem;

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
    /// Whose moves they are.
    colours: Vec<Colour>,
}

impl Game {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game { position: start, past: Vec::new(), moves: Vec::new(), colours: Vec::new() }
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
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = (Colour, Move)> {
        self.colours.iter().copied().zip(self.moves.iter().copied())
    }

    /// Whether every colour moved when it was its turn, so that the moves alone tell the game.
    pub fn is_in_order(&self) -> bool {
        self.past
            .iter()
            .zip(&self.colours)
            .all(|(before, &colour)| before.to_play() == Some(colour))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When a rule forbids it; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let colour = self.position.to_play().ok_or(PlayError::GameOver)?;
        self.play_as(colour, mv)
    }

    /// Plays a move of any colour, whose turn it need not be. The colour after it is next.
    ///
    /// Some programs do not keep to the order of play, and leave it to others to know whose turn it is.
    ///
    /// # Errors
    /// When a rule other than that of the turns forbids it; the game stays as it was.
    pub fn play_as(&mut self, colour: Colour, mv: Move) -> Result<(), PlayError> {
        self.position.check(colour, mv)?;
        let mut after = self.position.with_turn(colour).ok_or(PlayError::GameOver)?;
        after.play(mv)?;
        self.past.push(mem::replace(&mut self.position, after));
        self.moves.push(mv);
        self.colours.push(colour);
        Ok(())
    }

    /// Takes the last move back; `None` when there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.past.pop()?;
        self.colours.pop();
        self.moves.pop()
    }

    /// Goes back to the last turn of a player; `false` when there is none.
    pub fn undo_turn(&mut self, player: Player) -> bool {
        let Some(turn) = self.last_turn(player) else { return false };
        self.position = self.past.swap_remove(turn);
        self.past.truncate(turn);
        self.moves.truncate(turn);
        self.colours.truncate(turn);
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
        let mut turns = self.past.iter().zip(&self.colours);
        turns.rposition(|(before, &colour)| before.player_of(colour) == player)
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
    fn colours_may_move_out_of_turn() {
        for name in ["duo", "classic", "classic-3", "10x10-3"] {
            let start = Position::start(name.parse().unwrap());
            let mut game = Game::new(start.clone());
            let second = Colour::from_index(1);
            let first_move = |game: &Game, colour| {
                game.position().with_turn(colour).map(|position| position.legal_moves()[0])
            };
            for _ in 0..3 {
                game.play_as(second, first_move(&game, second).unwrap()).unwrap();
                let next = game.position().after(second);
                assert_eq!(game.position().to_play(), Some(next));
            }
            assert!(!game.is_in_order());
            assert!(game.placements().all(|(colour, _)| colour == second));
            assert_eq!(game.position().placed_count(second), 3);
            // The piece is on the board already.
            let before = game.clone();
            assert!(game.play_as(second, game.moves()[0]).is_err());
            assert_eq!(game, before);
            game.restart();
            assert_eq!(*game.position(), start);
            assert!(game.is_in_order());
        }
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
