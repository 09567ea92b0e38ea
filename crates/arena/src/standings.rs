//! Who did how well.

use serde::Serialize;

use crate::cross_table::CrossTable;
use crate::movers::Movers;
use crate::rating::{PRIOR, Rating, Ratings};
use crate::result::{End, GameResult};

/// Everything that the games say of the entrants.
#[derive(Clone, Debug)]
pub struct Standings {
    /// One row for each entrant, by its number.
    pub rows: Vec<Row>,
    /// The entrants' numbers, the best first.
    pub order: Vec<usize>,
    /// Everybody against everybody.
    pub cross: CrossTable,
    /// The ratings, with what they say of pairs.
    pub ratings: Ratings,
}

/// What the games say of one entrant. An entrant in several seats of one game counts in each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The entrant's name.
    pub name: String,
    /// Games, seat by seat.
    pub games: u64,
    /// Games in which it was first alone.
    pub wins: u64,
    /// Games in which it shared the first rank.
    pub draws: u64,
    /// The other games.
    pub losses: u64,
    /// Its shares of the wins: one for a win, half for the draw of two, and so on.
    pub points: f64,
    /// The mean rank.
    pub rank: Mean,
    /// The mean score, in games that were played to the end.
    pub score: Mean,
    /// The mean distance to the best other player's score, in games that were played to the end.
    pub margin: Mean,
    /// The mean number of squares that it could not place, in games that were played to the end.
    pub remaining: Mean,
    /// Its time for a move, in milliseconds.
    pub millis: Mean,
    /// The longest time for a move, in milliseconds.
    pub longest: Option<f64>,
    /// Games that it forfeited.
    pub forfeits: u64,
    /// Its rating among all entrants.
    pub rating: Rating,
}

/// A mean of what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// Takes a value in.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean, if there was a value.
    pub fn get(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl Serialize for Mean {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

impl Standings {
    /// Sums up the games. The movers are those of the same games; without them, times are not known.
    pub fn new(names: &[String], games: &[GameResult], movers: &Movers) -> Standings {
        let ratings = Ratings::fit(games, names.len(), PRIOR).expect("a prior bounds all ratings");
        let row = |(entrant, name): (usize, &String)| Row::new(name, ratings.of(entrant));
        let mut rows: Vec<Row> = names.iter().enumerate().map(row).collect();
        for (index, game) in games.iter().enumerate() {
            for (player, &entrant) in game.seats.iter().enumerate() {
                rows[entrant].add(game, player);
            }
            for (&player, turn) in movers.after_opening(index, game).iter().zip(&game.turns) {
                rows[game.seats[player]].add_time(turn.millis);
            }
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&a, &b| rows[b].rating.elo.total_cmp(&rows[a].rating.elo));
        Standings { rows, order, cross: CrossTable::new(names.len(), games), ratings }
    }

    /// The rows with their entrants' numbers, the best first.
    pub fn sorted(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.order.iter().map(|&entrant| (entrant, &self.rows[entrant]))
    }
}

impl Row {
    fn new(name: &str, rating: Rating) -> Row {
        Row {
            name: name.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            points: 0.0,
            rank: Mean::default(),
            score: Mean::default(),
            margin: Mean::default(),
            remaining: Mean::default(),
            millis: Mean::default(),
            longest: None,
            forfeits: 0,
            rating,
        }
    }

    fn add(&mut self, game: &GameResult, player: usize) {
        self.games += 1;
        let firsts = game.ranks.iter().filter(|&&rank| rank == 1).count();
        match (game.ranks[player], firsts) {
            (1, 1) => self.wins += 1,
            (1, _) => self.draws += 1,
            _ => self.losses += 1,
        }
        if game.ranks[player] == 1 {
            self.points += 1.0 / firsts as f64;
        }
        self.rank.add(game.ranks[player] as f64);
        match game.end {
            End::Played => {
                let others = game.scores.iter().enumerate().filter(|&(other, _)| other != player);
                let score = game.scores[player];
                self.score.add(f64::from(score));
                if let Some(best) = others.map(|(_, &score)| score).max() {
                    self.margin.add(f64::from(score - best));
                }
                self.remaining.add(f64::from(game.remaining[player]));
            }
            End::Forfeit { player: guilty, .. } => self.forfeits += u64::from(guilty == player),
            End::Adjudicated => {}
        }
    }

    fn add_time(&mut self, millis: f64) {
        self.millis.add(millis);
        self.longest = Some(self.longest.map_or(millis, |longest| longest.max(millis)));
    }
}
