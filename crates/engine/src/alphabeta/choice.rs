//! Which moves of a position are searched, and in which order.

use cornerwise_core::{Colour, Generator, Move, Orientation, Position, PositionStack};

use super::effort::RootMove;
use super::history::History;
use super::order::Orderer;
use crate::parameter::{Parameter, ParameterKind, Settings};

/// The parameter of the opening rule.
pub(crate) const ONLY_FIVES: Parameter = Parameter {
    name: "only-fives",
    kind: ParameterKind::Int(0, 21),
    default: "0",
    meaning: "in so many first moves of a colour only five-square pieces are considered",
};
/// The parameter of the number of moves at the root.
pub(crate) const WIDTH: Parameter = Parameter {
    name: "width",
    kind: ParameterKind::Int(0, 100_000),
    default: "0",
    meaning: "the most moves to search at the root, the first in order; 0 for all",
};
/// The parameter of the number of moves at later plies.
pub(crate) const NARROWING: Parameter = Parameter {
    name: "narrowing",
    kind: ParameterKind::Real(0.01, 1.0),
    default: "0.5",
    meaning: "by what the width is multiplied with every ply",
};

/// What is searched at all.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub orderer: Orderer,
    /// In so many first moves of a colour only five-square pieces are considered.
    pub only_fives: usize,
    /// The most moves at the root; 0 for all.
    pub width: usize,
    /// By what the width is multiplied with every ply.
    pub narrowing: f64,
}

impl Choice {
    pub(crate) fn new(orderer: Orderer, settings: &Settings) -> Choice {
        Choice {
            orderer,
            only_fives: settings.int(ONLY_FIVES.name).unwrap_or(0) as usize,
            width: settings.int(WIDTH.name).unwrap_or(0) as usize,
            narrowing: settings.real(NARROWING.name),
        }
    }

    /// The most moves to search at a ply, if there is a limit.
    pub(crate) fn width(&self, ply: usize) -> Option<usize> {
        let width = self.width as f64 * self.narrowing.powi(ply as i32);
        (self.width > 0).then_some((width as usize).max(1))
    }

    /// Lists the moves of the colour to play; answers whether some were left out.
    pub(crate) fn list(&self, line: &PositionStack, colour: Colour, moves: &mut Vec<Move>) -> bool {
        let position = line.position();
        Generator::Fast.list(position, colour, moves);
        let is_five = |mv: &Move| mv.orientation().index() < Orientation::FIVES;
        let is_opening = position.placed_count(colour) < self.only_fives;
        let all = moves.len();
        if is_opening && moves.iter().any(is_five) {
            moves.retain(is_five);
        }
        moves.len() < all
    }

    /// The moves to search at the root, in order.
    pub(crate) fn root_moves(&self, line: &mut PositionStack, history: &History) -> Vec<RootMove> {
        let mut picks = Picks::default();
        picks.fill(self, line, 0, history, None);
        std::iter::from_fn(|| picks.next()).map(RootMove::new).collect()
    }

    /// Whether so many moves are not all that a position has.
    pub(crate) fn is_narrow(position: &Position, moves: usize) -> bool {
        moves < position.count_moves()
    }

    /// A position's key in a table. With a limited width, the same position is searched differently at
    /// another ply.
    pub(crate) fn key(&self, position: &Position, ply: usize) -> u64 {
        let salt = if self.width == 0 { 0 } else { ply as u64 };
        position.hash() ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The moves of a position in the order in which they are to be searched, sorted only as far as asked.
#[derive(Debug, Default)]
pub(crate) struct Picks {
    /// The moves as listed, unordered.
    pub moves: Vec<Move>,
    rated: Vec<(i64, Move)>,
    next: usize,
    sorted: bool,
    /// Whether moves were left out.
    pub is_narrowed: bool,
}

/// After so many picks the rest is sorted at once.
const EARLY: usize = 3;

impl Picks {
    /// Starts over with the moves of the position at the end of a line.
    pub(crate) fn fill(
        &mut self,
        choice: &Choice,
        line: &mut PositionStack,
        ply: usize,
        history: &History,
        best: Option<Move>,
    ) {
        self.rated.clear();
        (self.next, self.sorted, self.is_narrowed) = (0, false, false);
        let Some(colour) = line.position().to_play() else { return };
        self.is_narrowed = choice.list(line, colour, &mut self.moves);
        let killers = history.killers(ply);
        let rated = &mut self.rated;
        choice.orderer.rate(line, ply, &self.moves, |mv, rate| {
            let first: i64 = match Some(mv) {
                some if some == best => 3,
                some if some == killers[0] => 2,
                some if some == killers[1] => 1,
                _ => 0,
            };
            let count = i64::from(history.count(colour, mv).min(i32::MAX as u32));
            rated.push(((first << 60) + (i64::from(rate) << 32) + count, mv));
        });
        if let Some(width) = choice.width(ply)
            && width < self.rated.len()
        {
            self.sort();
            self.rated.truncate(width);
            self.is_narrowed = true;
        }
    }

    /// The next move.
    pub(crate) fn next(&mut self) -> Option<Move> {
        if self.next == EARLY {
            self.sort();
        }
        if !self.sorted {
            let rest = self.rated.get_mut(self.next..)?;
            // The first of the largest, as a stable sort would have it.
            let at = (0..rest.len()).rev().max_by_key(|&at| rest[at].0)?;
            rest[..=at].rotate_right(1);
        }
        let mv = self.rated.get(self.next)?.1;
        self.next += 1;
        Some(mv)
    }

    /// Orders what has not been picked; equal moves stay in the order of moves.
    fn sort(&mut self) {
        if !self.sorted {
            let rest = self.next.min(self.rated.len());
            self.rated[rest..].sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            self.sorted = true;
        }
    }
}
