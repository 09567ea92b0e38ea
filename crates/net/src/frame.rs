//! The board as the colour to play sees it.

use cornerwise_core::{Cell, CellSet, Colour, Move, Symmetry, Variant};

/// How a colour sees the board: turned so that its start cell lies where that of the first colour does, and the colours in the order in
/// which they move, itself first.
///
/// Where no turn or mirroring maps the start cells to each other, the board stays as it is.
///
/// ```
/// use cornerwise_core::{Colour, Variant};
/// use cornerwise_net::Frame;
/// let duo: Variant = "duo".parse().unwrap();
/// let frame = Frame::new(&duo, Colour::from_index(1));
/// assert_eq!(frame.cell(duo.start(Colour::from_index(1))), duo.start(Colour::from_index(0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    symmetry: Symmetry,
    size: usize,
    colours: Vec<Colour>,
}

impl Frame {
    /// The frame of a colour.
    #[must_use]
    pub fn new(variant: &Variant, colour: Colour) -> Frame {
        let (size, count) = (variant.size(), variant.colour_count());
        let home = variant.start(Colour::from_index(0));
        let maps_home = |symmetry: &Symmetry| symmetry.cell(variant.start(colour), size) == home;
        // Turns come before mirrorings, so that pieces keep their hands where they can.
        let symmetry = Symmetry::all().find(maps_home).unwrap_or(Symmetry::IDENTITY);
        let in_turn = |steps| Colour::from_index((colour.index() + steps) % count);
        Frame { symmetry, size, colours: (0..count).map(in_turn).collect() }
    }

    /// The colours in the order in which they move, the one whose frame it is first.
    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// Where a cell lies in the frame.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.symmetry.cell(cell, self.size)
    }

    /// Where the cells of a set lie in the frame.
    #[must_use]
    pub fn cells(&self, cells: &CellSet) -> CellSet {
        self.symmetry.cells(cells, self.size)
    }

    /// A move as it lies in the frame.
    #[must_use]
    pub fn to_frame(&self, mv: Move) -> Move {
        self.symmetry.placement(mv, self.size)
    }

    /// A move of the frame as it lies on the board.
    #[must_use]
    pub fn to_board(&self, mv: Move) -> Move {
        self.symmetry.inverse().placement(mv, self.size)
    }
}
