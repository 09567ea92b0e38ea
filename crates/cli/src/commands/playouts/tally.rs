//! What is counted over many games.

use cornerwise_core::{Position, Variant};

use crate::histogram::Histogram;

/// Exact counts, so that their sum is the same in whatever order threads finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub games: u64,
    /// Moves a game, passes not counted.
    pub lengths: Histogram,
    /// Before each move of a game, how many legal moves there were.
    pub plies: Vec<PlyTally>,
    pub players: Vec<PlayerTally>,
}

/// The legal moves before the same move of all games that came so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyTally {
    pub games: u64,
    pub legal: u64,
}

impl PlyTally {
    pub fn mean(self) -> f64 {
        self.legal as f64 / self.games as f64
    }
}

/// How the games ended for one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTally {
    /// Games with the best score alone.
    pub wins: u64,
    /// Games with the best score together with others.
    pub draws: u64,
    pub losses: u64,
    pub scores: Histogram,
}

impl Tally {
    pub fn new(variant: &Variant) -> Tally {
        Tally {
            games: 0,
            lengths: Histogram::default(),
            plies: Vec::new(),
            players: vec![PlayerTally::default(); variant.player_count()],
        }
    }

    /// Counts a finished game with the number of legal moves before each of its moves.
    pub fn add(&mut self, end: &Position, legal: &[usize]) {
        self.games += 1;
        self.lengths.add(legal.len() as i64);
        self.reach(legal.len());
        for (ply, &count) in self.plies.iter_mut().zip(legal) {
            ply.games += 1;
            ply.legal += count as u64;
        }
        let ranks = end.ranks();
        let winners = ranks.iter().filter(|&&rank| rank == 1).count();
        for (index, tally) in self.players.iter_mut().enumerate() {
            match ranks[index] {
                1 if winners == 1 => tally.wins += 1,
                1 => tally.draws += 1,
                _ => tally.losses += 1,
            }
        }
        for (tally, score) in self.players.iter_mut().zip(end.player_scores()) {
            tally.scores.add(score.into());
        }
    }

    /// Counts all that another tally of the same variant counted.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.lengths.merge(&other.lengths);
        self.reach(other.plies.len());
        for (own, ply) in self.plies.iter_mut().zip(&other.plies) {
            own.games += ply.games;
            own.legal += ply.legal;
        }
        for (own, player) in self.players.iter_mut().zip(&other.players) {
            own.wins += player.wins;
            own.draws += player.draws;
            own.losses += player.losses;
            own.scores.merge(&player.scores);
        }
    }

    /// The mean number of legal moves over all moves of all games.
    pub fn mean_legal(&self) -> Option<f64> {
        let games: u64 = self.plies.iter().map(|ply| ply.games).sum();
        let legal: u64 = self.plies.iter().map(|ply| ply.legal).sum();
        (games > 0).then(|| legal as f64 / games as f64)
    }

    /// How many games each player won alone.
    pub fn wins(&self) -> Vec<u64> {
        self.players.iter().map(|player| player.wins).collect()
    }

    fn reach(&mut self, plies: usize) {
        if self.plies.len() < plies {
            self.plies.resize(plies, PlyTally::default());
        }
    }
}
