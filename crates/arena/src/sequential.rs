//! A sequential test that watches a match.

use std::collections::BTreeMap;

use crate::result::GameResult;
use crate::rounds::{RoundScore, Rounds};
use crate::sprt::{Sprt, SprtState, Verdict};

/// A sequential test of one entrant against another, fed with games as they end.
///
/// Rounds count in the order of their numbers, which begin at 0 and have no gaps, whatever the order in
/// which their games end. So a match has the same verdict however many games are played at once, and what
/// ends after the verdict does not change it.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    entrants: (usize, usize),
    games_in_round: usize,
    /// Rounds that wait for a game of theirs or for a round before them.
    waiting: BTreeMap<u64, (usize, RoundScore)>,
    next: u64,
    rounds: Rounds,
    state: SprtState,
}

impl SequentialTest {
    /// A test that has seen nothing yet, of the first entrant against the second; a round has this many
    /// games.
    pub fn new(sprt: Sprt, entrants: (usize, usize), games_in_round: usize) -> SequentialTest {
        SequentialTest {
            sprt,
            entrants,
            games_in_round,
            waiting: BTreeMap::new(),
            next: 0,
            rounds: Rounds::default(),
            state: sprt.state(&[]),
        }
    }

    /// Takes a game that has ended into account. No game may come twice.
    pub fn add(&mut self, game: &GameResult) {
        let (a, b) = self.entrants;
        let (games, score) = self.waiting.entry(game.round).or_default();
        *games += 1;
        score.add(RoundScore::of_game(game, a, b));
        while let Some(&(games, score)) = self.waiting.get(&self.next) {
            if games < self.games_in_round || self.state.verdict != Verdict::Open {
                break;
            }
            self.waiting.remove(&self.next);
            self.next += 1;
            self.rounds.push(score, 1);
            self.state = self.sprt.state(&self.rounds.histogram(score.comparisons));
        }
    }

    /// What the finished rounds say.
    pub fn state(&self) -> SprtState {
        self.state
    }

    /// The rounds that were taken into account.
    pub fn rounds(&self) -> &Rounds {
        &self.rounds
    }
}
