//! Ratings of any number of entrants on one scale.
//!
//! The model is that of Bradley and Terry (1952): the entrant i does better than j with the chance
//! 1 / (1 + exp(θⱼ − θᵢ)). All [`comparisons`] by rank of all games enter alike, a tie as half a win and
//! half a loss. With two players this is plain Elo; with more it is a rating by ranks.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::comparison::{Comparison, comparisons};
use crate::elo::POINTS;
use crate::matrix::Matrix;
use crate::result::GameResult;
use crate::student::{probability_below, two_sided_95};

/// How many virtual draws against an average player everybody gets, unless told otherwise.
pub const PRIOR: f64 = 1.0;

/// The most steps of Newton's method; it needs about ten.
const MOST_STEPS: usize = 200;

/// The least degrees of freedom of an interval: the virtual draws, whose scatter is known, steady those of
/// entrants who played a round or two.
const LEAST_FREEDOM: f64 = 3.0;

/// The ratings of all entrants; their mean is 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    covariance: Matrix,
    /// By entrant: how many rounds it took part in.
    rounds: Vec<u64>,
}

/// One entrant's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points above the mean of all entrants.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub margin: f64,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// The likelihood grows without end as the distance between two entrants does.
    #[error(
        "without virtual draws there are no ratings: no chain of points leads from entrant {from} to {to}"
    )]
    Unbounded {
        /// An entrant that scored, directly or through others, nothing against the other.
        from: usize,
        /// The other entrant.
        to: usize,
    },
}

impl Ratings {
    /// The likeliest ratings when everybody also has this many draws against an average player; see
    /// [`PRIOR`].
    ///
    /// # Errors
    /// Without virtual draws, when somebody won or lost everything or was never compared with the rest.
    pub fn fit(games: &[GameResult], entrants: usize, prior: f64) -> Result<Ratings, RatingError> {
        let mut rounds: BTreeMap<u64, Vec<Comparison>> = BTreeMap::new();
        for game in games {
            rounds.entry(game.round).or_default().extend(comparisons(game));
        }
        rounds.retain(|_, comparisons| !comparisons.is_empty());
        if prior <= 0.0 {
            check_bounded(entrants, rounds.values().flatten())?;
        }
        let likelihood = Likelihood::new(entrants, prior.max(0.0), rounds.values().flatten());
        let strengths = likelihood.maximum();
        let covariance = likelihood.covariance(&strengths, rounds.values());
        let took_part = |entrant| {
            let is_there = |c: &Comparison| c.first == entrant || c.second == entrant;
            rounds.values().filter(|round| round.iter().any(is_there)).count() as u64
        };
        let elo = strengths.iter().map(|s| s * POINTS).collect();
        Ok(Ratings { elo, covariance, rounds: (0..entrants).map(took_part).collect() })
    }

    /// An entrant's rating.
    pub fn of(&self, entrant: usize) -> Rating {
        let error = self.covariance[(entrant, entrant)].max(0.0).sqrt() * POINTS;
        Rating { elo: self.elo[entrant], margin: two_sided_95(self.freedom(entrant)) * error }
    }

    /// The probability that entrant `a` is stronger than entrant `b`.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        let variance = c[(a, a)] + c[(b, b)] - c[(a, b)] - c[(b, a)];
        let difference = (self.elo[a] - self.elo[b]) / POINTS;
        if difference == 0.0 {
            return 0.5;
        }
        let freedom = self.freedom(a).min(self.freedom(b));
        probability_below(difference / variance.max(0.0).sqrt(), freedom)
    }

    /// The scatter of an entrant's rounds is estimated from them.
    fn freedom(&self, entrant: usize) -> f64 {
        (self.rounds[entrant] as f64 - 1.0).max(LEAST_FREEDOM)
    }
}

/// The condition of Ford (1957): from everybody a chain of points leads to everybody else.
fn check_bounded<'a>(
    entrants: usize,
    comparisons: impl Iterator<Item = &'a Comparison>,
) -> Result<(), RatingError> {
    let mut reaches = vec![vec![false; entrants]; entrants];
    for c in comparisons {
        reaches[c.first][c.second] |= c.halves > 0;
        reaches[c.second][c.first] |= c.halves < 2;
    }
    for via in 0..entrants {
        for from in 0..entrants {
            for to in 0..entrants {
                reaches[from][to] |= reaches[from][via] && reaches[via][to];
            }
        }
    }
    for (from, row) in reaches.iter().enumerate() {
        if let Some(to) = (0..entrants).find(|&to| to != from && !row[to]) {
            return Err(RatingError::Unbounded { from, to });
        }
    }
    Ok(())
}

/// The chance that the first of two strengths does better.
fn chance(first: f64, second: f64) -> f64 {
    1.0 / (1.0 + (second - first).exp())
}

