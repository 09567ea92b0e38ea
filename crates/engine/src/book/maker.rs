//! Making a book.

use std::collections::BTreeSet;

use cornerwise_core::{Game, Move, Position};

use crate::agent::Agent;
use crate::budget::Stop;
use crate::decision::{Candidate, Decision, Forfeit};
use crate::registry::Registry;
use crate::spec::SpecError;
use crate::turn::Turn;

use super::{Book, Page};

/// The least visits of a move in a book, as a part of those of the best.
const LEAST_VISITS: f64 = 0.05;
/// What the weights of a position add up to.
const WEIGHTS: f64 = 1000.0;

/// Which positions a book is to have: those after the best few moves of each position, for so many moves.
///
/// A page depends on the recipe and its position alone, so that a book can be continued, also with more moves.
#[derive(Clone, Copy, Debug)]
pub struct BookSearch<'a> {
    /// How many moves deep.
    pub plies: usize,
    /// Raised to end the search.
    pub stop: &'a Stop,
}

/// Why a book cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BookMakingError<E> {
    /// The spec names no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The agent broke down.
    #[error("agent \"{agent}\": {forfeit}")]
    Forfeit {
        /// The spec.
        agent: String,
        /// What it says.
        forfeit: Forfeit,
    },
    /// What whoever watches says.
    #[error("{0}")]
    Watcher(E),
}

impl BookSearch<'_> {
    /// Adds the pages that a book lacks; `watch` sees it with every new one. `false` when the stop was raised
    /// before the book was whole.
    ///
    /// # Errors
    /// When the recipe's agent does not exist or breaks down, or the watcher has an error.
    pub fn run<E>(
        &self,
        registry: &Registry,
        book: &mut Book,
        mut watch: impl FnMut(&Book) -> Result<(), E>,
    ) -> Result<bool, BookMakingError<E>> {
        let spec = book.recipe.agent.clone();
        let mut agent = registry.agent(&spec)?;
        let mut lines = vec![Vec::new()];
        for _ in 0..self.plies {
            let mut seen = BTreeSet::new();
            let mut longer = Vec::new();
            for line in lines {
                let identity = book.symmetries.identity(&line);
                if !seen.insert(identity) || after(book, &line).position().is_over() {
                    continue;
                }
                if book.page(&line).is_none() {
                    let decision = self.ask(agent.as_mut(), book, &line);
                    let decision = decision.map_err(|forfeit| BookMakingError::Forfeit {
                        agent: spec.clone(),
                        forfeit,
                    })?;
                    // What an interrupted search says does not count.
                    if self.stop.is_raised() {
                        return Ok(false);
                    }
                    let moves = best_moves(book, &line, &decision);
                    book.add(Page { line: line.clone(), moves });
                    watch(book).map_err(BookMakingError::Watcher)?;
                }
                let Page { line, moves } = book.page(&line).expect("it was added");
                longer.extend(moves.iter().map(|&(mv, _)| [line.as_slice(), &[mv]].concat()));
            }
            lines = longer;
        }
        Ok(true)
    }

    fn ask(&self, agent: &mut dyn Agent, book: &Book, line: &[Move]) -> Result<Decision, Forfeit> {
        agent.new_game(book.recipe.seed);
        Turn::new(&after(book, line), book.recipe.seed, self.stop).ask(agent)
    }
}

/// The game after a line of a book.
fn after(book: &Book, line: &[Move]) -> Game {
    let mut game = Game::new(Position::new(book.symmetries.tables()));
    for &mv in line {
        game.play(mv).expect("lines of a book are legal");
    }
    game
}

/// The moves that were tried most, with weights in proportion. Of moves that lead to the same position up to
/// symmetry, one stands for all.
fn best_moves(book: &Book, line: &[Move], decision: &Decision) -> Vec<(Move, u32)> {
    let tried = |candidate: &&Candidate| candidate.visits > 0;
    let mut found: Vec<(u64, Move, u64)> = Vec::new();
    for candidate in decision.candidates.iter().filter(tried) {
        let identity = book.symmetries.identity(&[line, &[candidate.mv]].concat());
        match found.iter_mut().find(|(known, ..)| *known == identity) {
            Some((.., visits)) => *visits += candidate.visits,
            None => found.push((identity, candidate.mv, candidate.visits)),
        }
    }
    found.sort_by_key(|&(.., visits)| std::cmp::Reverse(visits));
    let most = found.first().map_or(0, |&(.., visits)| visits);
    found.retain(|&(.., visits)| visits as f64 >= LEAST_VISITS * most as f64);
    found.truncate(book.recipe.width);
    if found.is_empty() {
        return vec![(decision.mv, WEIGHTS as u32)];
    }
    let total: u64 = found.iter().map(|&(.., visits)| visits).sum();
    let weight = |visits: u64| (WEIGHTS * visits as f64 / total as f64).round().max(1.0) as u32;
    found.into_iter().map(|(_, mv, visits)| (mv, weight(visits))).collect()
}
