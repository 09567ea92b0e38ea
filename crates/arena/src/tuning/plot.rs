//! How the parameters moved.

use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Text};
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::knob::Knob;
use super::log::Iteration;
use super::summary::Tuned;
use crate::report::plot::{SURE, draw_mesh, paper, text};

const HEIGHT: u32 = 440;

/// The room for names and values at the right, and the least distance of two of them, in pixels.
const LABELS: u32 = 190;
const LABEL_HEIGHT: i32 = 20;

/// The longest title, in characters.
const TITLE: usize = 84;

/// Colours that everybody can tell apart on white, by Okabe and Ito.
const LINES: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x00, 0x00, 0x00),
];

/// An SVG picture on white paper: a line for each parameter, from the bottom to the top of its range, over the iterations. A broad
/// line is the mean over the last quarter, which stands at the right with its name.
pub fn plot(title: &str, knobs: &[Knob], iterations: &[Iteration]) -> String {
    let count = iterations.len();
    let tuned = Tuned::of(knobs, iterations);
    paper(HEIGHT, &format!("Values of the parameters by iteration: {title}"), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_top(44)
            .margin_right(LABELS)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..count.max(1) as f64, -0.02..1.02)
            .expect(SURE);
        draw_mesh(
            chart
                .configure_mesh()
                .x_labels(8)
                .x_desc("iterations")
                .x_label_formatter(&|iteration| format!("{iteration:.0}"))
                .y_labels(6)
                .y_desc("share of the range")
                .y_label_formatter(&|share| format!("{:.0} %", 100.0 * share)),
        );
        let quarter = (count - Tuned::quarter(count)) as f64..count as f64;
        for (at, (knob, tuned)) in knobs.iter().zip(&tuned).enumerate() {
            let ink = LINES[at % LINES.len()];
            let learned = iterations.iter().map(|iteration| iteration.theta[at]);
            let values = [knob.start].into_iter().chain(learned);
            let points = values.enumerate().map(|(k, value)| (k as f64, knob.share(value)));
            chart.draw_series(LineSeries::new(points, ink.stroke_width(2))).expect(SURE);
            let mean = knob.share(tuned.tuned);
            let line = vec![(quarter.start, mean), (quarter.end, mean)];
            let broad = ink.mix(0.35).stroke_width(7);
            chart.draw_series([PathElement::new(line, broad)]).expect(SURE);
        }
        let ends = tuned.iter().zip(knobs).map(|(tuned, knob)| {
            chart.backend_coord(&(count.max(1) as f64, knob.share(tuned.tuned)))
        });
        let ends: Vec<(i32, i32)> = ends.collect();
        let heights = spread(&ends.iter().map(|end| end.1).collect::<Vec<_>>());
        for (at, (end, y)) in ends.iter().zip(heights).enumerate() {
            let label = format!("{} {}", tuned[at].name, tuned[at].tuned);
            let style = text(HPos::Left, VPos::Center).color(&LINES[at % LINES.len()]);
            area.draw(&Text::new(label, (end.0 + 10, y), style)).expect(SURE);
        }
        let style = text(HPos::Left, VPos::Top);
        area.draw(&Text::new(shortened(title), (16, 14), style)).expect(SURE);
    })
}

/// The same heights, moved as little as keeps labels from covering each other.
fn spread(heights: &[i32]) -> Vec<i32> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by_key(|&at| heights[at]);
    let lowest = HEIGHT as i32 - 60;
    let mut spread = heights.to_vec();
    let mut free = i32::MIN;
    for &at in &order {
        spread[at] = spread[at].max(free);
        free = spread[at] + LABEL_HEIGHT;
    }
    // Whoever was pushed below the axis goes up again, and pushes others.
    let mut free = lowest;
    for &at in order.iter().rev() {
        spread[at] = spread[at].min(free);
        free = spread[at] - LABEL_HEIGHT;
    }
    spread
}

fn shortened(title: &str) -> String {
    if title.chars().count() <= TITLE {
        return title.to_owned();
    }
    title.chars().take(TITLE - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance() {
        assert_eq!(spread(&[100, 300]), [100, 300]);
        assert_eq!(spread(&[105, 100, 101]), [140, 100, 120]);
        assert_eq!(spread(&[379, 380]), [360, 380]);
    }
}
