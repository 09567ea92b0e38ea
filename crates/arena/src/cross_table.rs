//! Everybody against everybody, by seat.

use std::fmt;
use std::ops::Add;

use serde::Serialize;

use crate::comparison::comparisons;
use crate::result::GameResult;

/// Comparisons won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinDrawLoss {
    /// Won.
    pub wins: u64,
    /// Tied.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl WinDrawLoss {
    fn add_halves(&mut self, halves: u32) {
        *(match halves {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        }) += 1;
    }

    /// All comparisons.
    pub fn total(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score, if there was a comparison.
    pub fn score(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.total() > 0).then(|| points / self.total() as f64)
    }
}

impl Add for WinDrawLoss {
    type Output = WinDrawLoss;

    fn add(self, other: WinDrawLoss) -> WinDrawLoss {
        WinDrawLoss {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.wins, self.draws, self.losses)
    }
}

/// What one entrant scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// When it sat, and so began, before the other.
    pub before: WinDrawLoss,
    /// When it sat after the other.
    pub after: WinDrawLoss,
}

impl Meeting {
    /// In all seats.
    pub fn all(self) -> WinDrawLoss {
        self.before + self.after
    }
}

/// What everybody scored against everybody else; with more than two players in a game, by rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossTable {
    meetings: Vec<Vec<Meeting>>,
}

impl CrossTable {
    /// Counts the comparisons of all games.
    pub fn new(entrants: usize, games: &[GameResult]) -> CrossTable {
        let mut meetings = vec![vec![Meeting::default(); entrants]; entrants];
        for comparison in games.iter().flat_map(comparisons) {
            let (first, second) = (comparison.first, comparison.second);
            meetings[first][second].before.add_halves(comparison.halves);
            meetings[second][first].after.add_halves(2 - comparison.halves);
        }
        CrossTable { meetings }
    }

    /// What the first entrant scored against the second.
    pub fn meeting(&self, row: usize, column: usize) -> Meeting {
        self.meetings[row][column]
    }
}
