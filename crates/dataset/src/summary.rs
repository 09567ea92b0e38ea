//! What is in a file of games, in numbers.

use serde::Serialize;

use crate::game::SearchedGame;
use crate::header::Header;

/// Figures of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// How many games.
    pub games: u64,
    /// How many positions in which somebody moved.
    pub positions: u64,
    /// Those of openings.
    pub opening_positions: u64,
    /// Those with visits of a search.
    pub searched_positions: u64,
    /// Those with a full search, and visits of it.
    pub full_positions: u64,
    /// Those with values of the players.
    pub valued_positions: u64,
    /// All visits.
    pub visits: u64,
    /// Moves of a game in the mean.
    pub mean_length: f64,
    /// The share of all wins of every player.
    pub win_shares: Vec<f64>,
    /// The mean final score of every player.
    pub mean_scores: Vec<f64>,
    /// The specs of all agents, each once.
    pub agents: Vec<String>,
}

impl Summary {
    /// Nothing yet, of a file with this header.
    #[must_use]
    pub fn new(header: &Header) -> Summary {
        let agents = header.agents().into_iter().map(str::to_owned).collect();
        Summary { agents, ..Summary::default() }
    }

    /// Takes a game in. Means are running ones, so that the figures are right at any time.
    pub fn add(&mut self, game: &SearchedGame) {
        self.games += 1;
        self.positions += game.turns.len() as u64;
        self.opening_positions += game.opening as u64;
        for turn in &game.turns {
            let search = &turn.search;
            let is_searched = !search.visits.is_empty();
            self.searched_positions += u64::from(is_searched);
            self.full_positions += u64::from(is_searched && search.full);
            self.valued_positions += u64::from(search.values.is_some());
            self.visits += search.visits.iter().map(|&(_, count)| u64::from(count)).sum::<u64>();
        }
        for agent in &game.agents {
            if !self.agents.contains(agent) {
                self.agents.push(agent.clone());
            }
        }
        self.mean_length = self.positions as f64 / self.games as f64;
        let games = self.games as f64;
        running_mean(
            &mut self.win_shares,
            game.win_shares.iter().map(|&share| share.into()),
            games,
        );
        running_mean(&mut self.mean_scores, game.scores.iter().map(|&score| score.into()), games);
    }
}

fn running_mean(means: &mut Vec<f64>, values: impl Iterator<Item = f64>, count: f64) {
    for (at, value) in values.enumerate() {
        if at == means.len() {
            means.push(0.0);
        }
        means[at] += (value - means[at]) / count;
    }
}
