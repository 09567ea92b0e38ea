//! What both fits have in common: the games to fit to, the split, and the file of weights.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_dataset::Series;
use cornerwise_learn::linear::FitResult;
use cornerwise_learn::{Dataset, random_plies};

use super::table::{self, ShownMetrics};
use crate::input;
use crate::output::{Outcome, write_file};
use crate::shell;

/// More threads than any machine has would only be a slip of the hand.
const MOST_THREADS: usize = 1024;

#[derive(ClapArgs)]
pub struct FitArgs {
    /// Files of games by `cornerwise learn play`, .jsonl or .parquet
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// The share of the games that only tell how good the weights are
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    pub holdout: f64,
    /// Which games are held out, and whatever else is left to chance
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    pub seed: u64,
    /// On how many threads; the weights are the same for any number
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// The file of weights to write [default: none, only the table is printed]
    #[arg(long, value_name = "WEIGHTS.txt")]
    out: Option<PathBuf>,
}

impl FitArgs {
    /// The number of threads, if there can be as many.
    pub fn threads(&self) -> Result<usize> {
        let threads = self.threads;
        ensure!(
            (1..=MOST_THREADS).contains(&threads),
            "--threads is {threads}; it can be 1 to {MOST_THREADS}"
        );
        Ok(threads)
    }

    /// Reads the games.
    pub fn read(&self) -> Result<Dataset> {
        Ok(Dataset::read(&self.data)?)
    }

    /// Prints the table, and writes the file with how it was made. The settings are flags with their values.
    pub fn write<Model: Display, Metrics: ShownMetrics, const PHASES: usize>(
        &self,
        (name, title): (&str, &str),
        settings: &[(&str, String)],
        data: &Dataset,
        result: &FitResult<Model, Metrics, PHASES>,
        out: &mut impl Write,
    ) -> Result<Outcome> {
        write!(out, "{}", table::table(result))?;
        if let Some(path) = &self.out {
            let mut lines = vec![title.to_owned(), self.command(name, settings, path)];
            lines.extend(games(data));
            lines.extend(table::sentences(result));
            // Whatever is in a name, it does not end the comment.
            let visible = |line: &String| line.replace(char::is_control, "\u{fffd}");
            let comment = lines.iter().map(visible).collect::<Vec<_>>().join("\n# ");
            write_file(path, format!("# {comment}\n{}", result.model).as_bytes())?;
        }
        Ok(Outcome::Success)
    }

    /// The command with all settings, and files without their directories, which mean nothing elsewhere.
    fn command(&self, name: &str, settings: &[(&str, String)], out: &Path) -> String {
        let mut words = ["cornerwise", "learn", "linear", name].map(str::to_owned).to_vec();
        words.extend(self.data.iter().map(|path| file_name(path)));
        let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
        for (flag, value) in settings {
            add(flag, value.clone());
        }
        add("--holdout", self.holdout.to_string());
        add("--seed", self.seed.to_string());
        add("--out", file_name(out));
        shell::command(words)
    }
}

/// What was learnt from, a line for each file.
fn games(data: &Dataset) -> impl Iterator<Item = String> {
    data.sources().iter().map(|source| {
        let series: Vec<String> = source.header.series.iter().map(words).collect();
        let (file, variant) = (file_name(&source.path), source.header.variant_name());
        format!("{file}: {} games of {variant}, {}", source.games, series.join("; "))
    })
}

/// A series of games in words.
fn words(series: &Series) -> String {
    let agents = if series.agents.len() == 1 { "agent" } else { "agents" };
    let plies = random_plies(series).map(|plies| format!(", up to {plies} random plies"));
    let (names, plies) = (series.agents.join(" and "), plies.unwrap_or_default());
    format!("{agents} {names}, seed {}{plies}", series.seed)
}

/// The name of a file.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
