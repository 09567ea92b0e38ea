//! The drawing of a position for terminals and logs.

use std::fmt;

use super::palette::Palette;
use super::standings::Standings;
use super::style::Theme;
use super::{Highlight, highlight, open_starts};
use crate::cell::{Cell, CellSet};
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Colour;

/// What a text drawing is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// ASCII characters, a different one for each colour.
    Plain,
    /// The 256 colours that terminals understand.
    Ansi,
}

/// Draws a position as text, with these moves highlighted.
///
/// A cell is two characters wide, so that the board looks square. Below it stand, for each colour, the
/// score, the number of legal moves and the pieces left, and whose turn it is.
///
/// In plain ink, a piece is drawn with its colour's sign, a highlighted one with the first letter of the
/// colour's name (small when it is only suggested). A star is a corner cell of the colour to play, a number
/// the start cell of that colour.
pub fn text(position: &Position, highlights: &[(Colour, Move)], ink: Ink) -> String {
    let corners = position.to_play().map(|colour| position.corner_cells(colour));
    let board = Board {
        position,
        highlights,
        ink,
        palette: Palette::new(position.variant(), Theme::Dark),
        corners: corners.unwrap_or_default(),
    };
    format!("{board}{}", Standings { position, ink })
}

/// The sign of a colour's pieces in plain ink.
pub(super) fn sign(position: &Position, colour: Colour) -> char {
    let signs = if position.variant().colour_count() == 2 { "#o" } else { "#+xo" };
    signs.chars().nth(colour.index()).expect("there is a sign for each colour")
}

/// Two characters of text in colours that end with them.
pub(super) fn coloured(text: &str, fore: u8, back: u8) -> String {
    format!("\x1b[38;5;{fore};48;5;{back}m{text}\x1b[0m")
}

struct Board<'p> {
    position: &'p Position,
    highlights: &'p [(Colour, Move)],
    ink: Ink,
    palette: Palette,
    corners: CellSet,
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.position.variant().size();
        let mut letters = String::from("  ");
        for column in 0..size {
            letters.extend([' ', (b'a' + column as u8) as char]);
        }
        writeln!(f, "{letters}")?;
        for row in (0..size).rev() {
            let mut line = format!("{:2} ", row + 1);
            for cell in (0..size).map(|column| Cell::new(column, row)) {
                match self.ink {
                    Ink::Plain => line.extend(self.plain(cell)),
                    Ink::Ansi => line += &self.ansi(cell),
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "{letters}")
    }
}

impl Board<'_> {
    fn plain(&self, cell: Cell) -> [char; 2] {
        let initial = |colour| {
            let name = self.position.variant().colour_name(colour);
            name.chars().next().expect("colours have names")
        };
        match highlight(self.position, self.highlights, cell) {
            Some(Highlight::Placed(colour)) => return [initial(colour).to_ascii_uppercase(); 2],
            Some(Highlight::Suggested(colour)) => return [initial(colour); 2],
            None => {}
        }
        if let Some(colour) = self.position.occupant(cell) {
            return [sign(self.position, colour); 2];
        }
        let corner = self.corners.contains(cell);
        match (self.start(cell), corner) {
            (Some(start), _) => {
                let number = char::from(b'0' + start.number() as u8);
                [number, if corner { '*' } else { ' ' }]
            }
            (None, true) => ['*', ' '],
            (None, false) => ['.', ' '],
        }
    }

    fn ansi(&self, cell: Cell) -> String {
        let free = self.palette.terminal_cell;
        let terminal = |colour| self.palette.paint(colour).terminal;
        match highlight(self.position, self.highlights, cell) {
            Some(Highlight::Placed(colour)) => {
                return coloured("<>", terminal(colour).mark, terminal(colour).fill);
            }
            Some(Highlight::Suggested(colour)) => {
                return coloured("<>", terminal(colour).fill, free);
            }
            None => {}
        }
        if let Some(colour) = self.position.occupant(cell) {
            return coloured("  ", terminal(colour).mark, terminal(colour).fill);
        }
        let to_play = self.position.to_play().filter(|_| self.corners.contains(cell));
        match (self.start(cell), to_play) {
            (Some(start), _) => coloured("()", terminal(start).fill, free),
            (None, Some(colour)) => coloured("• ", terminal(colour).fill, free),
            (None, None) => coloured("· ", self.palette.terminal_ink, free),
        }
    }

    /// The colour that will start here.
    fn start(&self, cell: Cell) -> Option<Colour> {
        open_starts(self.position).find(|&(_, start)| start == cell).map(|(colour, _)| colour)
    }
}
