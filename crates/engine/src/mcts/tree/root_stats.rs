//! What the simulated games of a search gave.

use cornerwise_core::Colour;

use crate::outcome::{Outcome, PerPlayer};

/// Sums over all simulations of a search, or of one thread for a while.
#[derive(Clone, Default)]
pub struct RootStats {
    pub simulations: u64,
    /// The longest way down the tree.
    pub depth: usize,
    moves: Vec<MoveStats>,
}

/// Sums over the games after one move of the root.
#[derive(Clone, Copy, Default)]
pub struct MoveStats {
    games: u64,
    shares: PerPlayer,
    scores: PerPlayer,
}

impl RootStats {
    /// No games yet of so many moves.
    pub fn new(moves: usize) -> RootStats {
        RootStats { moves: vec![MoveStats::default(); moves], ..RootStats::default() }
    }

    /// What another search of the same position begins with: it counts its own games, but goes on with their results.
    pub fn again(self, moves: usize) -> RootStats {
        let known = Some(self.moves).filter(|known| known.len() == moves);
        known.map_or_else(
            || RootStats::new(moves),
            |moves| RootStats { moves, ..RootStats::default() },
        )
    }

    /// The games after a move of the root.
    pub fn of_move(&self, child: usize) -> &MoveStats {
        &self.moves[child]
    }

    /// A game has ended after a move of the root.
    pub fn add_game(&mut self, child: usize, outcome: &Outcome) {
        self.simulations += 1;
        let played = &mut self.moves[child];
        played.games += 1;
        add(&mut played.shares, &outcome.shares);
        add(&mut played.scores, &outcome.scores);
    }

    /// Takes in what another thread has found.
    pub fn add(&mut self, other: &RootStats) {
        self.simulations += other.simulations;
        self.depth = self.depth.max(other.depth);
        for (own, other) in self.moves.iter_mut().zip(&other.moves) {
            own.games += other.games;
            add(&mut own.shares, &other.shares);
            add(&mut own.scores, &other.scores);
        }
    }
}

impl MoveStats {
    /// Every player's mean share of the win, if there were games.
    pub fn mean_shares(&self) -> Option<PerPlayer> {
        self.mean(&self.shares)
    }

    /// Every player's mean score, if there were games.
    pub fn mean_scores(&self) -> Option<PerPlayer> {
        self.mean(&self.scores)
    }

    fn mean(&self, sums: &PerPlayer) -> Option<PerPlayer> {
        (self.games > 0).then(|| sums.map(|sum| sum / self.games as f64))
    }
}

fn add(sums: &mut PerPlayer, more: &PerPlayer) {
    for player in 0..Colour::MAX {
        sums[player] += more[player];
    }
}
