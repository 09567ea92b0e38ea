//! What a model thinks of a position: a policy over its moves, and the value and score of every player.
//!
//! A [`Model`] is what was learnt, loaded once and shared by all agents of a process. An [`Evaluator`] is a model at work for one
//! thread of a search. The [`linear`] model comes with the program, a [`network`] is read from a file; `mcts` takes any other one, too:
//!
//! ```
//! use std::sync::Arc;
//! use cornerwise_core::{Position, Variant};
//! use cornerwise_engine::evaluator::{Evaluator, Model, MoveLogit, RecentMoves, Value};
//!
//! /// Likes large pieces, and thinks that everybody wins as often.
//! struct Sizes;
//!
//! impl Model for Sizes {
//!     fn evaluator<'m>(&'m self, _: &Variant) -> Box<dyn Evaluator + 'm> {
//!         Box::new(Sizes)
//!     }
//! }
//!
//! impl Evaluator for Sizes {
//!     fn policy(&mut self, _: &Position, _: &RecentMoves, _: Option<usize>, moves: &mut Vec<MoveLogit>) {
//!         for scored in moves {
//!             scored.logit = scored.mv.piece().size() as f32;
//!         }
//!     }
//!
//!     fn value(&mut self, position: &Position, _: &RecentMoves) -> Value {
//!         Value::even(position)
//!     }
//! }
//!
//! let agent = cornerwise_engine::mcts_with_model("sims=100", Arc::new(Sizes));
//! assert!(agent.is_ok());
//! ```

pub mod linear;
pub mod network;
mod recent_moves;

pub use recent_moves::RecentMoves;

use cornerwise_core::{Move, Position, Variant};

use crate::outcome::PerPlayer;

/// A move and the logarithm of its probability, but for a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveLogit {
    /// The move.
    pub mv: Move,
    /// The logit.
    pub logit: f32,
}

/// How a game is expected to end. Entries beyond the number of players are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Every player's share of the win; they sum to 1.
    pub shares: PerPlayer,
    /// Every player's score.
    pub scores: PerPlayer,
}

impl Value {
    /// Equal shares of the win, and the scores so far.
    pub fn even(position: &Position) -> Value {
        let mut value = Value::default();
        let players = position.variant().player_count();
        value.shares[..players].fill(1.0 / players as f64);
        for player in position.variant().players() {
            value.scores[player.index()] = f64::from(position.player_score(player));
        }
        value
    }

    /// The same game, if nobody wins it.
    pub(crate) fn drawn(mut self, position: &Position) -> Value {
        let players = position.variant().player_count();
        let score = self.scores[..players].iter().sum::<f64>() / players as f64;
        self.shares[..players].fill(1.0 / players as f64);
        self.scores[..players].fill(score);
        self
    }
}

/// A policy and a value of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The logits of the moves, in the order in which they were asked for.
    pub logits: Vec<f32>,
    /// How the game is expected to end.
    pub value: Value,
}

/// Who is expected to own the cells of the board at the end of the game, row by row from the lowest: probabilities that sum to 1 for
/// each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    /// That a cell stays free.
    pub nobody: Vec<f32>,
    /// That a colour covers it, for each colour of the game.
    pub colours: Vec<Vec<f32>>,
}

/// A model at work for one thread.
pub trait Evaluator: Send {
    /// Gives legal moves of the colour to play their logits. Where `most` is given, only so many of the most probable moves
    /// are needed, and others may be dropped; otherwise they stay in their order.
    fn policy(
        &mut self,
        position: &Position,
        recent: &RecentMoves,
        most: Option<usize>,
        moves: &mut Vec<MoveLogit>,
    );

    /// How a game that is not over is expected to end.
    fn value(&mut self, position: &Position, recent: &RecentMoves) -> Value;

    /// Who will own the cells of a position that is not over, if the model has an opinion.
    fn ownership(&mut self, position: &Position, recent: &RecentMoves) -> Option<Ownership> {
        let _ = (position, recent);
        None
    }

    /// The policy over these legal moves and the value of a position.
    fn evaluate(&mut self, position: &Position, recent: &RecentMoves, legal: &[Move]) -> Evaluated {
        let mut moves: Vec<_> = legal.iter().map(|&mv| MoveLogit { mv, logit: 0.0 }).collect();
        self.policy(position, recent, None, &mut moves);
        let logit = |mv: &Move| {
            let found = moves.iter().find(|scored| scored.mv == *mv);
            found.map_or(f32::NEG_INFINITY, |scored| scored.logit)
        };
        let logits = legal.iter().map(logit).collect();
        Evaluated { logits, value: self.value(position, recent) }
    }
}

/// What was learnt, shared by all threads and agents that use it.
pub trait Model: Send + Sync {
    /// The model at work on positions of a variant.
    fn evaluator<'m>(&'m self, variant: &Variant) -> Box<dyn Evaluator + 'm>;

    /// Whether it can look at positions of a variant, before it is asked to.
    ///
    /// # Errors
    /// Says for which games it is.
    fn check(&self, variant: &Variant) -> Result<(), String> {
        let _ = variant;
        Ok(())
    }
}
