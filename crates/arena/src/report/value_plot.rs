//! Win rates over plies, as the entrants saw them.

use plotters::chart::ChartBuilder;
use plotters::element::Circle;
use plotters::series::LineSeries;
use plotters::style::Color;

use super::ink::Ink;
use super::plot::{SURE, draw_mesh, svg};
use super::values::Values;
use crate::standings::Mean;

/// The mean of an entrant's own estimates of its share of the win, by ply: in all games, in games that it
/// won, and in the others.
pub fn value_plot(values: &Values) -> String {
    let plies = values.all.len().max(2) as f64;
    svg(260, "Mean estimate of the own share of the win by ply", |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_right(28)
            .x_label_area_size(46)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..plies, 0.0..1.0)
            .expect(SURE);
        draw_mesh(
            chart
                .configure_mesh()
                .x_desc("ply")
                .x_label_formatter(&|ply| format!("{ply:.0}"))
                .y_labels(5)
                .y_label_formatter(&|value| format!("{:.0} %", 100.0 * value)),
        );
        let lines =
            [(&values.won, Ink::Good), (&values.not_won, Ink::Bad), (&values.all, Ink::Text)];
        for (means, ink) in lines {
            let style = ink.stand_in().stroke_width(2);
            chart.draw_series(LineSeries::new(points(means), style)).expect(SURE);
            // Dots show where there are estimates, and that a line between two of them is only a line.
            let dots = points(means).map(|point| Circle::new(point, 2, ink.stand_in().filled()));
            chart.draw_series(dots).expect(SURE);
        }
    })
}

fn points(means: &[Mean]) -> impl Iterator<Item = (f64, f64)> {
    means.iter().enumerate().filter_map(|(ply, mean)| Some((ply as f64, mean.get()?)))
}
