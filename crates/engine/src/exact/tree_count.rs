//! Counting the whole game tree of a small board, layer by layer.
//!
//! A layer is the positions after so many moves, each with the number of lines of play that lead to it. Positions with
//! the same future, or with futures that mirror each other, are one entry. Where no colour can reach another's cells any
//! more, the rest of the tree follows from what each colour can play alone. Only one layer and the next are in memory.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use cornerwise_core::{Cell, Position, Symmetry};

use super::bits::Bits;
use super::board::Board;
use super::side::{Lists, Side};
use super::solo::{Alone, Solo, interleave};
use crate::budget::Stop;

/// The largest board: its cells are one word.
const LARGEST: usize = 8;
/// Positions between two looks at the stop.
const LOOK_EVERY: usize = 1 << 10;

/// What a layer of the tree is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The lines of so many moves.
    pub nodes: u128,
    /// Those of them after which the game is over.
    pub leaves: u128,
    /// The positions where the colours can still get in each other's way, of which those with the same or a mirrored
    /// future are one.
    pub futures: u64,
}

/// The board has more cells than a word has bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("trees are counted on boards up to 8x8; this one is {0}x{0}")]
pub struct BoardTooLarge(pub usize);

/// The layers of a game tree, counted one after the other.
///
/// Forced passes are no moves, so that a line is as long as it has pieces.
///
/// ```
/// use cornerwise_core::Position;
/// use cornerwise_engine::{Stop, exact::TreeCounter};
/// let mut counter = TreeCounter::new(&Position::start("4x4".parse().unwrap())).unwrap();
/// while counter.advance(&Stop::default()) {}
/// let nodes: u128 = counter.layers().iter().map(|layer| layer.nodes).sum();
/// assert_eq!(nodes, 34_812);
/// ```
pub struct TreeCounter {
    layers: Vec<Layer>,
    work: Work,
}

enum Work {
    Two(Frontier<2>),
    Three(Frontier<3>),
    Four(Frontier<4>),
}

impl TreeCounter {
    /// The first layer is the position itself.
    ///
    /// # Errors
    /// When the board is larger than 8x8.
    pub fn new(position: &Position) -> Result<TreeCounter, BoardTooLarge> {
        let size = position.variant().size();
        if size > LARGEST {
            return Err(BoardTooLarge(size));
        }
        let work = match position.variant().colour_count() {
            2 => Work::Two(Frontier::new(position)),
            3 => Work::Three(Frontier::new(position)),
            _ => Work::Four(Frontier::new(position)),
        };
        let is_over = u64::from(position.is_over());
        let first = Layer { nodes: 1, leaves: is_over.into(), futures: 1 - is_over };
        Ok(TreeCounter { layers: vec![first], work })
    }

    /// The layers so far, the position's own first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Whether all games of the last layer are finished.
    pub fn is_done(&self) -> bool {
        match &self.work {
            Work::Two(frontier) => frontier.is_empty(),
            Work::Three(frontier) => frontier.is_empty(),
            Work::Four(frontier) => frontier.is_empty(),
        }
    }

    /// Counts one more layer; `false` when there is none, or when the stop was raised and everything is as before.
    pub fn advance(&mut self, stop: &Stop) -> bool {
        if self.is_done() {
            return false;
        }
        let layer = match &mut self.work {
            Work::Two(frontier) => frontier.advance(stop),
            Work::Three(frontier) => frontier.advance(stop),
            Work::Four(frontier) => frontier.advance(stop),
        };
        self.layers.extend(layer);
        layer.is_some()
    }
}

/// All that matters of a position for what can still be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Future<const C: usize> {
    free: [u64; C],
    anchors: [u64; C],
    live: [u32; C],
    turn: u32,
}

impl<const C: usize> Hash for Future<C> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for words in self.free.iter().zip(&self.anchors) {
            hasher.write_u64(*words.0);
            hasher.write_u64(*words.1);
        }
        for &word in self.live.iter().chain([&self.turn]) {
            hasher.write_u32(word);
        }
    }
}

/// Multiplies and folds; keys are compared in full, so that a collision only costs time.
#[derive(Default)]
pub(super) struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x2d35_8dcc_aa6c_78a5) * 0x8bb8_4b93_962e_acc9;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

