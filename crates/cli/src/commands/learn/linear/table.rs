//! The metrics of a fitted model, as a table and in words.

use std::ops::AddAssign;

use cornerwise_learn::linear::{ByPhase, FitResult, policy, value};

use crate::output::columns;

/// Metrics that can be shown, beside those of the baseline.
pub trait ShownMetrics: Default + for<'t> AddAssign<&'t Self> {
    /// The heads of the columns after the number of positions.
    const HEAD: &[&str];

    fn positions(&self) -> u64;
    /// What stands in the columns.
    fn cells(&self, baseline: &Self) -> Vec<String>;
    /// The same as part of a sentence.
    fn words(&self, baseline: &Self) -> String;
}

impl ShownMetrics for policy::Metrics {
    const HEAD: &[&str] = &["cross-entropy", "entropy", "first move", "first five"];

    fn positions(&self) -> u64 {
        self.positions
    }

    fn cells(&self, baseline: &Self) -> Vec<String> {
        vec![
            numbers(baseline.cross_entropy(), self.cross_entropy()),
            format!("{:.3}", self.entropy()),
            shares(baseline.first(), self.first()),
            shares(baseline.first_five(), self.first_five()),
        ]
    }

    fn words(&self, baseline: &Self) -> String {
        format!(
            "cross-entropy {:.4} (start {:.4}, entropy {:.4}), first move {:.1}%, first five {:.1}%",
            self.cross_entropy(),
            baseline.cross_entropy(),
            self.entropy(),
            100.0 * self.first(),
            100.0 * self.first_five(),
        )
    }
}

impl ShownMetrics for value::Metrics {
    const HEAD: &[&str] = &["Brier score", "winner", "score error"];

    fn positions(&self) -> u64 {
        self.positions
    }

    fn cells(&self, baseline: &Self) -> Vec<String> {
        vec![
            numbers(baseline.brier(), self.brier()),
            shares(baseline.winner(), self.winner()),
            format!("{:.1} -> {:.1}", baseline.score_error(), self.score_error()),
        ]
    }

    fn words(&self, baseline: &Self) -> String {
        format!(
            "Brier score {:.4} (baseline {:.4}), winner {:.1}% (baseline {:.1}%), score error {:.2} (baseline {:.2})",
            self.brier(),
            baseline.brier(),
            100.0 * self.winner(),
            100.0 * baseline.winner(),
            self.score_error(),
            baseline.score_error(),
        )
    }
}

fn numbers(baseline: f64, model: f64) -> String {
    format!("{baseline:.3} -> {model:.3}")
}

fn shares(baseline: f64, model: f64) -> String {
    format!("{:.1}% -> {:.1}%", 100.0 * baseline, 100.0 * model)
}

/// A table of the games learnt from and those held out, and of the latter by phase.
pub fn table<Model, Metrics: ShownMetrics, const PHASES: usize>(
    result: &FitResult<Model, Metrics, PHASES>,
) -> String {
    let head = ["games", "positions"].iter().chain(Metrics::HEAD);
    let mut rows = vec![head.map(ToString::to_string).collect()];
    let mut add = |name: String, baseline: &Metrics, metrics: &Metrics| {
        if metrics.positions() > 0 {
            let mut row = vec![name, metrics.positions().to_string()];
            row.extend(metrics.cells(baseline));
            rows.push(row);
        }
    };
    let counts = [result.training_games, result.held_out_games];
    let sides = result.baseline.iter().zip(&result.metrics);
    for ((name, count), (baseline, metrics)) in
        ["training", "held out"].iter().zip(counts).zip(sides)
    {
        add(format!("{count} {name}"), &baseline.total(), &metrics.total());
    }
    // Of the games held out, if there are any.
    let side = usize::from(result.held_out_games > 0);
    let phases = result.baseline[side].phases.iter().zip(&result.metrics[side].phases);
    for (phase, (baseline, metrics)) in phases.enumerate() {
        add(format!("  phase {phase}"), baseline, metrics);
    }
    columns(&rows)
}

/// The same for a comment, without the phases.
pub fn sentences<Model, Metrics: ShownMetrics, const PHASES: usize>(
    result: &FitResult<Model, Metrics, PHASES>,
) -> Vec<String> {
    let sentence =
        |name: &str, games: usize, [baseline, metrics]: [&ByPhase<Metrics, PHASES>; 2]| {
            let (baseline, metrics) = (baseline.total(), metrics.total());
            let positions = metrics.positions();
            format!("{name}: {games} games, {positions} positions, {}", metrics.words(&baseline))
        };
    let [training, held_out] = [0, 1].map(|side| [&result.baseline[side], &result.metrics[side]]);
    let mut lines = vec![sentence("training", result.training_games, training)];
    if result.held_out_games > 0 {
        lines.push(sentence("held out", result.held_out_games, held_out));
    }
    lines
}
