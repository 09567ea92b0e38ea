//! The children of a position with their priors.

mod piece_schedule;

use cornerwise_core::{Generator, Move, Position};

use crate::evaluator::linear::{by_logit, keep_most_probable};
use crate::evaluator::{Evaluator, MoveLogit, RecentMoves};
use crate::math::Elementary;

use crate::mcts::options::TreeOptions;
use crate::mcts::tree::{NewChild, Node};
use piece_schedule::keep_scheduled;

/// Finds the moves of positions and their priors; nothing is allocated for a position.
pub struct Expansion {
    options: TreeOptions,
    list: Vec<Move>,
    moves: Vec<MoveLogit>,
    children: Vec<NewChild>,
}

impl Expansion {
    pub fn new(options: TreeOptions) -> Expansion {
        Expansion { options, list: Vec::new(), moves: Vec::new(), children: Vec::new() }
    }

    /// The moves of the colour to play with their priors: all of them in order, or the most probable ones; and whether
    /// these are all legal moves.
    pub fn children(
        &mut self,
        evaluator: &mut dyn Evaluator,
        position: &Position,
        recent: &RecentMoves,
        most: Option<usize>,
    ) -> (&[NewChild], bool) {
        let colour = position.to_play().expect("the game is not over");
        Generator::Fast.list(position, colour, &mut self.list);
        let legal = self.list.len();
        if self.options.schedule {
            keep_scheduled(position, &mut self.list);
        }
        let moves = &mut self.moves;
        moves.clear();
        moves.extend(self.list.iter().map(|&mv| MoveLogit { mv, logit: 0.0 }));
        if self.options.policy {
            evaluator.policy(position, recent, most, moves);
        }
        keep_most_probable(moves, most);
        if most.is_none() {
            moves.sort_unstable_by(by_logit);
        }
        let is_complete = moves.len() == legal;
        self.normalise();
        (&self.children, is_complete)
    }

    /// Gives the children of a position their priors anew, by another evaluator.
    pub fn renew(
        &mut self,
        evaluator: &mut dyn Evaluator,
        position: &Position,
        recent: &RecentMoves,
        children: &[Node],
    ) {
        if !self.options.policy {
            return;
        }
        self.moves.clear();
        self.moves.extend(children.iter().map(|child| MoveLogit { mv: child.mv(), logit: 0.0 }));
        evaluator.policy(position, recent, None, &mut self.moves);
        self.normalise();
        for (child, new) in children.iter().zip(&self.children) {
            debug_assert_eq!(child.mv(), new.mv);
            child.set_prior(new.prior);
        }
    }

    /// Makes priors of the logits: their softmax, sharpened.
    fn normalise(&mut self) {
        let logits = self.moves.iter().map(|scored| scored.logit);
        let highest = logits.fold(f32::NEG_INFINITY, f32::max);
        self.children.clear();
        let mut total = 0.0;
        for &MoveLogit { mv, logit } in &self.moves {
            let prior = (self.options.sharpness * (logit - highest)).exponential();
            total += prior;
            self.children.push(NewChild { mv, prior });
        }
        for child in &mut self.children {
            child.prior /= total;
        }
    }
}
