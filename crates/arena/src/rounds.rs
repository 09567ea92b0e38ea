//! The rounds that two entrants played against each other.
//!
//! Games of one round share an opening, so they are not independent: when it favours one seat, both games
//! tend to go to whoever sits there. The round is therefore the unit of all statistics.

use std::collections::BTreeMap;

use crate::comparison::comparisons;
use crate::result::GameResult;

/// What one entrant scored against another in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoundScore {
    /// How often the two were compared: once in a game of two players.
    pub comparisons: u32,
    /// The points of the first entrant, in halves.
    pub halves: u32,
}

impl RoundScore {
    /// What one game says of two entrants.
    pub fn of_game(game: &GameResult, a: usize, b: usize) -> RoundScore {
        let mut score = RoundScore::default();
        for comparison in comparisons(game) {
            let halves = match (comparison.first, comparison.second) {
                pair if pair == (a, b) => comparison.halves,
                pair if pair == (b, a) => 2 - comparison.halves,
                _ => continue,
            };
            score.add(RoundScore { comparisons: 1, halves });
        }
        score
    }

    /// Adds another part of the same round.
    pub fn add(&mut self, other: RoundScore) {
        self.comparisons += other.comparisons;
        self.halves += other.halves;
    }

    fn points(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

/// How many rounds had which score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    counts: BTreeMap<RoundScore, u64>,
}

impl Rounds {
    /// The rounds of entrant `a` against entrant `b`, finished or not.
    pub fn between(games: &[GameResult], a: usize, b: usize) -> Rounds {
        let mut by_number: BTreeMap<u64, RoundScore> = BTreeMap::new();
        for game in games {
            let score = RoundScore::of_game(game, a, b);
            if score.comparisons > 0 {
                by_number.entry(game.round).or_default().add(score);
            }
        }
        let mut rounds = Rounds::default();
        for score in by_number.into_values() {
            rounds.push(score, 1);
        }
        rounds
    }

    /// Rounds by their points: five counts are pairs of games with 0, ½, 1, 1½ and 2 points, three are
    /// single games lost, drawn and won.
    ///
    /// ```
    /// use cornerwise_arena::Rounds;
    /// let pairs = Rounds::from_counts(&[0, 0, 10, 0, 10]);
    /// assert_eq!((pairs.len(), pairs.score()), (20, Some(0.75)));
    /// ```
    pub fn from_counts(counts: &[u64]) -> Rounds {
        let comparisons = counts.len().saturating_sub(1) as u32 / 2;
        let mut rounds = Rounds::default();
        for (halves, &count) in (0..).zip(counts) {
            if count > 0 {
                rounds.push(RoundScore { comparisons, halves }, count);
            }
        }
        rounds
    }

    /// Adds rounds with the same score.
    pub fn push(&mut self, score: RoundScore, count: u64) {
        *self.counts.entry(score).or_default() += count;
    }

    /// The number of rounds.
    pub fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Whether there is no round.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How often the two entrants were compared.
    pub fn comparisons(&self) -> f64 {
        self.sum(|round| f64::from(round.comparisons))
    }

    /// The mean score of a comparison, from 0 to 1.
    pub fn score(&self) -> Option<f64> {
        let comparisons = self.comparisons();
        (comparisons > 0.0).then(|| self.sum(RoundScore::points) / comparisons)
    }

    /// The standard error of the mean score, with rounds as the independent units; none for a single one.
    ///
    /// When all rounds are finished this is the usual estimate from the pentanomial counts of pairs, when
    /// all have one game the one from wins, draws and losses; unfinished rounds weigh what they have.
    pub fn standard_error(&self) -> Option<f64> {
        let mean = self.score()?;
        let residual = |round: RoundScore| round.points() - mean * f64::from(round.comparisons);
        let rounds = self.len() as f64;
        let scatter = self.sum(|round| residual(round).powi(2)) * rounds / (rounds - 1.0);
        (rounds > 1.0).then(|| scatter.sqrt() / self.comparisons())
    }

    /// The mean score of every single round, if all have the same.
    pub fn common_score(&self) -> Option<f64> {
        let mut scores = self.counts.keys().map(|r| r.points() / f64::from(r.comparisons));
        let first = scores.next()?;
        scores.all(|score| score == first).then_some(first)
    }

    /// How many rounds have each number of half points from none to all, for rounds with this many
    /// comparisons.
    pub fn histogram(&self, comparisons: u32) -> Vec<u64> {
        let of = |halves| self.counts.get(&RoundScore { comparisons, halves });
        (0..=2 * comparisons).map(|halves| of(halves).copied().unwrap_or(0)).collect()
    }

    fn sum(&self, value: impl Fn(RoundScore) -> f64) -> f64 {
        self.counts.iter().map(|(&round, &count)| count as f64 * value(round)).sum()
    }
}
