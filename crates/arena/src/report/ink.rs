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

const ROLES: [(Ink, &str); 4] = [
    (Ink::Text, "currentColor"),
    (Ink::Grid, "var(--grid)"),
    (Ink::Good, "var(--good)"),
    (Ink::Bad, "var(--bad)"),
];

impl Ink {
    /// The colour that stands for the role in a drawing.
    pub const fn stand_in(self) -> RGBColor {
        RGBColor(0, 0xC0, self as u8)
    }

    /// Writes the page's variables into a drawing. Quotes in text are escaped, so nothing but attributes
    /// can match.
    pub fn resolve(mut svg: String) -> String {
        for (ink, variable) in ROLES {
            let RGBColor(r, g, b) = ink.stand_in();
            svg = svg.replace(&format!("\"#{r:02X}{g:02X}{b:02X}\""), &format!("\"{variable}\""));
        }
        svg
    }
}
