//! The picture of a position as SVG.

use std::fmt::Write;

use super::outline::{Cut, UNIT, outline};
use super::palette::Palette;
use super::style::{Size, Style};
use super::{glyphs, is_placed, open_starts};
use crate::cell::{Cell, CellSet};
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Colour;

/// The frame around the board, and its wider part that holds coordinates.
const MARGIN: i32 = 36;
const COORDINATES: i32 = 86;
/// The height of a digit is 10 of a glyph's units.
const GLYPH_SCALE: f32 = 3.3;

const PIECE: Cut = Cut { inset: 5, outer: 20, inner: 12 };
const HIGHLIGHT: Cut = Cut { inset: 15, outer: 12, inner: 8 };

/// Draws a position as an SVG picture, with these moves highlighted.
///
/// The picture is square, needs no font, and is the same for the same input everywhere.
pub fn svg(position: &Position, highlights: &[(Colour, Move)], style: &Style) -> String {
    let variant = position.variant();
    let mut picture = Picture {
        position,
        style,
        size: variant.size(),
        palette: Palette::new(variant, style.theme),
        out: String::new(),
    };
    picture.open();
    if style.coordinates {
        picture.coordinates();
    }
    picture.board();
    picture.starts();
    for colour in variant.colours() {
        picture.pieces(colour);
    }
    if style.corner_dots {
        picture.corner_dots();
    }
    if style.highlights {
        for &highlight in highlights {
            picture.highlight(highlight);
        }
    }
    picture.out + "</g>\n</svg>\n"
}

/// The side of a picture in units.
fn side(size: usize, style: &Style) -> i32 {
    left(style) + size as i32 * UNIT + MARGIN
}

/// The distance of the board from the left and from the lower side.
fn left(style: &Style) -> i32 {
    if style.coordinates { COORDINATES } else { MARGIN }
}

/// The side of a picture in pixels.
pub(super) fn pixels(size: usize, style: &Style) -> u32 {
    match style.size {
        Size::Edge(pixels) => pixels,
        Size::Cell(pixels) => {
            let scaled = side(size, style) as u64 * u64::from(pixels);
            scaled.div_ceil(UNIT as u64).try_into().unwrap_or(u32::MAX)
        }
    }
}

struct Picture<'p> {
    position: &'p Position,
    style: &'p Style,
    size: usize,
    palette: Palette,
    out: String,
}

/// Adds a line to the picture.
macro_rules! line {
    ($picture:expr, $($text:tt)*) => {
        writeln!($picture.out, $($text)*).expect("strings take all text")
    };
}

