//! What a fitted model is worth, in words and numbers.

use std::ops::AddAssign;

use cornerwise_learn::{ByPhase, Fitted, priors, prospects};

use crate::output::columns;

/// Figures that can be told, beside those of what the model is compared with.
pub trait Told: Default + for<'t> AddAssign<&'t Self> {
    /// The heads of the columns after the number of positions.
    const HEAD: &[&str];

    fn positions(&self) -> u64;
    /// What stands in the columns.
    fn cells(&self, before: &Self) -> Vec<String>;
    /// The same as part of a sentence.
    fn words(&self, before: &Self) -> String;
}

impl Told for priors::Tally {
    const HEAD: &[&str] = &["cross-entropy", "least", "first of all", "among the first five"];

    fn positions(&self) -> u64 {
        self.positions
    }

    fn cells(&self, before: &Self) -> Vec<String> {
        vec![
            numbers(before.cross_entropy(), self.cross_entropy()),
            format!("{:.3}", self.entropy()),
            shares(before.first(), self.first()),
            shares(before.first_five(), self.first_five()),
        ]
    }

    fn words(&self, before: &Self) -> String {
        format!(
            "cross-entropy {:.4} (start {:.4}, least {:.4}), the most visited move is the most probable in {:.1}%, among \
             five in {:.1}%",
            self.cross_entropy(),
            before.cross_entropy(),
            self.entropy(),
            100.0 * self.first(),
            100.0 * self.first_five(),
        )
    }
}

impl Told for prospects::Tally {
    const HEAD: &[&str] = &["Brier score", "winner named", "score missed by"];

    fn positions(&self) -> u64 {
        self.positions
    }

    fn cells(&self, before: &Self) -> Vec<String> {
        vec![
            numbers(before.brier(), self.brier()),
            shares(before.winner(), self.winner()),
            format!("{:.1} -> {:.1}", before.score_error(), self.score_error()),
        ]
    }

    fn words(&self, before: &Self) -> String {
        format!(
            "Brier score {:.4} (guess {:.4}), the winner is named in {:.1}% (guess {:.1}%), scores are missed by {:.2} \
             (guess {:.2})",
            self.brier(),
            before.brier(),
            100.0 * self.winner(),
            100.0 * before.winner(),
            self.score_error(),
            before.score_error(),
        )
    }
}

fn numbers(before: f64, after: f64) -> String {
    format!("{before:.3} -> {after:.3}")
}

fn shares(before: f64, after: f64) -> String {
    format!("{:.1}% -> {:.1}%", 100.0 * before, 100.0 * after)
}

/// A table of the games learnt from and those held out, and of the latter by phase.
pub fn table<Model, T: Told, const PHASES: usize>(fitted: &Fitted<Model, T, PHASES>) -> String {
    let head = ["games", "positions"].iter().chain(T::HEAD);
    let mut rows = vec![head.map(ToString::to_string).collect()];
    let mut add = |name: String, before: &T, after: &T| {
        if after.positions() > 0 {
            let mut row = vec![name, after.positions().to_string()];
            row.extend(after.cells(before));
            rows.push(row);
        }
    };
    let counts = [fitted.training_games, fitted.held_out_games];
    let sides = fitted.before.iter().zip(&fitted.after);
    for ((name, count), (before, after)) in ["training", "held out"].iter().zip(counts).zip(sides) {
        add(format!("{count} {name}"), &before.total(), &after.total());
    }
    // Of the games held out, if there are any.
    let side = usize::from(fitted.held_out_games > 0);
    let phases = fitted.before[side].phases.iter().zip(&fitted.after[side].phases);
    for (phase, (before, after)) in phases.enumerate() {
        add(format!("  phase {phase}"), before, after);
    }
    columns(&rows)
}

/// The same for a comment, without the phases.
pub fn sentences<Model, T: Told, const PHASES: usize>(
    fitted: &Fitted<Model, T, PHASES>,
) -> Vec<String> {
    let told = |name: &str, games: usize, [before, after]: [&ByPhase<T, PHASES>; 2]| {
        let (before, after) = (before.total(), after.total());
        let positions = after.positions();
        format!("{name}: {games} games, {positions} positions, {}", after.words(&before))
    };
    let [training, held_out] = [0, 1].map(|side| [&fitted.before[side], &fitted.after[side]]);
    let mut lines = vec![told("training", fitted.training_games, training)];
    if fitted.held_out_games > 0 {
        lines.push(told("held out", fitted.held_out_games, held_out));
    }
    lines
}
