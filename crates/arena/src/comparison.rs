//! Who did better than whom in one game.

use crate::result::GameResult;

/// Two players of one game compared by their ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The entrant who sat before the other.
    pub first: usize,
    /// The entrant who sat after the first.
    pub second: usize,
    /// In halves of a point for the first: 2 when it did better, 1 when they tied, 0 when it did worse.
    pub halves: u32,
}

impl Comparison {
    /// The first entrant's share of the point.
    pub fn score(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

/// All pairs of players of a game that belong to different entrants.
///
/// With two players this is the game's result; with more it is what the ranks say of each pair. All
/// statistics read games by these comparisons.
pub fn comparisons(game: &GameResult) -> impl Iterator<Item = Comparison> {
    let players = game.seats.len().min(game.ranks.len());
    let pairs = (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| game.seats[a] != game.seats[b]).map(|(a, b)| {
        let halves = match game.ranks[a].cmp(&game.ranks[b]) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        Comparison { first: game.seats[a], second: game.seats[b], halves }
    })
}
