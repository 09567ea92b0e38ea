//! The statistics of a series, for people and for programs.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use cornerwise_arena::ChiSquare;
use cornerwise_core::Variant;
use serde_json::{Value, json};

use super::totals::{PlayerTotals, Totals};
use crate::histogram::Histogram;
use crate::output::columns;

/// The most rows of a histogram.
const BINS: usize = 12;
/// The characters of its longest bar.
const BAR: usize = 40;
/// Plies in a row of the table.
const ROW: usize = 10;
/// The quantiles that are told.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// All that there is to say about a series.
pub struct Report<'r> {
    pub variant: &'r Variant,
    /// How many games were wanted; the user may have interrupted.
    pub asked: u64,
    pub seed: u64,
    pub threads: usize,
    /// The specs of those who played; nobody for random games.
    pub agents: &'r [String],
    pub elapsed: Duration,
    pub totals: &'r Totals,
}

impl Report<'_> {
    fn interrupted(&self) -> bool {
        self.totals.games < self.asked
    }

    fn games_per_second(&self) -> f64 {
        self.totals.games as f64 / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// Prints it for people.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let totals = self.totals;
        if self.interrupted() {
            writeln!(out, "interrupted after {} of {} games", totals.games, self.asked)?;
        }
        let (name, games) = (self.variant.name(), totals.games);
        let random = if self.agents.is_empty() { "random " } else { "" };
        writeln!(out, "{name}: {games} {random}games, seed {}", self.seed)?;
        if games == 0 {
            return Ok(());
        }
        writeln!(out, "\nmoves a game: {}", summary(&totals.lengths))?;
        write_bars(&totals.lengths, out)?;
        self.write_plies(out)?;
        self.write_results(out)?;
        self.write_agents(out)?;
        writeln!(out, "\nscores ({})", self.variant.scoring())?;
        for (player, end) in self.variant.players().zip(&totals.players) {
            writeln!(out, "  player {player}: {}", summary(&end.scores))?;
            writeln!(out, "  {}", quantiles(&end.scores))?;
            write_bars(&end.scores, out)?;
        }
        writeln!(
            out,
            "\n{:.0} games/s: {games} games in {:.2} s on {} thread(s)",
            self.games_per_second(),
            self.elapsed.as_secs_f64(),
            self.threads
        )?;
        Ok(())
    }

    fn write_plies(&self, out: &mut impl Write) -> Result<()> {
        let Some(mean) = self.totals.mean_legal() else { return Ok(()) };
        writeln!(out, "\nlegal moves a turn: mean {mean:.2}; by move number")?;
        write!(out, "         ")?;
        for column in 1..=ROW.min(self.totals.plies.len()) {
            write!(out, "{:>8}", format!("+{}", column - 1))?;
        }
        writeln!(out)?;
        for (row, plies) in self.totals.plies.chunks(ROW).enumerate() {
            write!(out, "  {:>6} ", row * ROW + 1)?;
            for ply in plies {
                write!(out, "{:>8.1}", ply.mean())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_results(&self, out: &mut impl Write) -> Result<()> {
        let percent = |count: u64| 100.0 * count as f64 / self.totals.games as f64;
        writeln!(out, "\nresults by seat          won           drawn            lost")?;
        for (player, end) in self.variant.players().zip(&self.totals.players) {
            write!(out, "  player {player}")?;
            for count in [end.wins, end.draws, end.losses] {
                write!(out, "{count:>9} {:>5.1}%", percent(count))?;
            }
            writeln!(out)?;
        }
        let wins = self.totals.wins();
        match ChiSquare::of_equal_chances(&wins) {
            None => writeln!(out, "  no game has a sole winner, so that there is no test")?,
            Some(ChiSquare { statistic, degrees_of_freedom, p_value }) => writeln!(
                out,
                "  χ² test of equal chances, {} decisive games: \
                 χ² = {statistic:.3}, df = {degrees_of_freedom}, p = {}",
                wins.iter().sum::<u64>(),
                probability(p_value)
            )?,
        }
        Ok(())
    }

    /// Results of every agent, over all seats and in each.
    fn write_agents(&self, out: &mut impl Write) -> Result<()> {
        if self.agents.is_empty() {
            return Ok(());
        }
        let row = |name: String, totals: &PlayerTotals| {
            let games = totals.scores.len().max(1) as f64;
            let share = |count: u64| format!("{count} ({:.1}%)", 100.0 * count as f64 / games);
            let mean = totals.scores.mean().map_or("–".to_owned(), |mean| format!("{mean:.2}"));
            vec![name, share(totals.wins), share(totals.draws), share(totals.losses), mean]
        };
        let head = ["results by agent", "won", "drawn", "lost", "mean score"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (agent, seats) in self.agents.iter().zip(&self.totals.agents) {
            rows.push(row(format!("  {agent}"), &total(seats)));
            for (seat, totals) in seats.iter().enumerate() {
                rows.push(row(format!("    as player {}", seat + 1), totals));
            }
        }
        write!(out, "\n{}", columns(&rows))?;
        Ok(())
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let totals = self.totals;
        let players = totals.players.iter().map(player_json);
        let agents = self.agents.iter().zip(&totals.agents).map(|(agent, seats)| {
            let mut record = player_json(&total(seats));
            record["agent"] = json!(agent);
            record["seats"] = seats.iter().map(player_json).collect();
            record
        });
        let wins = totals.wins();
        json!({
            "variant": self.variant.name(),
            "seed": self.seed,
            "games": totals.games,
            "asked": self.asked,
            "interrupted": self.interrupted(),
            "length": histogram_json(&totals.lengths),
            "legal_moves": {
                "mean": totals.mean_legal(),
                "by_ply": totals.plies.iter().map(|ply| ply.mean()).collect::<Vec<_>>(),
                "games_by_ply": totals.plies.iter().map(|ply| ply.games).collect::<Vec<_>>(),
            },
            "scoring": self.variant.scoring().to_string(),
            "players": players.collect::<Vec<_>>(),
            "agents": agents.collect::<Vec<_>>(),
            "decisive": wins.iter().sum::<u64>(),
            "chi_square": ChiSquare::of_equal_chances(&wins),
            "timing": {
                "threads": self.threads,
                "seconds": self.elapsed.as_secs_f64(),
                "games_per_second": self.games_per_second(),
            },
        })
    }
}

/// An agent's games in all seats.
fn total(seats: &[PlayerTotals]) -> PlayerTotals {
    let mut total = PlayerTotals::default();
    for seat in seats {
        total.merge(seat);
    }
    total
}

fn player_json(player: &PlayerTotals) -> Value {
    json!({
        "wins": player.wins,
        "draws": player.draws,
        "losses": player.losses,
        "score": histogram_json(&player.scores),
    })
}

fn histogram_json(values: &Histogram) -> Value {
    let quantiles =
        QUANTILES.map(|share| json!({ "share": share, "value": values.quantile(share) }));
    let bins = values.bins(BINS);
    let bins = bins.iter().map(|bin| json!({ "from": bin.from, "to": bin.to, "count": bin.count }));
    json!({
        "mean": values.mean(),
        "sd": values.deviation(),
        "min": values.min(),
        "max": values.max(),
        "quantiles": quantiles,
        "histogram": bins.collect::<Vec<_>>(),
    })
}

fn summary(values: &Histogram) -> String {
    let (Some(mean), Some(min), Some(max)) = (values.mean(), values.min(), values.max()) else {
        return "none".to_owned();
    };
    let deviation = values.deviation().map_or("–".to_owned(), |sd| format!("{sd:.2}"));
    format!("mean {mean:.2}, sd {deviation}, min {min}, max {max}")
}

fn quantiles(values: &Histogram) -> String {
    let told = QUANTILES.map(|share| {
        format!("{:.0}% {}", 100.0 * share, values.quantile(share).unwrap_or_default())
    });
    format!("quantiles: {}", told.join(", "))
}

fn write_bars(values: &Histogram, out: &mut impl Write) -> Result<()> {
    let bins = values.bins(BINS);
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1);
    let label = |from: i64, to: i64| {
        if from == to { from.to_string() } else { format!("{from} … {to}") }
    };
    let width = bins.iter().map(|bin| label(bin.from, bin.to).chars().count()).max().unwrap_or(0);
    let digits = most.to_string().len();
    for bin in bins {
        let bar = "█".repeat((bin.count as f64 / most as f64 * BAR as f64).round() as usize);
        let line = format!("    {:>width$} {:>digits$} {bar}", label(bin.from, bin.to), bin.count);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A probability with three digits that matter.
fn probability(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.2e}") }
}
