//! The moves of a room, what they lead to, and those that were taken back.

use cornerwise_core::{Colour, Game, Move, PlayError, Position};

use crate::response::PlacedMove;

/// A move that was played in a room.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// What the page is told of it.
    pub placed: PlacedMove,
    /// The name of whoever played it; empty for moves from before the room.
    pub by: String,
    /// How long it took.
    pub ms: u64,
    /// The index of the player who played it.
    pub player: usize,
}

/// Who played a move, and how long it took.
#[derive(Clone, Debug)]
pub(super) struct PlayedBy {
    by: String,
    ms: u64,
}

impl Played {
    pub(super) fn by(by: String, ms: u64) -> PlayedBy {
        PlayedBy { by, ms }
    }
}

/// The moves of a game with their positions. Only two positions are kept, since a server has many rooms.
pub struct MoveHistory {
    start: Position,
    position: Position,
    played: Vec<Played>,
    /// How many of them are from before the room, and stay.
    given: usize,
    /// Moves that were taken back, the next one last.
    undone: Vec<(Move, PlayedBy)>,
}

impl MoveHistory {
    /// A game with moves from before the room.
    pub(super) fn new(game: &Game) -> MoveHistory {
        let mut history = MoveHistory {
            start: game.start().clone(),
            position: game.start().clone(),
            played: Vec::new(),
            given: game.moves().len(),
            undone: Vec::new(),
        };
        for &mv in game.moves() {
            history.push(mv, Played::by(String::new(), 0)).expect("the moves of a game are legal");
        }
        history
    }

    /// The position after all moves.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether there is no move yet.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// How many moves are from before the room.
    pub fn given(&self) -> usize {
        self.given
    }

    /// How many moves can be played again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The whole game, with the position before each move.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        for played in &self.played {
            game.play(played.mv).expect("the moves of a game are legal");
        }
        game
    }

    /// The index of the player who would be to move after so many moves more than now, all of them undone before;
    /// `None` when there are not so many, or nobody can move then.
    pub(super) fn mover_after_redo(&self, moves: usize) -> Option<usize> {
        let mut position = self.position.clone();
        for (mv, _) in self.undone.iter().rev().take(moves) {
            position.play(*mv).ok()?;
        }
        position.player_to_play().map(cornerwise_core::Player::index)
    }

    pub(super) fn play(&mut self, mv: Move, player: PlayedBy) -> Result<(), PlayError> {
        self.push(mv, player)?;
        self.undone.clear();
        Ok(())
    }

    fn push(&mut self, mv: Move, PlayedBy { by, ms }: PlayedBy) -> Result<(), PlayError> {
        let colour: Colour = self.position.to_play().ok_or(PlayError::GameOver)?;
        let mut after = self.position.clone();
        after.play(mv)?;
        let placed = PlacedMove::new(self.played.len() + 1, &self.position, colour, mv, &after);
        let player = placed.player - 1;
        self.played.push(Played { mv, placed, by, ms, player });
        self.position = after;
        Ok(())
    }

    /// Goes back to so many moves.
    pub(super) fn undo(&mut self, to: usize) -> Result<(), String> {
        if to < self.given || to >= self.len() {
            return Err(format!("there are {} moves; {to} cannot be left", self.len()));
        }
        let mut position = self.start.clone();
        for played in &self.played[..to] {
            position.play(played.mv).map_err(|error| error.to_string())?;
        }
        self.position = position;
        for played in self.played.drain(to..).rev() {
            self.undone.push((played.mv, Played::by(played.by, played.ms)));
        }
        Ok(())
    }

    /// Goes on to so many moves.
    pub(super) fn redo(&mut self, to: usize) -> Result<(), String> {
        if to <= self.len() || to > self.len() + self.undone.len() {
            return Err(format!(
                "there are {} moves and {} undone; {to} cannot be",
                self.len(),
                self.undone.len()
            ));
        }
        while self.len() < to {
            let (mv, player) = self.undone.pop().expect("counted above");
            self.push(mv, player).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}
