//! Positions as planes and globals.

use cornerwise_core::{CellSet, Colour, Move, Piece, Position, Variant};

use crate::frame::Frame;

/// The version of the encoding: weights belong to one of them, and a change of planes or globals is a new one.
pub const ENCODER_VERSION: u32 = 2;

/// The steps over free cells after which cells are within reach.
const REACH: [usize; 3] = [1, 2, 3];
/// Planes of every colour: its stones, its last move, corner cells, locked cells, coverable cells, and what is within reach.
const PLANES_OF_COLOUR: usize = 5 + REACH.len();
/// The plane that tells the board from what is beyond its edge.
const BOARD_PLANES: usize = 1;
/// Globals of every colour: a flag for each piece left, whether it can move, whether it is the mover's, and its squares.
const GLOBALS_OF_COLOUR: usize = Piece::COUNT + 3;
/// How much of the game has been played.
const GAME_GLOBALS: usize = 1;
/// The squares of all pieces of a colour.
const ALL_SQUARES: f32 = 89.0;

/// Encodes the positions of a variant.
///
/// | planes | what is 1 |
/// |---|---|
/// | 8·*i* | stones of the *i*-th colour, counted from the mover |
/// | 8·*i* + 1 | the last move of that colour |
/// | 8·*i* + 2 | its corner cells, where its next piece can connect |
/// | 8·*i* + 3 | free cells that it may not cover |
/// | 8·*i* + 4 | cells that one of its moves would cover if it were its turn |
/// | 8·*i* + 5, 6, 7 | cells that it may come to in 1, 2 or 3 steps from its corner cells |
/// | last | the board |
///
/// | globals | what |
/// |---|---|
/// | 24·*i* + 0 … 20 | 1 for each piece that the *i*-th colour has left |
/// | 24·*i* + 21 | 1 if it can still move |
/// | 24·*i* + 22 | 1 if it belongs to the mover |
/// | 24·*i* + 23 | its squares on the board, as a part of all |
/// | last | pieces on the board, as a part of all |
///
/// | version | planes and globals |
/// |---|---|
/// | 2 | as above |
/// | 1 | no plane of the cells that moves would cover |
#[derive(Clone, Debug)]
pub struct Encoder {
    frames: Vec<Frame>,
    size: usize,
}

impl Encoder {
    /// The encoder of a variant.
    #[must_use]
    pub fn new(variant: &Variant) -> Encoder {
        let frames = variant.colours().map(|colour| Frame::new(variant, colour)).collect();
        Encoder { frames, size: variant.size() }
    }

    /// How many planes a position of so many colours has.
    pub const fn planes_of(colours: usize) -> usize {
        colours * PLANES_OF_COLOUR + BOARD_PLANES
    }

    /// How many globals a position of so many colours has.
    pub const fn globals_of(colours: usize) -> usize {
        colours * GLOBALS_OF_COLOUR + GAME_GLOBALS
    }

    /// How many planes a position has.
    pub fn plane_count(&self) -> usize {
        Encoder::planes_of(self.frames.len())
    }

    /// How many globals a position has.
    pub fn global_count(&self) -> usize {
        Encoder::globals_of(self.frames.len())
    }

    /// The edge of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The frame of a colour.
    pub fn frame(&self, colour: Colour) -> &Frame {
        &self.frames[colour.index()]
    }

    /// A position as the colour to play sees it, after these moves; of every colour the last one counts. `None` when the game is
    /// over.
    pub fn encode(&self, position: &Position, before: &[(Colour, Move)]) -> Option<Encoding> {
        Some(self.encode_for(position, before, position.to_play()?))
    }

    /// A position as a colour sees it, whoever is to move.
    pub fn encode_for(
        &self,
        position: &Position,
        before: &[(Colour, Move)],
        viewer: Colour,
    ) -> Encoding {
        let frame = self.frame(viewer);
        let last =
            |colour| before.iter().rev().find(|(other, _)| *other == colour).map(|&(_, mv)| mv);
        let mut planes = Vec::with_capacity(self.plane_count());
        let mut globals = Vec::with_capacity(self.global_count());
        self.describe(position, last, viewer, &mut globals, |_, plane| {
            planes.push(frame.cells(plane));
        });
        Encoding { size: self.size, planes, globals }
    }

    /// Shows the planes of a position with their numbers, as they lie on the board, and lists the globals.
    pub(crate) fn describe(
        &self,
        position: &Position,
        last: impl Fn(Colour) -> Option<Move>,
        viewer: Colour,
        globals: &mut Vec<f32>,
        mut show: impl FnMut(usize, &CellSet),
    ) {
        let variant = position.variant();
        let board = CellSet::board(self.size);
        let occupied = position.occupied();
        globals.clear();
        for (number, &colour) in self.frame(viewer).colours().iter().enumerate() {
            let first = number * PLANES_OF_COLOUR;
            let (stones, locked) = (position.cells(colour), position.locked_cells(colour));
            let mut reached = position.corner_cells(colour);
            show(first, &stones);
            show(first + 1, &last(colour).map(Move::cell_set).unwrap_or_default());
            show(first + 2, &reached);
            show(first + 3, &(locked - occupied));
            show(first + 4, &position.coverable_cells(colour));
            let free = board - locked;
            for steps in REACH {
                reached.spread(&free);
                show(first + 4 + steps, &reached);
            }
            let left = position.pieces(colour);
            globals.extend(Piece::all().map(|piece| f32::from(u8::from(left.contains(piece)))));
            globals.push(f32::from(u8::from(position.is_active(colour))));
            globals.push(f32::from(u8::from(variant.are_allied(viewer, colour))));
            globals.push(stones.len() as f32 / ALL_SQUARES);
        }
        show(self.plane_count() - 1, &board);
        let all = (variant.colour_count() * variant.pieces().len()) as f32;
        globals.push(position.moves_played() as f32 / all);
    }
}

/// What a network is given of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding {
    size: usize,
    planes: Vec<CellSet>,
    globals: Vec<f32>,
}

impl Encoding {
    /// The edge of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The planes as sets of cells.
    pub fn planes(&self) -> &[CellSet] {
        &self.planes
    }

    /// The numbers that belong to no cell.
    pub fn globals(&self) -> &[f32] {
        &self.globals
    }

    /// Writes the planes one after the other, each row by row from the lowest: 1 for the cells of a plane, 0 for others.
    ///
    /// # Panics
    /// When there is not room for exactly all planes.
    pub fn write_planes(&self, out: &mut [f32]) {
        let area = self.size * self.size;
        assert_eq!(out.len(), self.planes.len() * area, "room for all planes");
        out.fill(0.0);
        for (plane, out) in self.planes.iter().zip(out.chunks_exact_mut(area)) {
            for cell in plane.iter() {
                out[cell.row() * self.size + cell.column()] = 1.0;
            }
        }
    }
}
