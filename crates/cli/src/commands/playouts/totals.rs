//! What is counted over many games.

use cornerwise_core::{Position, Variant};

use crate::histogram::Histogram;

/// Exact counts, so that their sum is the same in whatever order threads finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    pub games: u64,
    /// Moves a game, passes not counted.
    pub lengths: Histogram,
    /// Before each move of a game, how many legal moves there were.
    pub plies: Vec<PlyTotals>,
    pub players: Vec<PlayerTotals>,
    /// For each agent and each seat, the games of the agent there; empty when nobody but chance plays.
    pub agents: Vec<Vec<PlayerTotals>>,
}

/// Which agent has a seat in a game: they move up by one with every game, so that nobody keeps the first.
pub fn agent_in(seat: usize, game: u64, agents: usize) -> usize {
    (seat + (game % agents as u64) as usize) % agents
}

/// The legal moves before the same move of all games that came so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyTotals {
    pub games: u64,
    pub legal: u64,
}

impl PlyTotals {
    pub fn mean(self) -> f64 {
        self.legal as f64 / self.games as f64
    }
}

/// How the games ended for one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTotals {
    /// Games with the best score alone.
    pub wins: u64,
    /// Games with the best score together with others.
    pub draws: u64,
    pub losses: u64,
    pub scores: Histogram,
}

impl PlayerTotals {
    /// Counts a game by the rank of the player.
    fn add(&mut self, rank: usize, winners: usize, score: i32) {
        match rank {
            1 if winners == 1 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.scores.add(score.into());
    }

    /// Counts all that others counted.
    pub fn merge(&mut self, other: &PlayerTotals) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.scores.merge(&other.scores);
    }
}

impl Totals {
    pub fn new(variant: &Variant, agents: usize) -> Totals {
        let players = vec![PlayerTotals::default(); variant.player_count()];
        Totals {
            games: 0,
            lengths: Histogram::default(),
            plies: Vec::new(),
            agents: vec![players.clone(); agents],
            players,
        }
    }

    /// Counts a finished game with its number and the legal moves before each of its moves.
    pub fn add(&mut self, game: u64, end: &Position, legal: &[usize]) {
        self.games += 1;
        self.lengths.add(legal.len() as i64);
        self.reach(legal.len());
        for (ply, &count) in self.plies.iter_mut().zip(legal) {
            ply.games += 1;
            ply.legal += count as u64;
        }
        let (ranks, scores) = (end.ranks(), end.player_scores());
        let winners = ranks.iter().filter(|&&rank| rank == 1).count();
        for (seat, (&rank, &score)) in ranks.iter().zip(&scores).enumerate() {
            self.players[seat].add(rank, winners, score);
            if !self.agents.is_empty() {
                let agent = agent_in(seat, game, self.agents.len());
                self.agents[agent][seat].add(rank, winners, score);
            }
        }
    }

    /// Counts all that others of the same variant counted.
    pub fn merge(&mut self, other: &Totals) {
        self.games += other.games;
        self.lengths.merge(&other.lengths);
        self.reach(other.plies.len());
        for (own, ply) in self.plies.iter_mut().zip(&other.plies) {
            own.games += ply.games;
            own.legal += ply.legal;
        }
        let players = self.players.iter_mut().zip(&other.players);
        let seats = self.agents.iter_mut().flatten().zip(other.agents.iter().flatten());
        for (own, player) in players.chain(seats) {
            own.merge(player);
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
            self.plies.resize(plies, PlyTotals::default());
        }
    }
}
