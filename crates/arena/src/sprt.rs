//! The sequential probability ratio test: stop a match as soon as it has an answer.

use cornerwise_engine::{Parameter, ParameterKind, Registry, Settings, Spec};
use serde::{Deserialize, Serialize};

use crate::elo::expected_score;

/// A test of the hypothesis that the difference is `elo1` against the one that it is `elo0`.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub struct Sprt {
    /// The Elo difference by the first hypothesis.
    pub elo0: f64,
    /// The Elo difference by the second hypothesis.
    pub elo1: f64,
    /// The chance to accept the second hypothesis when the first is true.
    pub alpha: f64,
    /// The chance to accept the first hypothesis when the second is true.
    pub beta: f64,
}

/// What the rounds so far say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of how much likelier the second hypothesis makes what was seen.
    pub llr: f64,
    /// Where the first hypothesis is accepted.
    pub lower: f64,
    /// Where the second hypothesis is accepted.
    pub upper: f64,
    /// The answer.
    pub verdict: Verdict,
}

/// The answer of a sequential test.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More rounds are needed.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    Elo0,
    /// The difference is `elo1` rather than `elo0`.
    Elo1,
}

/// Why a text describes no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sprt \"{text}\": {reason}")]
pub struct SprtError {
    text: String,
    reason: String,
}

/// The largest Elo difference that a hypothesis may name.
const MOST: f64 = 2000.0;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "elo0",
        kind: ParameterKind::Real(-MOST, MOST),
        default: "0",
        meaning: "the Elo difference by the first hypothesis",
    },
    Parameter {
        name: "elo1",
        kind: ParameterKind::Real(-MOST, MOST),
        default: "10",
        meaning: "the Elo difference by the second hypothesis",
    },
    Parameter {
        name: "alpha",
        kind: ParameterKind::Real(1e-6, 0.49),
        default: "0.05",
        meaning: "the chance to accept the second when the first is true",
    },
    Parameter {
        name: "beta",
        kind: ParameterKind::Real(1e-6, 0.49),
        default: "0.05",
        meaning: "the chance to accept the first when the second is true",
    },
];

impl Sprt {
    /// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05`; what is left out has these values.
    ///
    /// ```
    /// use cornerwise_arena::Sprt;
    /// assert_eq!(Sprt::parse("elo1=5").unwrap().alpha, 0.05);
    /// assert!(Sprt::parse("elo0=5,elo1=0").is_err());
    /// ```
    ///
    /// # Errors
    /// Names the key and what is allowed.
    pub fn parse(text: &str) -> Result<Sprt, SprtError> {
        let one_line = |text: &str| text.replace(char::is_control, "\u{fffd}");
        let error = |reason: String| SprtError { text: one_line(text), reason: one_line(&reason) };
        // The arguments are written as those of an agent.
        let spec: Spec = format!("sprt:{text}")
            .parse()
            .map_err(|e: cornerwise_engine::SpecError| error(e.reason))?;
        if let Some((_, value)) = spec.arguments.iter().find(|(key, _)| key.is_empty()) {
            return Err(error(format!("\"{value}\" is not key=value")));
        }
        let settings =
            Settings::read(PARAMETERS, &spec.arguments, &Registry::default()).map_err(error)?;
        let [elo0, elo1, alpha, beta] =
            ["elo0", "elo1", "alpha", "beta"].map(|name| settings.real(name));
        if elo0 >= elo1 {
            return Err(error(format!("elo0={elo0} is not below elo1={elo1}")));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// Where the first hypothesis is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Where the second hypothesis is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// What rounds with these numbers of points say: five counts are pairs of games with 0, ½, 1, 1½ and 2
    /// points, three are single games, and so on.
    pub fn state(&self, counts: &[u64]) -> SprtState {
        let llr = self.llr(counts);
        let (lower, upper) = (self.lower(), self.upper());
        let verdict = if llr >= upper {
            Verdict::Elo1
        } else if llr <= lower {
            Verdict::Elo0
        } else {
            Verdict::Open
        };
        SprtState { llr, lower, upper, verdict }
    }

    /// The log-likelihood ratio of the *generalised* test: each hypothesis names the mean score alone, and
    /// the rest of the distribution is the likeliest one with that mean.
    fn llr(&self, counts: &[u64]) -> f64 {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return 0.0;
        }
        // Without a trace of what was not seen, no distribution with another mean would explain a sample
        // in which all rounds ended alike.
        let counts: Vec<f64> = counts.iter().map(|&count| (count as f64).max(1e-3)).collect();
        let tilt0 = tilt(&counts, expected_score(self.elo0));
        let tilt1 = tilt(&counts, expected_score(self.elo1));
        let ratio = |(value, &count): (f64, &f64)| {
            let denominator = |(mean, x): (f64, f64)| 1.0 + x * (value - mean);
            count * (denominator(tilt0) / denominator(tilt1)).ln()
        };
        values(counts.len()).zip(&counts).map(ratio).sum()
    }
}

/// The mean scores of rounds with each number of half points.
fn values(len: usize) -> impl Iterator<Item = f64> {
    (0..len).map(move |halves| halves as f64 / (len - 1) as f64)
}

/// The likeliest distribution with this mean gives the value v, which has the share p of the sample, the
/// probability p / (1 + x (v − mean)) for one number x; answers the mean and x.
///
/// Setting the derivatives of the likelihood to zero shows the form, and x is the zero of
/// Σ p (v − mean) / (1 + x (v − mean)), which decreases between its poles.
fn tilt(counts: &[f64], mean: f64) -> (f64, f64) {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope, mut scale) = (0.0, 0.0, 0.0);
        for (value, count) in values(counts.len()).zip(counts) {
            let term = (value - mean) / (1.0 + x * (value - mean));
            sum += count * term;
            slope -= count * term * term;
            scale += count * term.abs();
        }
        if sum.abs() <= 1e-14 * scale {
            break;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step, or the middle when that leaves the bracket.
        let next = x - sum / slope;
        x = if next > low && next < high { next } else { f64::midpoint(low, high) };
    }
    (mean, x)
}
