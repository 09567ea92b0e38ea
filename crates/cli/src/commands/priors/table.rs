//! What fitted weights are worth, in words and numbers.

use cornerwise_learn::priors::{Figures, Fitted, Tally};

use crate::output::columns;

/// A table of the games learnt from and those held out, and of the latter by phase.
pub fn table(fitted: &Fitted) -> String {
    let head =
        ["games", "positions", "cross-entropy", "least", "first of all", "among the first five"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut add = |name: String, before: Tally, after: Tally| {
        if after.positions > 0 {
            rows.push(vec![
                name,
                after.positions.to_string(),
                format!("{:.3} -> {:.3}", before.cross_entropy(), after.cross_entropy()),
                format!("{:.3}", after.entropy()),
                shares(before.first(), after.first()),
                shares(before.first_five(), after.first_five()),
            ]);
        }
    };
    let counts = [fitted.training_games, fitted.held_out_games];
    let sides = fitted.before.iter().zip(&fitted.after);
    for ((name, count), (before, after)) in ["training", "held out"].iter().zip(counts).zip(sides) {
        add(format!("{count} {name}"), before.total(), after.total());
    }
    // Of the games held out, if there are any.
    let side = usize::from(fitted.held_out_games > 0);
    let phases = fitted.before[side].phases.iter().zip(&fitted.after[side].phases);
    for (phase, (before, after)) in phases.enumerate() {
        add(format!("  phase {phase}"), *before, *after);
    }
    columns(&rows)
}

fn shares(before: f64, after: f64) -> String {
    format!("{:.1}% -> {:.1}%", 100.0 * before, 100.0 * after)
}

/// The same for a comment, without the phases.
pub fn sentences(fitted: &Fitted) -> Vec<String> {
    let [training, held_out] = &fitted.after;
    let told = |name: &str, games: usize, before: &Figures, after: &Figures| {
        let (before, after) = (before.total(), after.total());
        format!(
            "{name}: {games} games, {} positions, cross-entropy {:.4} (start {:.4}, least {:.4}), the most visited move is the most \
             probable in {:.1}%, among five in {:.1}%",
            after.positions,
            after.cross_entropy(),
            before.cross_entropy(),
            after.entropy(),
            100.0 * after.first(),
            100.0 * after.first_five(),
        )
    };
    let [training_before, held_out_before] = &fitted.before;
    let mut lines = vec![told("training", fitted.training_games, training_before, training)];
    if fitted.held_out_games > 0 {
        lines.push(told("held out", fitted.held_out_games, held_out_before, held_out));
    }
    lines
}
