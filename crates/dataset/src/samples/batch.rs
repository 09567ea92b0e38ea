//! Samples as flat arrays.

use std::ops::Range;

use cornerwise_core::{Colour, Orientation, Variant};
use cornerwise_net::Encoder;

/// How large the arrays of a [`Batch`] are for one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The edge of the board.
    pub size: usize,
    /// The planes of the encoder.
    pub planes: usize,
    /// Its globals.
    pub globals: usize,
    /// The colours.
    pub colours: usize,
    /// The players.
    pub players: usize,
}

impl Shape {
    /// That of a variant.
    pub fn of(variant: &Variant) -> Shape {
        let encoder = Encoder::new(variant);
        Shape {
            size: variant.size(),
            planes: encoder.plane_count(),
            globals: encoder.global_count(),
            colours: variant.colour_count(),
            players: variant.player_count(),
        }
    }

    /// How many cells the board has.
    pub fn area(&self) -> usize {
        self.size * self.size
    }
}

/// Samples as arrays with one entry after the other; what belongs to a sample is in one piece.
///
/// Everything is in the mover's frame. Cells are row by row from the lowest, players and colours are counted from the mover in the
/// order of their turns. Samples have as many moves as are legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// How large a sample is.
    pub shape: Shape,
    /// What samples count: `[n]`.
    pub weights: Vec<f32>,
    /// The planes, 0 or 1: `[n, planes, size, size]`.
    pub planes: Vec<u8>,
    /// The globals: `[n, globals]`.
    pub globals: Vec<f32>,
    /// Where the moves of each sample end: `[n]`.
    pub move_ends: Vec<u32>,
    /// The first cell of every legal move, as its row times the size plus its column.
    pub move_cells: Vec<u16>,
    /// The orientation of every legal move.
    pub move_orientations: Vec<u8>,
    /// The share of every legal move in the visits; all 0 where there is no policy to learn.
    pub policy: Vec<f32>,
    /// What the linear model thinks of every legal move at first sight.
    pub linear_policy: Vec<f32>,
    /// 1 for samples with a policy to learn: `[n]`.
    pub policy_known: Vec<f32>,
    /// Every player's share of the win in the game: `[n, players]`.
    pub results: Vec<f32>,
    /// Every player's share of the win as the search expected it, or the result if it has no opinion: `[n, players]`.
    pub root_values: Vec<f32>,
    /// What the linear model expects: `[n, players]`.
    pub linear_values: Vec<f32>,
    /// The final scores: `[n, players]`.
    pub scores: Vec<f32>,
    /// The mover's final score less the best of the others: `[n]`.
    pub margins: Vec<f32>,
    /// Who has each cell at the end: 0 for nobody, else 1 plus the colour: `[n, size, size]`.
    pub ownership: Vec<u8>,
    /// 1 for the cells that the next move of another player covers: `[n, size, size]`.
    pub reply: Vec<u8>,
    /// 1 for samples with such a move: `[n]`.
    pub reply_known: Vec<f32>,
}

impl Batch {
    /// No sample yet.
    pub fn new(variant: &Variant) -> Batch {
        Batch {
            shape: Shape::of(variant),
            weights: Vec::new(),
            planes: Vec::new(),
            globals: Vec::new(),
            move_ends: Vec::new(),
            move_cells: Vec::new(),
            move_orientations: Vec::new(),
            policy: Vec::new(),
            linear_policy: Vec::new(),
            policy_known: Vec::new(),
            results: Vec::new(),
            root_values: Vec::new(),
            linear_values: Vec::new(),
            scores: Vec::new(),
            margins: Vec::new(),
            ownership: Vec::new(),
            reply: Vec::new(),
            reply_known: Vec::new(),
        }
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Makes room for other samples.
    pub fn clear(&mut self) {
        let Batch {
            shape: _,
            weights,
            planes,
            globals,
            move_ends,
            move_cells,
            move_orientations,
            policy,
            linear_policy,
            policy_known,
            results,
            root_values,
            linear_values,
            scores,
            margins,
            ownership,
            reply,
            reply_known,
        } = self;
        for bytes in [planes, move_orientations, ownership, reply] {
            bytes.clear();
        }
        for numbers in [
            weights,
            globals,
            policy,
            linear_policy,
            policy_known,
            results,
            root_values,
            linear_values,
            scores,
            margins,
            reply_known,
        ] {
            numbers.clear();
        }
        move_ends.clear();
        move_cells.clear();
    }

    /// Where the moves of a sample are in the arrays of moves.
    pub fn moves(&self, sample: usize) -> Range<usize> {
        let begin = if sample == 0 { 0 } else { self.move_ends[sample - 1] };
        begin as usize..self.move_ends[sample] as usize
    }

    /// Where the part of a sample is in an array with so many entries for each.
    pub fn part(&self, sample: usize, entries: usize) -> Range<usize> {
        sample * entries..(sample + 1) * entries
    }
}

// Orientations and colours are kept in bytes.
const _: () = assert!(Orientation::COUNT <= 256 && Colour::MAX < 256);
