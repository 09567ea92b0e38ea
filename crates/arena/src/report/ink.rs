//! Colours of plots, which the page decides when it is shown.

use plotters::style::RGBColor;

/// A role of colour in a plot. Drawings are made in stand-ins for the roles, and [`Ink::resolve`] puts the
/// page's variables in their place, so that a plot is legible in light and in dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text and whatever else must be seen.
    Text,
    /// Lines in the background.
    Grid,
    /// What is above, better, won.
    Good,
    /// What is below, worse, lost.
    Bad,
}

/// What stands for each role in a page, and on white paper.
const ROLES: [(Ink, &str, &str); 4] = [
    (Ink::Text, "currentColor", "#222222"),
    (Ink::Grid, "var(--grid)", "#DDDDDD"),
    (Ink::Good, "var(--good)", "#0072B2"),
    (Ink::Bad, "var(--bad)", "#D55E00"),
];

impl Ink {
    /// The colour that stands for the role in a drawing.
    pub const fn stand_in(self) -> RGBColor {
        RGBColor(0, 0xC0, self as u8)
    }

    /// Writes the page's variables into a drawing.
    pub fn resolve(svg: String) -> String {
        replace(svg, |(_, variable, _)| variable)
    }

    /// Writes colours for white paper into a drawing that is a file of its own.
    pub fn print(svg: String) -> String {
        replace(svg, |(_, _, colour)| colour)
    }
}

/// Quotes in text are escaped, so nothing but attributes can match.
fn replace(
    mut svg: String,
    with: impl Fn((Ink, &'static str, &'static str)) -> &'static str,
) -> String {
    for role in ROLES {
        let RGBColor(r, g, b) = role.0.stand_in();
        svg = svg.replace(&format!("\"#{r:02X}{g:02X}{b:02X}\""), &format!("\"{}\"", with(role)));
    }
    svg
}
