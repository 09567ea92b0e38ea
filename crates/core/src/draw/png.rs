//! The picture of a position as PNG: the SVG picture, rasterised.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::style::{Size, Style};
use super::svg::{pixels, svg};
use crate::moves::Move;
use crate::position::Position;
use crate::variant::Colour;

/// Why there is no PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The picture would be too small or too large.
    #[error(
        "a picture of {0} pixels a side; it can have {smallest} to {largest}",
        smallest = Size::EDGES.start(),
        largest = Size::EDGES.end()
    )]
    Size(u32),
}

/// Draws a position as a PNG picture, with these moves highlighted: the same picture as [`svg`].
///
/// # Errors
/// When the picture would not have one of the sizes in [`Size::EDGES`].
///
/// # Panics
/// Never: our pictures are well-formed.
pub fn png(
    position: &Position,
    highlights: &[(Colour, Move)],
    style: &Style,
) -> Result<Vec<u8>, PngError> {
    let pixels = rasterise(position, highlights, style)?;
    Ok(pixels.encode_png().expect("a pixel map has a PNG form"))
}

/// The pixels of the same picture, row by row from the top, with red, green and blue for each; their number in a row is the square root
/// of all.
///
/// # Errors
/// When the picture would not have one of the sizes in [`Size::EDGES`].
///
/// # Panics
/// Never: our pictures are well-formed.
pub fn rgb(
    position: &Position,
    highlights: &[(Colour, Move)],
    style: &Style,
) -> Result<Vec<u8>, PngError> {
    let pixels = rasterise(position, highlights, style)?;
    // The background is opaque, and so is everything on it.
    Ok(pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

fn rasterise(
    position: &Position,
    highlights: &[(Colour, Move)],
    style: &Style,
) -> Result<Pixmap, PngError> {
    let edge = pixels(position.variant().size(), style);
    if !Size::EDGES.contains(&edge) {
        return Err(PngError::Size(edge));
    }
    let svg = svg(position, highlights, style);
    let tree = Tree::from_str(&svg, &Options::default()).expect("our pictures are well-formed");
    let mut pixels = Pixmap::new(edge, edge).expect("the size was checked");
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}
