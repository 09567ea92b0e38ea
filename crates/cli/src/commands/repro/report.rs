//! Our figures beside the published ones.

use std::io::Write;

use anyhow::Result;
use cornerwise_arena::{ChiSquare, Estimate, Experiment, Finding, Scale, Share};
use serde_json::{Value, json};

use crate::output::columns;

/// What there is to say of an experiment.
pub struct Report<'e> {
    pub experiment: &'e Experiment,
    pub scale: Scale,
    /// Games of all matches.
    pub asked: u64,
    /// As far as they were played.
    pub played: u64,
    pub rows: Vec<Finding>,
}

impl Report<'_> {
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let Experiment { title, .. } = self.experiment;
        writeln!(out, "{title}\n{}", self.source())?;
        for line in self.note() {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}\n", self.conditions())?;
        write!(out, "{}", columns(&self.table()))?;
        for line in self.tests() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    pub fn markdown(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "### {}\n\n{}\n", self.experiment.title, self.source())?;
        for line in self.note() {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\n{}\n", self.conditions())?;
        let table = self.table();
        for (at, row) in table.iter().enumerate() {
            writeln!(out, "| {} |", row.join(" | "))?;
            if at == 0 {
                writeln!(out, "|{}", "---|".repeat(row.len()))?;
            }
        }
        for line in self.tests() {
            writeln!(out, "\n{line}")?;
        }
        Ok(())
    }

    pub fn json(&self) -> Value {
        let Experiment { title, work, year, note, seed, .. } = self.experiment;
        json!({
            "title": title,
            "work": work,
            "year": year,
            "note": note,
            "seed": seed,
            "scale": self.scale_name(),
            "asked": self.asked,
            "played": self.played,
            "rows": self.rows.iter().map(row_json).collect::<Vec<_>>(),
        })
    }

    fn source(&self) -> String {
        format!("published in: \"{}\" ({})", self.experiment.work, self.experiment.year)
    }

    /// What the file says, line by line as it is written there.
    fn note(&self) -> impl Iterator<Item = &str> {
        self.experiment.note.as_deref().unwrap_or_default().trim().lines()
    }

    fn scale_name(&self) -> &'static str {
        match self.scale {
            Scale::Quick => "quick",
            Scale::Full => "full",
        }
    }

    fn conditions(&self) -> String {
        let played = if self.played < self.asked {
            format!("interrupted after {} of {} games", self.played, self.asked)
        } else {
            format!("{} games", self.played)
        };
        format!("{} scale, {played}, seed {}", self.scale_name(), self.experiment.seed)
    }

    /// A header and a row for each finding, with the columns that somebody fills.
    fn table(&self) -> Vec<Vec<String>> {
        let begins = self.rows.iter().any(|row| row.begins.is_some());
        let won = self.rows.iter().any(|row| row.theirs_won.is_some());
        let left = self.rows.iter().any(|row| row.theirs_left.is_some());
        let mut head = vec!["match", "who"];
        let optional = [
            (begins, &["who begins"][..]),
            (true, &["games"]),
            (won, &["% won: theirs", "ours"]),
            (left, &["squares left: theirs", "ours"]),
        ];
        head.extend(optional.iter().filter(|(shown, _)| *shown).flat_map(|(_, names)| *names));
        let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for row in &self.rows {
            let mut cells = vec![row.name.clone(), row.who.clone()];
            if begins {
                cells.push(row.begins.clone().unwrap_or_else(|| "in turn".to_owned()));
            }
            cells.push(row.ours_won.of.to_string());
            if won {
                cells.extend([decimal(row.theirs_won, 1), share(row.ours_won)]);
            }
            if left {
                cells.extend([decimal(row.theirs_left, 2), estimate(row.ours_left)]);
            }
            rows.push(cells);
        }
        rows
    }

    /// A line for each test of equal chances.
    fn tests(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|row| {
            let theirs = row.theirs_equal.as_ref()?;
            let ours = match row.ours_equal {
                None => "nothing to test".to_owned(),
                Some(ChiSquare { statistic, p_value, .. }) => {
                    format!("χ² = {statistic:.2}, p = {p_value:.2e}")
                }
            };
            Some(format!("{}, test of equal chances: theirs {theirs}; ours {ours}", row.name))
        })
    }
}

fn row_json(row: &Finding) -> Value {
    let mut value = json!(row);
    value["interval"] = json!(row.ours_won.interval());
    value
}

fn decimal(value: Option<f64>, decimals: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.decimals$}"))
}

fn share(share: Share) -> String {
    match (share.get(), share.interval()) {
        (Some(value), Some((low, high))) => {
            format!("{:.1} ({:.1}–{:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
        }
        _ => "–".to_owned(),
    }
}

fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        None => "–".to_owned(),
        Some(Estimate { mean, half: None }) => format!("{mean:.2}"),
        Some(Estimate { mean, half: Some(half) }) => format!("{mean:.2} ± {half:.2}"),
    }
}
