//! The cross table in colours.

use plotters::element::{Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::ink::Ink;
use super::plot::{SURE, WIDTH, svg, text};
use super::summary::Summary;

/// The room for labels at the left and above, in pixels.
const LEFT: i32 = 210;
const TOP: i32 = 34;

/// A square for each pair: the row's mean score against the column, the stronger the colour the farther
/// from even. Text stays legible, since the colour is a tint of the page's background.
pub fn heat_map(summary: &Summary) -> String {
    let order = &summary.standings.order;
    let count = order.len() as i32;
    let side = ((WIDTH as i32 - LEFT - 10) / count.max(1)).min(56);
    let height = TOP + side.min(40) * count + 10;
    let tall = side.min(40);
    svg(height as u32, "Mean score of each row's entrant against each column's", |area| {
        let label = |words: String, x: i32, y: i32, at: HPos| {
            area.draw(&Text::new(words, (x, y), text(at, VPos::Center))).expect(SURE);
        };
        for (row, &entrant) in (0..).zip(order) {
            let top = TOP + row * tall;
            label(summary.label(entrant), LEFT - 12, top + tall / 2, HPos::Right);
            label((row + 1).to_string(), LEFT + row * side + side / 2, TOP / 2, HPos::Center);
            for (column, &other) in (0..).zip(order) {
                let Some(score) = summary.standings.cross.meeting(entrant, other).all().score()
                else {
                    continue;
                };
                let left = LEFT + column * side;
                let ink = if score >= 0.5 { Ink::Good } else { Ink::Bad };
                let tint = ink.stand_in().mix(0.08 + 1.1 * (score - 0.5).abs()).filled();
                let corners = [(left + 1, top + 1), (left + side - 1, top + tall - 1)];
                area.draw(&Rectangle::new(corners, tint)).expect(SURE);
                if side >= 26 {
                    let words = format!("{:.0}", 100.0 * score);
                    label(words, left + side / 2, top + tall / 2, HPos::Center);
                }
            }
        }
    })
}
