//! Elo differences and how sure they are.

use std::f64::consts::LN_10;
use std::fmt;

use serde::Serialize;

use crate::rounds::Rounds;
use crate::student::{probability_below, two_sided_95};

/// Elo points for one unit of the logistic curve: 400 points are odds of ten to one.
pub const POINTS: f64 = 400.0 / LN_10;

/// The chance that an interval misses the truth.
const MISS: f64 = 0.05;

/// The Elo difference at which a player expects this mean score; none for 0 and 1.
///
/// ```
/// assert_eq!(cornerwise_arena::elo(0.5), Some(0.0));
/// assert_eq!(cornerwise_arena::elo(1.0), None);
/// ```
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| POINTS * (score / (1.0 - score)).ln())
}

/// The mean score that a player expects who is this many Elo points ahead.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / POINTS).exp())
}

/// The difference between two entrants, with a 95 % interval.
///
/// Bounds that are missing are infinite: nobody's Elo is known who scored everything or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The mean score of the first entrant, from 0 to 1.
    pub score: f64,
    /// The difference at which this score is expected.
    pub elo: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
    /// The probability that the first entrant is the stronger one.
    pub superiority: f64,
}

impl EloEstimate {
    /// Estimates the difference from the rounds that were played; none from none.
    pub fn of(rounds: &Rounds) -> Option<EloEstimate> {
        let score = rounds.score()?;
        let (low, high, superiority) = if let Some(common) = rounds.common_score() {
            all_alike(common, rounds.len() as f64)
        } else {
            let error = rounds.standard_error()?;
            let freedom = rounds.len() as f64 - 1.0;
            let half = two_sided_95(freedom) * error;
            (score - half, score + half, probability_below((score - 0.5) / error, freedom))
        };
        Some(EloEstimate { score, elo: elo(score), low: elo(low), high: elo(high), superiority })
    }
}

/// The interval of the mean score and the likelihood of superiority when all rounds ended alike.
///
/// The sample has no variance then, which says nothing of the variance of rounds to come. But if fewer
/// than a share p of all rounds ended this way, a run as long as this one would have a chance of less than
/// pⁿ; and the others can at worst all be lost, at best all be won. That is the exact interval of
/// Clopper and Pearson (1934) for the share. It has one side only when the other end is out of reach.
fn all_alike(score: f64, rounds: f64) -> (f64, f64, f64) {
    let one_sided = score == 0.0 || score == 1.0;
    let share = (if one_sided { MISS } else { MISS / 2.0 }).powf(1.0 / rounds);
    // By Laplace's rule of succession for a run of better rounds, as in games without draws.
    let doubt = 0.5_f64.powf(rounds + 1.0);
    let superiority = match score.total_cmp(&0.5) {
        std::cmp::Ordering::Less => doubt,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0 - doubt,
    };
    (score * share, score * share + (1.0 - share), superiority)
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.elo, self.low, self.high) {
            (Some(elo), Some(low), Some(high)) => {
                write!(f, "{elo:+.1} ± {:.1}", (high - low) / 2.0)
            }
            (None, Some(low), None) => write!(f, "over {low:+.0}"),
            (None, None, Some(high)) => write!(f, "under {high:+.0}"),
            (Some(elo), Some(low), None) => write!(f, "{elo:+.1}, over {low:+.0}"),
            (Some(elo), None, Some(high)) => write!(f, "{elo:+.1}, under {high:+.0}"),
            (Some(elo), None, None) => write!(f, "{elo:+.1}, anything"),
            (None, ..) => write!(f, "anything"),
        }
    }
}