/// The likelihood of strengths whose mean is 0, in the natural units of the logistic curve.
struct Likelihood {
    entrants: usize,
    prior: f64,
    /// For every pair that met: how often, and the points of the first.
    pairs: BTreeMap<(usize, usize), (f64, f64)>,
}

impl Likelihood {
    fn new<'a>(
        entrants: usize,
        prior: f64,
        comparisons: impl Iterator<Item = &'a Comparison>,
    ) -> Likelihood {
        let mut pairs = BTreeMap::new();
        for c in comparisons {
            let (times, points): &mut (f64, f64) = pairs.entry((c.first, c.second)).or_default();
            *times += 1.0;
            *points += c.score();
        }
        Likelihood { entrants, prior, pairs }
    }

    fn log(&self, strengths: &[f64]) -> f64 {
        let of = |ahead: f64, points: f64, times: f64| points * ahead - times * softplus(ahead);
        let games = self
            .pairs
            .iter()
            .map(|(&(a, b), &(times, points))| of(strengths[a] - strengths[b], points, times));
        let draws = strengths.iter().map(|&s| of(s, self.prior / 2.0, self.prior));
        games.sum::<f64>() + draws.sum::<f64>()
    }

    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            strengths.iter().map(|&s| self.prior * (0.5 - chance(s, 0.0))).collect();
        for (&(a, b), &(times, points)) in &self.pairs {
            let surplus = points - times * chance(strengths[a], strengths[b]);
            gradient[a] += surplus;
            gradient[b] -= surplus;
        }
        gradient
    }

    /// The inverse of the information about strengths whose mean is 0.
    fn inverse_information(&self, strengths: &[f64]) -> Matrix {
        let mut information = Matrix::filled(self.entrants, 0.0);
        for (i, &s) in strengths.iter().enumerate() {
            let p = chance(s, 0.0);
            information[(i, i)] += self.prior * p * (1.0 - p);
        }
        for (&(a, b), &(times, _)) in &self.pairs {
            let p = chance(strengths[a], strengths[b]);
            let weight = times * p * (1.0 - p);
            information[(a, a)] += weight;
            information[(b, b)] += weight;
            information[(a, b)] -= weight;
            information[(b, a)] -= weight;
        }
        // Moving all strengths together is ruled out; the ones fill that direction, so that the matrix can
        // be inverted, and are taken out again.
        let mut information = information.centred();
        let ones = vec![1.0; self.entrants];
        information.add_square(&ones, 1.0 / self.entrants as f64);
        information.inverse().centred()
    }

    /// Newton's method with shortened steps, on a function with one summit.
    fn maximum(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.entrants];
        let mut value = self.log(&strengths);
        for _ in 0..MOST_STEPS {
            let step = self.inverse_information(&strengths).apply(&self.gradient(&strengths));
            let mut length = 1.0;
            loop {
                let moved: Vec<f64> =
                    strengths.iter().zip(&step).map(|(s, d)| s + length * d).collect();
                let there = self.log(&moved);
                if there > value {
                    (strengths, value) = (moved, there);
                    break;
                }
                length /= 2.0;
                // No step is uphill within the precision of the numbers: this is the summit.
                if length < 1e-6 {
                    return strengths;
                }
            }
            if step.iter().all(|d| d.abs() < 1e-10) {
                break;
            }
        }
        strengths
    }

    /// The sandwich estimate (White 1982) with rounds as clusters: games of one opening and comparisons
    /// of one game are not independent, so it is the scatter of whole rounds that counts.
    fn covariance<'a>(
        &self,
        strengths: &[f64],
        rounds: impl ExactSizeIterator<Item = &'a Vec<Comparison>>,
    ) -> Matrix {
        let mut scatter = Matrix::filled(self.entrants, 0.0);
        // A fitted model is too close to few rounds; the usual correction for that.
        let count = rounds.len() as f64;
        let correction = if count > 1.0 { count / (count - 1.0) } else { 1.0 };
        for round in rounds {
            let mut surplus = vec![0.0; self.entrants];
            for c in round {
                let more = c.score() - chance(strengths[c.first], strengths[c.second]);
                surplus[c.first] += more;
                surplus[c.second] -= more;
            }
            scatter.add_square(&surplus, correction);
        }
        // A virtual draw scatters as a game would that is won or lost with even chances. That keeps the
        // interval open for somebody whose real games all ended alike.
        for (i, &s) in strengths.iter().enumerate() {
            let p = chance(s, 0.0);
            scatter[(i, i)] += self.prior * (0.25 + (p - 0.5).powi(2));
        }
        let inverse = self.inverse_information(strengths);
        inverse.times(&scatter).times(&inverse)
    }
}

/// The logarithm of 1 + exp(x), for any x.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
