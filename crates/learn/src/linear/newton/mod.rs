//! Newton's method for convex functions of a few weights: a [`Quadratic`] is what is known of such a function where
//! it was looked at, and [`lowest`] goes from there to the lowest point.

mod descent;
mod quadratic;

pub(crate) use descent::lowest;
pub use quadratic::{Coefficients, Quadratic};