type Lines<const C: usize> = HashMap<Future<C>, u128, BuildHasherDefault<Folded>>;

/// The positions of one layer, and what is needed to make the next one.
struct Frontier<const C: usize> {
    board: Board<1>,
    /// The mirrorings that keep every colour's start.
    images: Vec<Image>,
    lines: Lines<C>,
    /// What is already known of later layers, the next one first.
    known: VecDeque<Layer>,
    solo: Solo,
    lists: Lists,
    /// The moves of the position at hand.
    moves: Vec<u16>,
}

impl<const C: usize> Frontier<C> {
    fn new(position: &Position) -> Frontier<C> {
        let board = Board::new(position);
        let mut lists = Lists::default();
        let sides: Vec<Side<1>> =
            position.variant().colours().map(|c| lists.side(&board, position, c)).collect();
        let sets: Vec<Bits<1>> = sides.iter().flat_map(|side| [side.free, side.anchors]).collect();
        let symmetries = board.symmetries(&sets).into_iter();
        let images = symmetries.map(|symmetry| Image::new(symmetry, board.size)).collect();
        let mut frontier = Frontier {
            board,
            images,
            lines: Lines::default(),
            known: VecDeque::new(),
            solo: Solo::default(),
            lists,
            moves: Vec::new(),
        };
        if let Some(colour) = position.to_play() {
            let sides = sides.try_into().expect("a side for each colour");
            let future = frontier.canonical(&sides, colour.index() as u32);
            frontier.lines.insert(future, 1);
        }
        frontier.lists.release(0);
        frontier
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.known.is_empty()
    }

    fn advance(&mut self, stop: &Stop) -> Option<Layer> {
        let lines = std::mem::take(&mut self.lines);
        let before = self.known.clone();
        let mut next = Lines::default();
        let mut layer = self.known.pop_front().unwrap_or_default();
        for (at, (future, &count)) in lines.iter().enumerate() {
            if at % LOOK_EVERY == 0 && stop.is_raised() {
                (self.lines, self.known) = (lines, before);
                return None;
            }
            self.expand(future, count, &mut layer, &mut next);
        }
        layer.futures = next.len() as u64;
        self.lines = next;
        Some(layer)
    }

    /// Counts what every move of a future leads to, so many times.
    fn expand(&mut self, future: &Future<C>, count: u128, layer: &mut Layer, next: &mut Lines<C>) {
        let sides = self.sides(future);
        let turn = future.turn as usize;
        self.moves.clear();
        let anchors = sides[turn].anchors;
        let connects = |&&id: &&u16| self.board.cells[id as usize].meets(anchors);
        self.moves.extend(self.lists.of(&sides[turn]).iter().filter(connects));
        layer.nodes += count * self.moves.len() as u128;
        for at in 0..self.moves.len() {
            let id = self.moves[at];
            let mark = self.lists.mark();
            let children: [Side<1>; C] = std::array::from_fn(|colour| {
                let side = &sides[colour];
                if colour == turn {
                    self.lists.after_own(&self.board, side, id)
                } else {
                    self.lists.after_other(&self.board, side, id)
                }
            });
            let mut order = (1..=C).map(|step| (turn + step) % C);
            match order.find(|&colour| !children[colour].is_finished()) {
                None => layer.leaves += count,
                Some(to_play) if are_apart(&children) => self.finish(&children, to_play, count),
                Some(to_play) => {
                    let child = self.canonical(&children, to_play as u32);
                    *next.entry(child).or_default() += count;
                }
            }
            self.lists.release(mark);
        }
        self.lists.release(0);
    }

    /// Counts all that follows where no colour can reach another's cells.
    fn finish(&mut self, sides: &[Side<1>; C], to_play: usize, count: u128) {
        let alone: [Alone; C] =
            std::array::from_fn(|c| self.solo.alone(&self.board, &mut self.lists, &sides[c]));
        let known = &mut self.known;
        interleave(&alone, to_play, |plies, nodes, leaves| {
            if known.len() < plies {
                known.resize(plies, Layer::default());
            }
            known[plies - 1].nodes += count * nodes;
            known[plies - 1].leaves += count * leaves;
        });
    }

