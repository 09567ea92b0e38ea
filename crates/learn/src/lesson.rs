//! A game with what a search tried, as a line of a file and as something to learn from.

use std::sync::Arc;

use cornerwise_core::{Move, ParseMoveError, PlayError, Position, Tables};
use cornerwise_engine::evaluator::RecentMoves;
use serde::{Deserialize, Serialize};

/// How often a move was tried: its place among the legal moves in order, counted from 0, and the visits.
pub type Visits = (u16, u32);

/// A game of an agent against itself, as a line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedGame {
    /// Its number, from 0.
    pub game: u64,
    /// What chance in the game depended on.
    pub seed: u32,
    /// How many of the moves were drawn by chance, not searched.
    pub opening: usize,
    /// All moves, forced passes left out.
    pub moves: Vec<String>,
    /// For every searched move of the game, how often the moves were tried, by their places among the legal ones in order;
    /// those that never were are left out.
    pub visits: Vec<Vec<Visits>>,
}

/// Why a line is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    /// A move is ill written.
    #[error("move {number}: {error}")]
    Notation {
        /// Counted from 1.
        number: usize,
        /// What is wrong.
        error: ParseMoveError,
    },
    /// A move breaks a rule.
    #[error("move {number} ({mv}): {error}")]
    Play {
        /// Counted from 1.
        number: usize,
        /// What was played.
        mv: Move,
        /// The rule.
        error: PlayError,
    },
    /// There are more or fewer searches than moves that were searched.
    #[error("{moves} moves, {opening} of them not searched, but visits of {visits} searches")]
    Count {
        /// All moves.
        moves: usize,
        /// Those that were not searched.
        opening: usize,
        /// The lists of visits.
        visits: usize,
    },
    /// The game goes on.
    #[error("the game is not over after {moves} moves")]
    Unfinished {
        /// All moves.
        moves: usize,
    },
    /// Visits of a move that is none.
    #[error("move {number}: visits of legal move {place}, but there are only {legal}, from 0 on")]
    NoSuchMove {
        /// The move of the game, counted from 1.
        number: usize,
        /// The place among the legal moves.
        place: u16,
        /// How many there are.
        legal: usize,
    },
    /// Visits of a move are told more than once.
    #[error("move {number}: the visits are not in order of the legal moves")]
    Order {
        /// The move of the game, counted from 1.
        number: usize,
    },
}

/// A game by the rules with what a search tried in it.
#[derive(Clone, Debug)]
pub struct Lesson {
    tables: Arc<Tables>,
    moves: Vec<Move>,
    /// How many moves were not searched.
    opening: usize,
    visits: Vec<Vec<Visits>>,
    /// How the game ended for every player.
    scores: Vec<i32>,
    win_shares: Vec<f64>,
}

impl Lesson {
    /// Checks a line against the rules.
    ///
    /// # Errors
    /// Says what is wrong, and at which move.
    pub fn new(tables: &Arc<Tables>, line: SearchedGame) -> Result<Lesson, LessonError> {
        let SearchedGame { opening, moves: words, visits, .. } = line;
        if opening.checked_add(visits.len()) != Some(words.len()) {
            let (moves, visits) = (words.len(), visits.len());
            return Err(LessonError::Count { moves, opening, visits });
        }
        let mut position = Position::new(tables);
        let mut moves = Vec::with_capacity(words.len());
        for (number, word) in (1..).zip(&words) {
            let mv = word.parse().map_err(|error| LessonError::Notation { number, error })?;
            if let Some(visits) = number.checked_sub(opening + 1).map(|at| &visits[at]) {
                check(visits, number, position.count_moves())?;
            }
            position.play(mv).map_err(|error| LessonError::Play { number, mv, error })?;
            moves.push(mv);
        }
        if !position.is_over() {
            return Err(LessonError::Unfinished { moves: moves.len() });
        }
        let (scores, win_shares) = (position.player_scores(), position.win_shares());
        Ok(Lesson { tables: Arc::clone(tables), moves, opening, visits, scores, win_shares })
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

fn check(visits: &[Visits], number: usize, legal: usize) -> Result<(), LessonError> {
    if !visits.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(LessonError::Order { number });
    }
    match visits.last() {
        Some(&(place, _)) if place as usize >= legal => {
            Err(LessonError::NoSuchMove { number, place, legal })
        }
        _ => Ok(()),
    }
}
