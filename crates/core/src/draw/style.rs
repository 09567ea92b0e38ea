//! How a picture is drawn.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The options of a picture.
///
/// ```
/// use cornerwise_core::draw::{Size, Style, Theme};
/// let thumbnail = Style { theme: Theme::Dark, coordinates: false, size: Size::Edge(200), ..Style::default() };
/// # assert!(thumbnail.corner_dots);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// How large.
    pub size: Size,
    /// Whether column letters and row numbers stand below and left of the board.
    pub coordinates: bool,
    /// Whether a dot marks each cell where the colour to play can connect.
    pub corner_dots: bool,
    /// Whether highlighted moves are marked.
    pub highlights: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            theme: Theme::Light,
            size: Size::Cell(32),
            coordinates: true,
            corner_dots: true,
            highlights: true,
        }
    }
}

/// The size of a picture, which is square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many pixels for each cell; the picture is as large as board and coordinates need.
    Cell(u32),
    /// So many pixels for the whole picture.
    Edge(u32),
}

impl Size {
    /// How many pixels a side a picture can sensibly have; the largest takes 64 MiB to rasterise.
    pub const EDGES: RangeInclusive<u32> = 16..=4096;
}

/// A light or a dark picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For white paper.
    Light,
    /// For dark pages.
    Dark,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        })
    }
}

/// A word that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown theme \"{0}\"; there are light and dark")]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(word: &str) -> Result<Theme, UnknownTheme> {
        let named = Theme::ALL.into_iter().find(|theme| theme.to_string() == word);
        named.ok_or_else(|| UnknownTheme(word.to_owned()))
    }
}
