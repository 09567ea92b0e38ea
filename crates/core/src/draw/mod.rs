//! Drawings of positions: text for terminals, SVG for everything else, and PNG with the feature `png`.
//!
//! All of them take a position and the moves to highlight: the last one, several, or none. A highlighted
//! move that is not on the board yet is drawn as a suggestion.
//!
//! ```
//! use cornerwise_core::{Position, draw};
//! let mut position = Position::start("duo".parse().unwrap());
//! let last = position.to_play().map(|colour| (colour, position.legal_moves()[0]));
//! position.play(last.unwrap().1).unwrap();
//! println!("{}", draw::text(&position, last.as_slice(), draw::Ink::Plain));
//! let picture = draw::svg(&position, last.as_slice(), &draw::Style::default());
//! assert!(picture.starts_with("<svg"));
//! ```

mod glyphs;
mod outline;
mod palette;
#[cfg(feature = "png")]
mod png;
mod standings;
mod style;
mod svg;
mod text;

#[cfg(feature = "png")]
pub use png::{PngError, png, rgb};
pub use style::{Size, Style, Theme, UnknownTheme};
pub use svg::svg;
pub use text::{Ink, text};

use crate::cell::Cell;
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Colour;

/// A highlighted move that is on the board, or else one that could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Highlight {
    Placed(Colour),
    Suggested(Colour),
}

/// Whether a highlighted move lies on the board as a piece of its colour.
fn is_placed(position: &Position, (colour, mv): (Colour, Move)) -> bool {
    mv.cells().all(|cell| position.cells(colour).contains(cell))
}

/// What a cell is highlighted as. A suggestion never hides a piece.
fn highlight(position: &Position, highlights: &[(Colour, Move)], cell: Cell) -> Option<Highlight> {
    let covering = highlights.iter().filter(|(_, mv)| mv.cells().any(|other| other == cell));
    covering.copied().find_map(|(colour, mv)| {
        if is_placed(position, (colour, mv)) {
            Some(Highlight::Placed(colour))
        } else {
            (!position.occupied().contains(cell)).then_some(Highlight::Suggested(colour))
        }
    })
}

/// The colours that have placed nothing and whose start cell is free, with that cell.
fn open_starts(position: &Position) -> impl Iterator<Item = (Colour, Cell)> {
    let variant = position.variant();
    variant
        .colours()
        .filter(|&colour| position.cells(colour).is_empty())
        .map(|colour| (colour, variant.start(colour)))
        .filter(|&(_, start)| !position.occupied().contains(start))
}
