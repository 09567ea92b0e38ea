//! Ratings with their intervals.

use plotters::element::{Circle, PathElement};
use plotters::style::Color;

use super::ink::Ink;
use super::plot::{Medium, SURE};
use super::rows_plot::RowsPlot;
use super::summary::Summary;

/// A row for each entrant, the best first: its rating as a point, the 95 % interval as a bar. There is at least one
/// entrant, or else the axis would have no end.
pub fn elo_plot(summary: &Summary, medium: Medium) -> String {
    let ratings: Vec<_> = summary.standings.sorted().map(|(_, row)| row.rating).collect();
    let labels: Vec<_> = summary.standings.order.iter().map(|&e| summary.label(e)).collect();
    let low = ratings.iter().map(|r| r.elo - r.margin).fold(f64::INFINITY, f64::min);
    let high = ratings.iter().map(|r| r.elo + r.margin).fold(f64::NEG_INFINITY, f64::max);
    let room = (0.04 * (high - low)).max(5.0);
    let plot = RowsPlot {
        labels: &labels,
        axis: low - room..high + room,
        axis_name: "Elo, relative to the mean",
        axis_format: |elo| format!("{elo:+.0}"),
        row_height: 34,
        description: "Elo of each entrant with its 95 % interval",
    };
    plot.draw(medium, |chart| {
        let ink = Ink::Good.stand_in();
        for (row, rating) in ratings.iter().enumerate() {
            let y = row as f64 + 0.5;
            let (left, right) = (rating.elo - rating.margin, rating.elo + rating.margin);
            let caps = [left, right].map(|x| vec![(x, y - 0.18), (x, y + 0.18)]);
            let lines = caps.into_iter().chain([vec![(left, y), (right, y)]]);
            chart
                .draw_series(lines.map(|line| PathElement::new(line, ink.stroke_width(2))))
                .expect(SURE);
            chart.draw_series([Circle::new((rating.elo, y), 5, ink.filled())]).expect(SURE);
        }
    })
}