impl Picture<'_> {
    fn open(&mut self) {
        let side = side(self.size, self.style);
        let pixels = pixels(self.size, self.style);
        let Palette { frame, rim, .. } = self.palette;
        line!(
            self,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 {side} {side}" role="img">"#
        );
        line!(self, "<title>{}</title>", self.title());
        line!(
            self,
            r#"<rect x="2" y="2" width="{0}" height="{0}" rx="30" fill="{frame}" stroke="{rim}" stroke-width="4"/>"#,
            side - 4
        );
    }

    fn title(&self) -> String {
        let variant = self.position.variant();
        let turn = match self.position.to_play() {
            Some(colour) => format!("{} to play", variant.colour_name(colour)),
            None => "the game is over".to_owned(),
        };
        format!("{} after {} moves, {turn}", variant.name(), self.position.moves_played())
    }

    fn coordinates(&mut self) {
        let side = side(self.size, self.style);
        line!(
            self,
            r#"<g fill="none" stroke="{}" stroke-width="1.35" stroke-linecap="round" stroke-linejoin="round">"#,
            self.palette.ink
        );
        for i in 0..self.size {
            let name = Cell::new(i, i).to_string();
            let (column, row) = name.split_at(1);
            let middle = i as i32 * UNIT + UNIT / 2;
            // Letters are centred below their column, numbers end before their row.
            let (strokes, width) = glyphs::strokes(column);
            let x = (COORDINATES + middle) as f32 - width * GLYPH_SCALE / 2.0;
            self.label(&strokes, x, (side - 30) as f32);
            let (strokes, width) = glyphs::strokes(row);
            let x = 43.0 - width * GLYPH_SCALE / 2.0;
            let y = (MARGIN + self.size as i32 * UNIT - middle) as f32 + 5.0 * GLYPH_SCALE;
            self.label(&strokes, x, y);
        }
        line!(self, "</g>");
    }

    fn label(&mut self, strokes: &[(f32, &str)], x: f32, y: f32) {
        for (offset, path) in strokes.iter().filter(|(_, path)| !path.is_empty()) {
            let x = x + offset * GLYPH_SCALE;
            line!(
                self,
                r#"<path transform="translate({x:.1} {y:.1}) scale({GLYPH_SCALE})" d="{path}"/>"#
            );
        }
    }

    /// The free board; what follows is drawn with the board's upper left corner as the origin.
    fn board(&mut self) {
        let Palette { grid, cell, .. } = self.palette;
        let edge = self.size as i32 * UNIT;
        line!(self, r#"<g transform="translate({} {MARGIN})">"#, left(self.style));
        line!(
            self,
            r#"<rect x="-8" y="-8" width="{0}" height="{0}" rx="14" fill="{grid}"/>"#,
            edge + 16
        );
        let mut path = String::new();
        let free = CellSet::board(self.size) - self.position.occupied();
        for cell in free.iter() {
            let (x, y) = self.corner(cell);
            let (x, y, side) = (x + 3, y + 3, UNIT - 18);
            write!(
                path,
                "M{} {y}h{side}a6 6 0 0 1 6 6v{side}a6 6 0 0 1-6 6h-{side}a6 6 0 0 1-6-6v-{side}a6 6 0 0 1 6-6z",
                x + 6
            )
            .expect("strings take all text");
        }
        line!(self, r#"<path fill="{cell}" d="{path}"/>"#);
    }

    fn starts(&mut self) {
        for (colour, start) in open_starts(self.position) {
            let paint = self.palette.paint(colour);
            let (x, y) = self.centre(start);
            line!(
                self,
                r#"<circle cx="{x}" cy="{y}" r="29" fill="none" stroke="{}" stroke-width="16"/>"#,
                paint.edge
            );
            line!(
                self,
                r#"<circle cx="{x}" cy="{y}" r="29" fill="none" stroke="{}" stroke-width="10"/>"#,
                paint.fill
            );
        }
    }

    fn pieces(&mut self, colour: Colour) {
        let placements = self.position.placements(colour);
        if placements.is_empty() {
            return;
        }
        let paint = self.palette.paint(colour);
        line!(
            self,
            r#"<g fill="{}" stroke="{}" stroke-width="6" stroke-linejoin="round">"#,
            paint.fill,
            paint.edge
        );
        for &mv in &placements {
            line!(self, r#"<path d="{}"/>"#, outline(mv, self.size, PIECE));
        }
        let seams: String = placements.iter().map(|&mv| self.seams(mv)).collect();
        line!(
            self,
            r#"<path d="{seams}" fill="none" stroke="{}" stroke-width="4" stroke-linecap="round"/>"#,
            paint.seam
        );
        line!(self, "</g>");
    }

    /// The lines between the squares of a piece.
    fn seams(&self, mv: Move) -> String {
        const SHORTER: i32 = 16;
        let cells = mv.cell_set();
        let mut path = String::new();
        for cell in mv.cells() {
            let (x, y) = self.corner(cell);
            if cell.offset(1, 0).is_some_and(|right| cells.contains(right)) {
                let (x, y) = (x + UNIT, y + SHORTER);
                write!(path, "M{x} {y}v{}", UNIT - 2 * SHORTER).expect("strings take all text");
            }
            if cell.offset(0, 1).is_some_and(|above| cells.contains(above)) {
                write!(path, "M{} {y}h{}", x + SHORTER, UNIT - 2 * SHORTER)
                    .expect("strings take all text");
            }
        }
        path
    }

    fn corner_dots(&mut self) {
        let Some(colour) = self.position.to_play() else { return };
        let paint = self.palette.paint(colour);
        line!(self, r#"<g fill="{}" stroke="{}" stroke-width="4">"#, paint.fill, paint.edge);
        for cell in self.position.corner_cells(colour).iter() {
            let (x, y) = self.centre(cell);
            line!(self, r#"<circle cx="{x}" cy="{y}" r="13"/>"#);
        }
        line!(self, "</g>");
    }

    fn highlight(&mut self, (colour, mv): (Colour, Move)) {
        if mv.cells().any(|cell| !cell.is_on(self.size)) {
            return;
        }
        let paint = self.palette.paint(colour);
        if is_placed(self.position, (colour, mv)) {
            let path = outline(mv, self.size, HIGHLIGHT);
            line!(
                self,
                r#"<path d="{path}" fill="none" stroke="{}" stroke-width="9"/>"#,
                paint.mark
            );
        } else {
            let path = outline(mv, self.size, PIECE);
            line!(
                self,
                r#"<path d="{path}" fill="{0}" fill-opacity="0.35" stroke="{0}" stroke-width="8" stroke-dasharray="22 14"/>"#,
                paint.fill
            );
        }
    }

    /// The upper left corner of a cell.
    fn corner(&self, cell: Cell) -> (i32, i32) {
        (cell.column() as i32 * UNIT, (self.size - 1 - cell.row()) as i32 * UNIT)
    }

    fn centre(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.corner(cell);
        (x + UNIT / 2, y + UNIT / 2)
    }
}
