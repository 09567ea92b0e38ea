//! Weights as text: a line for every phase and row, with the weights of the row's classes.

use std::fmt;

/// What is wrong with a file of weights, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct WeightsError {
    line: usize,
    what: String,
}

/// Writes the weights of all phases; the rows have names and lengths.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    rows: &[(&str, usize)],
    decimals: usize,
    weights: &[f32],
) -> fmt::Result {
    let per_phase: usize = rows.iter().map(|row| row.1).sum();
    for (phase, mut weights) in weights.chunks(per_phase).enumerate() {
        for (name, len) in rows {
            write!(f, "{phase} {name}")?;
            let (own, rest) = weights.split_at(*len);
            for weight in own {
                write!(f, " {weight:.decimals$}")?;
            }
            writeln!(f)?;
            weights = rest;
        }
    }
    Ok(())
}

/// The name that a row had in older files.
fn old_name(name: &str) -> Option<&'static str> {
    (name == "afterstate").then_some("sequel")
}

/// Reads what [`write()`] wrote; empty lines and those with a `#` in front are passed over.
pub(super) fn read(
    text: &str,
    phases: usize,
    rows: &[(&str, usize)],
) -> Result<Vec<f32>, WeightsError> {
    let mut weights = Vec::new();
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_content(line));
    let mut last = 0;
    for (phase, (name, len)) in (0..phases).flat_map(|phase| rows.iter().map(move |r| (phase, r))) {
        let (line, content) = lines.next().ok_or_else(|| WeightsError {
            line: last + 1,
            what: format!("the weights of phase {phase}, {name}, are missing"),
        })?;
        last = line;
        let error = |what: String| WeightsError { line, what };
        let content = content
            .strip_prefix(&format!("{phase} {name}"))
            .or_else(|| content.strip_prefix(&format!("{phase} {}", old_name(name)?)))
            .ok_or_else(|| error(format!("expected the weights of \"{phase} {name}\"")))?;
        let before = weights.len();
        for word in content.split_whitespace() {
            let weight: f32 = word
                .parse()
                .ok()
                .filter(|weight: &f32| weight.is_finite())
                .ok_or_else(|| error(format!("\"{word}\" is not a weight")))?;
            weights.push(weight);
        }
        if weights.len() - before != *len {
            let found = weights.len() - before;
            return Err(error(format!("{found} weights where {len} are needed")));
        }
    }
    match lines.next() {
        None => Ok(weights),
        Some((line, _)) => Err(WeightsError { line, what: "nothing was expected here".into() }),
    }
}
