//! What a position looks like to a learner.

use cornerwise_core::{CellSet, Colour, Move, Piece, Position, Variant};
use cornerwise_net::{Encoder, Frame};

use crate::options::{Perspective, words};

words! {
    /// What a position looks like, as bytes in a cube or a row, and numbers beside them.
    Observation, "observation" {
        /// The planes of [`Encoder`] as bytes, and its globals as numbers: what Cornerwise's own networks are given.
        Planes = "planes",
        /// A plane for each colour and piece, with the piece where it was placed: 42 on Duo.
        Shapes = "shapes",
        /// The board in a row, 0 for free cells and *i* for the *i*-th colour, and a flag for each piece that a colour has left: 238
        /// bytes on Duo.
        Flat = "flat",
        /// The board as one plane with 0 for free cells and *i* for the *i*-th colour, then the corner cells of each colour, then the
        /// free cells of each colour that it may not cover. The numbers are flags for each piece that a colour has left, the scores of
        /// the colours, how many pieces have been placed, and which colour is to play, from 0.
        Board = "board",
    }
}

/// Writes observations of a variant.
pub struct Observer {
    kind: Observation,
    perspective: Perspective,
    encoder: Encoder,
    size: usize,
    colours: usize,
}

/// Game numbers of [`Observation::Board`]: pieces placed and the colour to play.
const BOARD_NUMBERS: usize = 2;

impl Observer {
    /// Writes observations of this kind.
    #[must_use]
    pub fn new(variant: &Variant, kind: Observation, perspective: Perspective) -> Observer {
        let (size, colours) = (variant.size(), variant.colour_count());
        Observer { kind, perspective, encoder: Encoder::new(variant), size, colours }
    }

    /// The shape of the bytes.
    pub fn shape(&self) -> Vec<usize> {
        let cube = |planes| vec![planes, self.size, self.size];
        match self.kind {
            Observation::Planes => cube(self.encoder.plane_count()),
            Observation::Shapes => cube(self.colours * Piece::COUNT),
            Observation::Flat => vec![self.size * self.size + self.colours * Piece::COUNT],
            Observation::Board => cube(1 + 2 * self.colours),
        }
    }

    /// How many bytes there are.
    pub fn byte_count(&self) -> usize {
        self.shape().iter().product()
    }

    /// How many numbers there are beside the bytes.
    pub fn number_count(&self) -> usize {
        match self.kind {
            Observation::Planes => self.encoder.global_count(),
            Observation::Shapes | Observation::Flat => 0,
            Observation::Board => self.colours * (Piece::COUNT + 1) + BOARD_NUMBERS,
        }
    }

    /// The frame in which a colour sees the board.
    pub fn frame(&self, viewer: Colour) -> &Frame {
        self.encoder.frame(self.seen_by(viewer))
    }

    fn seen_by(&self, viewer: Colour) -> Colour {
        match self.perspective {
            Perspective::Mover => viewer,
            Perspective::Board => Colour::from_index(0),
        }
    }

    /// Writes the position as a colour sees it, after these moves of the game. Without room for numbers none are written.
    ///
    /// # Panics
    /// When there is not room for exactly all bytes.
    pub fn write(
        &self,
        position: &Position,
        placed: &[(Colour, Move)],
        viewer: Colour,
        bytes: &mut [u8],
        numbers: &mut [f32],
    ) {
        assert_eq!(bytes.len(), self.byte_count(), "room for the observation");
        match self.kind {
            Observation::Planes => self.write_planes(position, placed, viewer, bytes, numbers),
            Observation::Shapes => self.write_shapes(placed, viewer, bytes),
            Observation::Flat => self.write_flat(position, viewer, bytes),
            Observation::Board => self.write_board(position, viewer, bytes, numbers),
        }
    }

    fn write_planes(
        &self,
        position: &Position,
        placed: &[(Colour, Move)],
        viewer: Colour,
        bytes: &mut [u8],
        numbers: &mut [f32],
    ) {
        let encoding = self.encoder.encode_for(position, placed, self.seen_by(viewer));
        for (plane, out) in encoding.planes().iter().zip(self.planes(bytes)) {
            plane.write_bytes(self.size, out);
        }
        if !numbers.is_empty() {
            numbers.copy_from_slice(encoding.globals());
        }
    }

    fn write_shapes(&self, placed: &[(Colour, Move)], viewer: Colour, bytes: &mut [u8]) {
        let frame = self.frame(viewer);
        bytes.fill(0);
        for &(colour, mv) in placed {
            let plane = self.place(frame, colour) * Piece::COUNT + mv.piece().index();
            let out = &mut bytes[plane * self.size * self.size..][..self.size * self.size];
            for cell in frame.to_frame(mv).cells() {
                out[cell.row() * self.size + cell.column()] = 1;
            }
        }
    }

    fn write_flat(&self, position: &Position, viewer: Colour, bytes: &mut [u8]) {
        let frame = self.frame(viewer);
        let (board, flags) = bytes.split_at_mut(self.size * self.size);
        self.write_stones(position, frame, board);
        for (&colour, out) in frame.colours().iter().zip(flags.chunks_exact_mut(Piece::COUNT)) {
            let left = position.pieces(colour);
            for (piece, flag) in Piece::all().zip(out) {
                *flag = left.contains(piece).into();
            }
        }
    }

    fn write_board(
        &self,
        position: &Position,
        viewer: Colour,
        bytes: &mut [u8],
        numbers: &mut [f32],
    ) {
        let frame = self.frame(viewer);
        let mut planes = self.planes(bytes);
        self.write_stones(position, frame, planes.next().expect("there is a plane"));
        let corners = |colour| position.corner_cells(colour);
        let locked = |colour| position.locked_cells(colour) - position.occupied();
        let of_all = |cells: &dyn Fn(Colour) -> CellSet| -> Vec<CellSet> {
            frame.colours().iter().map(|&colour| frame.cells(&cells(colour))).collect()
        };
        for (set, out) in of_all(&corners).iter().chain(&of_all(&locked)).zip(planes) {
            set.write_bytes(self.size, out);
        }
        if numbers.is_empty() {
            return;
        }
        let left = frame.colours().iter().flat_map(|&colour| {
            let left = position.pieces(colour);
            Piece::all().map(move |piece| f32::from(u8::from(left.contains(piece))))
        });
        let scores = frame.colours().iter().map(|&colour| position.score(colour) as f32);
        let mover = position.to_play().map_or(0, |colour| self.place(frame, colour));
        let game = [position.moves_played() as f32, mover as f32];
        for (out, number) in numbers.iter_mut().zip(left.chain(scores).chain(game)) {
            *out = number;
        }
    }

    /// The number of each cell's colour as the frame counts, from 1.
    fn write_stones(&self, position: &Position, frame: &Frame, out: &mut [u8]) {
        out.fill(0);
        for (number, &colour) in (1..).zip(frame.colours()) {
            for cell in frame.cells(&position.cells(colour)).iter() {
                out[cell.row() * self.size + cell.column()] = number;
            }
        }
    }

    fn planes<'b>(&self, bytes: &'b mut [u8]) -> impl Iterator<Item = &'b mut [u8]> {
        bytes.chunks_exact_mut(self.size * self.size)
    }

    /// Which colour it is as the frame counts, from 0.
    fn place(&self, frame: &Frame, colour: Colour) -> usize {
        (colour.index() + self.colours - frame.colours()[0].index()) % self.colours
    }
}
