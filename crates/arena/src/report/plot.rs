//! What all plots have in common.

use plotters::backend::SVGBackend;
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoTextStyle, RGBColor, TextStyle, WHITE};

use super::ink::Ink;
use super::table::escape;

/// Where a plot is drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Why the results of drawing are not passed on.
pub const SURE: &str = "drawing into a string does not fail";

/// The width of a plot, in pixels.
pub const WIDTH: u32 = 720;

const TEXT: RGBColor = Ink::Text.stand_in();

/// What a drawing has in common with all others.
const NAME_SPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";

/// What a drawing is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A part of a page.
    Page,
    /// A file of its own.
    Paper,
}

/// A drawing of this height for whatever is wanted.
pub fn drawing(medium: Medium, height: u32, description: &str, draw: impl FnOnce(&Area)) -> String {
    match medium {
        Medium::Page => svg(height, description, draw),
        Medium::Paper => paper(height, description, draw),
    }
}

/// A drawing of this height, to be put into a page, with a description for those who cannot see it.
pub fn svg(height: u32, description: &str, draw: impl FnOnce(&Area)) -> String {
    // Within a page the name space is understood.
    let text = drawn(height, draw).replacen(NAME_SPACE, &described(description), 1);
    format!("<div class=\"wide\">{}</div>\n", Ink::resolve(text))
}

/// A drawing of this height on white paper, as a file of its own.
pub fn paper(height: u32, description: &str, draw: impl FnOnce(&Area)) -> String {
    let text = drawn(height, |area| {
        area.fill(&WHITE).expect(SURE);
        draw(area);
    });
    let begin = format!("{NAME_SPACE}{}", described(description));
    Ink::print(text.replacen(NAME_SPACE, &begin, 1))
}

fn drawn(height: u32, draw: impl FnOnce(&Area)) -> String {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        draw(&area);
        area.present().expect(SURE);
    }
    text
}

fn described(description: &str) -> String {
    format!(" role=\"img\" aria-label=\"{}\"", escape(description))
}

/// Draws axes and a quiet grid.
pub fn draw_mesh(mesh: &mut MeshStyle<'_, '_, RangedCoordf64, RangedCoordf64, SVGBackend<'_>>) {
    let grid = Ink::Grid.stand_in();
    mesh.bold_line_style(grid)
        .light_line_style(grid.mix(0.0))
        .axis_style(grid)
        .label_style(text(HPos::Center, VPos::Top))
        .axis_desc_style(text(HPos::Center, VPos::Bottom))
        .draw()
        .expect(SURE);
}

/// The style of text with its anchor. The page sets the font.
pub fn text(horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", 16)
        .into_text_style(&(WIDTH, WIDTH))
        .color(&TEXT)
        .pos(Pos::new(horizontal, vertical))
}
