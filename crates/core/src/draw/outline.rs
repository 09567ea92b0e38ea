//! The outline of a piece as a path with rounded corners.

use std::fmt::Write;

use crate::cell::{Cell, CellSet};
use crate::moves::Move;

/// The side of a cell in the units of paths; whole numbers keep pictures exact.
pub(super) const UNIT: i32 = 100;

type Point = (i32, i32);

/// How an outline lies within the cells of its piece.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// The distance from the edges of the cells.
    pub inset: i32,
    /// The radius of corners that point outwards.
    pub outer: i32,
    /// The radius of corners that point inwards.
    pub inner: i32,
}

/// The path around a piece on a board of this size whose upper left corner is the origin.
pub(super) fn outline(mv: Move, size: usize, cut: Cut) -> String {
    let corners = corners(&mv.cell_set(), mv.first(), size);
    let mut path = String::new();
    for (i, &corner) in corners.iter().enumerate() {
        let before = corners[(i + corners.len() - 1) % corners.len()];
        let after = corners[(i + 1) % corners.len()];
        let (into, out) = (direction(before, corner), direction(corner, after));
        // The outline runs clockwise on a page whose y points down, so that inside is to the right.
        let turn = into.0 * out.1 - into.1 * out.0;
        let normal = |(x, y): Point| (-y, x);
        let (a, b) = (normal(into), normal(out));
        let at =
            (corner.0 * UNIT + (a.0 + b.0) * cut.inset, corner.1 * UNIT + (a.1 + b.1) * cut.inset);
        let (radius, sweep) = if turn > 0 { (cut.outer, 1) } else { (cut.inner, 0) };
        let (x, y) = (at.0 - into.0 * radius, at.1 - into.1 * radius);
        let (to_x, to_y) = (at.0 + out.0 * radius, at.1 + out.1 * radius);
        let command = if i == 0 { 'M' } else { 'L' };
        write!(path, "{command}{x} {y}A{radius} {radius} 0 0 {sweep} {to_x} {to_y}")
            .expect("strings take all text");
    }
    path.push('Z');
    path
}

/// The points where the boundary turns, clockwise. A piece has no hole, so that there is one boundary.
fn corners(cells: &CellSet, first: Cell, size: usize) -> Vec<Point> {
    let inside = |column: i32, y: i32| {
        let row = size as i32 - 1 - y;
        let on_board = (0..size as i32).contains(&column) && (0..size as i32).contains(&row);
        on_board && cells.contains(Cell::new(column as usize, row as usize))
    };
    // Below the first cell there is nothing, so its lower right corner is on the boundary; walk left.
    let start = (first.column() as i32 + 1, (size - first.row()) as i32);
    let (mut at, mut way) = (start, (-1, 0));
    let mut corners = Vec::new();
    loop {
        at = (at.0 + way.0, at.1 + way.1);
        // The cells ahead: on the right hand and on the left hand.
        let ahead = |side: Point| {
            let x = at.0 + (way.0 + side.0 - 1) / 2;
            let y = at.1 + (way.1 + side.1 - 1) / 2;
            inside(x, y)
        };
        let right = (-way.1, way.0);
        let left = (way.1, -way.0);
        let turned = if !ahead(right) {
            right
        } else if ahead(left) {
            left
        } else {
            way
        };
        if turned != way {
            corners.push(at);
        }
        way = turned;
        if at == start {
            return corners;
        }
    }
}

fn direction(from: Point, to: Point) -> Point {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Orientation;

    /// Twice the area within a polygon.
    fn doubled_area(corners: &[Point]) -> i32 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum()
    }

    #[test]
    fn the_outline_of_every_piece_holds_its_squares() {
        for orientation in Orientation::all() {
            let mv = Move::new(Cell::new(4, 0), orientation);
            let corners = corners(&mv.cell_set(), mv.first(), 9);
            assert_eq!(doubled_area(&corners), 2 * mv.cells().len() as i32, "{mv}");
        }
    }

    #[test]
    fn a_corner_piece_turns_six_times() {
        let mv: Move = "a1,b1,a2".parse().unwrap();
        let corners = corners(&mv.cell_set(), mv.first(), 2);
        assert_eq!(corners, [(0, 2), (0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]);
    }
}
