//! A game as something to learn from.

use std::sync::Arc;

use cornerwise_core::{Move, Position, Tables};
use cornerwise_dataset::{GameError, SearchedGame};
use cornerwise_engine::evaluator::RecentMoves;

/// How often a move was tried: its place among the legal moves in order, counted from 0, and the visits.
pub type Visits = (u16, u32);

/// A game by the rules with what a search tried in it.
#[derive(Clone, Debug)]
pub struct GameSample {
    tables: Arc<Tables>,
    moves: Vec<Move>,
    /// How many moves were not searched.
    opening: usize,
    visits: Vec<Vec<Visits>>,
    /// How the game ended for every player.
    scores: Vec<i32>,
    win_shares: Vec<f64>,
}

impl GameSample {
    /// Checks a game against the rules.
    ///
    /// # Errors
    /// Says what is wrong, and at which move.
    pub fn new(tables: &Arc<Tables>, game: &SearchedGame) -> Result<GameSample, GameError> {
        game.check(tables)?;
        let mut position = Position::new(tables);
        let mut visits = Vec::new();
        for (number, turn) in game.turns.iter().enumerate() {
            if number >= game.opening {
                // A quick search only chose the move: its visits are no opinion.
                let tried = if turn.search.full { &turn.search.visits[..] } else { &[] };
                let legal = position.legal_moves();
                let place = |&(mv, count): &(Move, u32)| {
                    let place = legal.binary_search(&mv).expect("visits are of legal moves");
                    (place as u16, count)
                };
                visits.push(tried.iter().map(place).collect());
            }
            position.play_unchecked(turn.mv);
        }
        Ok(GameSample {
            tables: Arc::clone(tables),
            moves: game.turns.iter().map(|turn| turn.mv).collect(),
            opening: game.opening,
            visits,
            scores: position.player_scores(),
            win_shares: position.win_shares(),
        })
    }

    /// The final score of every player.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The share of the win of every player.
    pub fn win_shares(&self) -> &[f64] {
        &self.win_shares
    }

    /// Replays the game; `see` gets every position in which somebody moved, with the moves before it and the visits of
    /// the search there, or `None` where the move was drawn by chance.
    pub fn replay(&self, mut see: impl FnMut(&Position, &RecentMoves, Option<&[Visits]>)) {
        let mut position = Position::new(&self.tables);
        let mut recent = RecentMoves::default();
        for (number, &mv) in self.moves.iter().enumerate() {
            let colour = position.to_play().expect("the game is by the rules");
            let visits = number.checked_sub(self.opening).map(|at| &self.visits[at][..]);
            see(&position, &recent, visits);
            recent.add(colour, mv);
            position.play_unchecked(mv);
        }
    }
}
