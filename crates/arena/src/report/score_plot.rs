//! How scores are distributed.

use plotters::element::{PathElement, Rectangle};
use plotters::style::Color;

use super::ink::Ink;
use super::plot::{Medium, SURE};
use super::rows_plot::RowsPlot;
use super::summary::Summary;
use crate::result::End;

/// The most bars in a row.
const BARS: i32 = 48;

/// A row for each entrant with bars for its scores in games that were played to the end, and a line at
/// the mean. None when there are no such games.
pub fn score_plot(summary: &Summary) -> Option<String> {
    let mut scores = vec![Vec::new(); summary.head.entrants.len()];
    for game in summary.games.iter().filter(|game| game.end == End::Played) {
        for (&entrant, &score) in game.seats.iter().zip(&game.scores) {
            scores[entrant].push(score);
        }
    }
    let low = *scores.iter().flatten().min()?;
    let high = *scores.iter().flatten().max()?;
    let width = (high - low) / BARS + 1;
    let labels: Vec<_> = summary.standings.order.iter().map(|&e| summary.label(e)).collect();
    let plot = RowsPlot {
        labels: &labels,
        // A bar stands in the middle of what it counts.
        axis: f64::from(low) - 0.5 - f64::from(width)..f64::from(high) + 0.5 + f64::from(width),
        axis_name: "score",
        axis_format: |score| format!("{score:.0}"),
        row_height: 52,
        description: "Distribution of each entrant's scores",
    };
    Some(plot.draw(Medium::Page, |chart| {
        for (row, (entrant, standing)) in summary.standings.sorted().enumerate() {
            let mut counts = vec![0_u32; ((high - low) / width) as usize + 1];
            scores[entrant].iter().for_each(|score| counts[((score - low) / width) as usize] += 1);
            let most = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
            let base = row as f64 + 0.94;
            let bars = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
            let bars = bars.map(|(bar, &count)| {
                let left = f64::from(low + bar as i32 * width) - 0.5;
                let top = base - 0.82 * f64::from(count) / most;
                let corners = [(left, top), (left + f64::from(width), base)];
                Rectangle::new(corners, Ink::Good.stand_in().mix(0.7).filled())
            });
            chart.draw_series(bars).expect(SURE);
            if let Some(mean) = standing.score.get() {
                let line = vec![(mean, base - 0.88), (mean, base)];
                let ink = Ink::Text.stand_in().stroke_width(2);
                chart.draw_series([PathElement::new(line, ink)]).expect(SURE);
            }
        }
    }))
}
