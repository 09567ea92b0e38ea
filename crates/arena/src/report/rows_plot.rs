//! Plots with a row for each entrant.

use std::ops::Range;

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::Text;
use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Medium, SURE, draw_mesh, drawing, text};

/// A chart whose rows are numbered from the top, each one unit high.
pub type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The room for labels at the left, in pixels.
const LABELS: u32 = 200;

/// Draws labelled rows over a common axis.
pub struct RowsPlot<'a> {
    pub labels: &'a [String],
    pub axis: Range<f64>,
    pub axis_name: &'a str,
    pub axis_format: fn(&f64) -> String,
    pub row_height: u32,
    pub description: &'a str,
}

impl RowsPlot<'_> {
    pub fn draw(&self, medium: Medium, rows: impl FnOnce(&mut Chart)) -> String {
        let count = self.labels.len();
        let height = self.row_height * count as u32 + 70;
        drawing(medium, height, self.description, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(10)
                // The last number of the axis may stand at its very end.
                .margin_right(28)
                .x_label_area_size(50)
                .y_label_area_size(LABELS)
                .build_cartesian_2d(self.axis.clone(), count as f64..0.0)
                .expect(SURE);
            draw_mesh(
                chart
                    .configure_mesh()
                    .disable_y_mesh()
                    .y_labels(0)
                    .x_labels(8)
                    .x_desc(self.axis_name)
                    .x_label_formatter(&self.axis_format),
            );
            for (row, label) in self.labels.iter().enumerate() {
                let (x, y) = chart.backend_coord(&(self.axis.start, row as f64 + 0.5));
                let style = text(HPos::Right, VPos::Center);
                area.draw(&Text::new(label.clone(), (x - 12, y), style)).expect(SURE);
            }
            rows(&mut chart);
        })
    }
}