    /// The sides of a future, with their placements listed again.
    fn sides(&mut self, future: &Future<C>) -> [Side<1>; C] {
        let all = self.lists.all(&self.board);
        std::array::from_fn(|colour| {
            let side = Side { anchors: Bits([future.anchors[colour]]), ..all };
            let lost = !Bits([future.free[colour]]);
            self.lists.narrowed(&self.board, &side, lost, future.live[colour])
        })
    }

    /// The future of some sides, of the mirrored ones the least.
    fn canonical(&self, sides: &[Side<1>; C], turn: u32) -> Future<C> {
        let future = Future {
            free: sides.map(|side| side.free.0[0]),
            anchors: sides.map(|side| side.anchors.0[0]),
            live: sides.map(|side| side.live),
            turn,
        };
        let images = self.images.iter().map(|image| Future {
            free: future.free.map(|set| image.of(set)),
            anchors: future.anchors.map(|set| image.of(set)),
            ..future
        });
        images.fold(future, Ord::min)
    }
}

/// Whether no colour can reach another's cells.
fn are_apart<const C: usize>(sides: &[Side<1>; C]) -> bool {
    let mut reached = Bits::EMPTY;
    sides.iter().all(|side| {
        let is_apart = !side.free.meets(reached);
        reached |= side.free;
        is_apart
    })
}

/// Where a symmetry takes every set of cells, byte by byte.
struct Image {
    bytes: Vec<[u64; 256]>,
}

impl Image {
    fn new(symmetry: Symmetry, size: usize) -> Image {
        let cell = |bit: usize| {
            let cell = symmetry.cell(Cell::new(bit % size, bit / size), size);
            1_u64 << (cell.row() * size + cell.column())
        };
        let of_byte = |byte: usize| {
            let bits = |value: usize| {
                let set =
                    (0..8).filter(move |bit| value >> bit & 1 != 0).map(move |b| 8 * byte + b);
                set.filter(|&bit| bit < size * size).fold(0, |image, bit| image | cell(bit))
            };
            std::array::from_fn(bits)
        };
        Image { bytes: (0..(size * size).div_ceil(8)).map(of_byte).collect() }
    }

    #[inline]
    fn of(&self, set: u64) -> u64 {
        let images = self.bytes.iter().zip(set.to_le_bytes());
        images.fold(0, |image, (table, byte)| image | table[byte as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(name: &str) -> (u128, u128) {
        let mut counter = TreeCounter::new(&Position::start(name.parse().unwrap())).unwrap();
        while counter.advance(&Stop::default()) {}
        assert!(counter.is_done());
        let sum = |count: fn(&Layer) -> u128| counter.layers().iter().map(count).sum();
        (sum(|layer| layer.nodes), sum(|layer| layer.leaves))
    }

    /// Nodes and leaves by walking the whole tree.
    fn walk(position: &Position) -> (u128, u128) {
        let moves = position.legal_moves();
        let leaf = u128::from(moves.is_empty());
        moves.into_iter().fold((1, leaf), |(nodes, leaves), mv| {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let below = walk(&child);
            (nodes + below.0, leaves + below.1)
        })
    }

    #[test]
    fn small_trees_are_those_that_a_walk_finds() {
        for name in ["2x2", "3x3", "3x3-3", "3x3-4", "4x4"] {
            let start = Position::start(name.parse().unwrap());
            assert_eq!(totals(name), walk(&start), "{name}");
        }
    }

    #[test]
    fn the_tree_of_5x5_has_the_known_size() {
        assert_eq!(totals("5x5"), (19_892_439, 11_235_866));
    }

    #[test]
    fn a_stop_loses_nothing() {
        let mut counter = TreeCounter::new(&Position::start("4x4".parse().unwrap())).unwrap();
        assert!(counter.advance(&Stop::default()));
        let stop = Stop::default();
        stop.raise();
        assert!(!counter.advance(&stop));
        assert!(!counter.is_done());
        while counter.advance(&Stop::default()) {}
        let nodes: u128 = counter.layers().iter().map(|layer| layer.nodes).sum();
        assert_eq!(nodes, totals("4x4").0);
    }

    #[test]
    fn large_boards_are_refused() {
        let start = Position::start("9x9".parse().unwrap());
        assert_eq!(TreeCounter::new(&start).err(), Some(BoardTooLarge(9)));
    }
}
