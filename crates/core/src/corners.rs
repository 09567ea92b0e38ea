//! What a move does to corner cells, told without playing it.

use crate::moves::Move;
use crate::position::Position;
use crate::shapes::Shapes;
use crate::variant::Colour;

impl Position {
    /// How many corner cells a colour would gain, less those it would lose, by placing a piece so.
    ///
    /// ```
    /// use cornerwise_core::Position;
    /// let position = Position::start("duo".parse().unwrap());
    /// let colour = position.to_play().unwrap();
    /// // Four corners of the single square, for the start cell.
    /// assert_eq!(position.corner_gain(colour, "e10".parse().unwrap()), 3);
    /// ```
    #[inline]
    pub fn corner_gain(&self, colour: Colour, mv: Move) -> i32 {
        let shape = Shapes::get().shape(mv.orientation());
        let (at, size) = (mv.first(), self.variant().size());
        let side = &self.sides[colour.index()];
        let occupied = self.occupied();
        let cells = shape.cell_pattern.rows_at(at, size);
        let edges = shape.edge_pattern.rows_at(at, size);
        let corners = shape.corner_pattern.rows_at(at, size);
        let mut gain = 0;
        for (((row, cells), (_, edges)), (_, corners)) in cells.zip(edges).zip(corners) {
            let locked = occupied.row(row) | side.edges.row(row);
            let before = side.corners.row(row) & !locked;
            gain += (corners & !locked & !before).count_ones() as i32;
            gain -= (before & (cells | edges)).count_ones() as i32;
        }
        gain
    }

    /// How many of a colour's corner cells a legal move of another colour covers.
    #[inline]
    pub fn corner_loss(&self, colour: Colour, mv: Move) -> u32 {
        let shape = Shapes::get().shape(mv.orientation());
        let side = &self.sides[colour.index()];
        // A legal move covers no occupied cell.
        let taken = |(row, cells): (usize, u32)| {
            (cells & side.corners.row(row) & !side.edges.row(row)).count_ones()
        };
        shape.cell_pattern.rows_at(mv.first(), self.variant().size()).map(taken).sum()
    }
}
