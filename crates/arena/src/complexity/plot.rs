//! The distribution of what single samples estimate.

use plotters::chart::ChartBuilder;
use plotters::element::Text;
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::magnitude::Magnitude;
use crate::report::plot::{SURE, draw_mesh, paper, text};

const HEIGHT: u32 = 440;
/// Colours that everybody can tell apart on white, by Okabe and Ito.
const LINES: [RGBColor; 4] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
];
/// Points of a curve: more than there are pixels would only make the file long.
const POINTS: usize = 500;

/// The samples of one estimator, the smallest first, and their mean.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'c> {
    /// What it is called in the picture.
    pub name: &'c str,
    /// The samples.
    pub samples: &'c [Magnitude],
    /// The estimate that they make together.
    pub mean: Magnitude,
}

/// An SVG picture on white paper: for each estimator the share of samples that are not above a number, on a logarithmic
/// axis. The upright line is the mean.
pub fn distribution_plot(title: &str, curves: &[Curve]) -> String {
    let ends = curves.iter().flat_map(|curve| {
        [curve.samples.first(), curve.samples.last(), Some(&curve.mean)].into_iter().flatten()
    });
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), size| {
        (low.min(size.log10()), high.max(size.log10()))
    });
    let (low, high) = if low < high { (low.floor(), high.ceil()) } else { (low - 1.0, low + 1.0) };
    paper(HEIGHT, &format!("Distribution of single estimates: {title}"), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_top(44)
            .margin_right(30)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(low..high, 0.0..1.0)
            .expect(SURE);
        draw_mesh(
            chart
                .configure_mesh()
                .x_labels(8)
                .x_desc("finished games that a sample estimates")
                .x_label_formatter(&|log10| format!("1e{log10:.0}"))
                .y_labels(6)
                .y_desc("share of the samples")
                .y_label_formatter(&|share| format!("{:.0} %", 100.0 * share)),
        );
        for (at, curve) in curves.iter().enumerate() {
            let ink = LINES[at % LINES.len()];
            let count = curve.samples.len();
            let step = count.div_ceil(POINTS).max(1);
            let ranks = (0..count).step_by(step).chain(count.checked_sub(1));
            let points =
                ranks.map(|rank| (curve.samples[rank].log10(), (rank + 1) as f64 / count as f64));
            chart.draw_series(LineSeries::new(points, ink.stroke_width(2))).expect(SURE);
            let mean = curve.mean.log10();
            let upright = LineSeries::new([(mean, 0.0), (mean, 1.0)], ink.mix(0.5).stroke_width(1));
            chart.draw_series(upright).expect(SURE);
            let style = text(HPos::Left, VPos::Top).color(&ink);
            let label = format!("{}: mean {}", curve.name, curve.mean);
            area.draw(&Text::new(label, (90, 54 + 20 * at as i32), style)).expect(SURE);
        }
        let style = text(HPos::Left, VPos::Top);
        area.draw(&Text::new(title.to_owned(), (16, 14), style)).expect(SURE);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_names_every_curve_and_its_mean() {
        let samples = [90.0, 91.0, 93.0].map(Magnitude::from_log10);
        let curve = Curve { name: "Knuth", samples: &samples, mean: Magnitude::from_log10(92.6) };
        let svg = distribution_plot("20x20", &[curve]);
        assert!(svg.contains("Knuth: mean 3.98e92") && svg.contains("1e93"), "{svg}");
        // A single sample has a width of its own.
        let one = Curve { samples: &samples[..1], mean: samples[0], ..curve };
        assert!(distribution_plot("4x4", &[one]).contains("<svg"));
    }
}
