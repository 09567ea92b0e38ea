//! What an agent answers.

use std::time::Duration;

use cornerwise_core::Move;

/// A move and what the agent thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move to play.
    pub mv: Move,
    /// Every player's expected share of the win, 0 to 1, if the agent has an opinion.
    pub values: Option<Vec<f64>>,
    /// Every player's expected final score, if the agent has an opinion.
    pub scores: Option<Vec<f64>>,
    /// Moves that were considered, the best first.
    pub candidates: Vec<Candidate>,
    /// The expected line of play, the chosen move first.
    pub line: Vec<Move>,
    /// What it cost.
    pub counters: Counters,
}

impl Decision {
    /// A decision without any reasons.
    #[must_use]
    pub fn of(mv: Move) -> Decision {
        Decision {
            mv,
            values: None,
            scores: None,
            candidates: Vec::new(),
            line: vec![mv],
            counters: Counters::default(),
        }
    }
}

/// Why an agent has no move, and so loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forfeit {
    /// It gives up.
    #[error("resigns")]
    Resigned,
    /// It broke down, or broke a rule; the text says how.
    #[error("{0}")]
    Failed(String),
}

/// A move that was considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// How good it is for the player to move, larger is better; the scale is the agent's own.
    pub value: f64,
    /// How good it looked before it was tried.
    pub prior: Option<f64>,
    /// The expected share of the win of the player to move, 0 to 1, if the agent has an opinion.
    pub win_share: Option<f64>,
    /// The expected final score of the player to move, if the agent has an opinion.
    pub score: Option<f64>,
}

impl Candidate {
    /// A move with a value on the agent's own scale, and no opinion on how the game ends.
    #[must_use]
    pub fn valued(mv: Move, visits: u64, value: f64) -> Candidate {
        Candidate { mv, visits, value, prior: None, win_share: None, score: None }
    }
}

/// The effort behind a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions visited.
    pub nodes: u64,
    /// Games played out.
    pub simulations: u64,
    /// Plies searched.
    pub depth: u32,
    /// Wall-clock time.
    pub time: Duration,
}

impl Counters {
    /// A count per second of the time that the decision took.
    pub fn per_second(&self, count: u64) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
    }
}
