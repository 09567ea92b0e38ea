//! The tree: an arena of small nodes in one allocation.
//!
//! Nodes are made of atomic numbers, so that one search code serves one thread and many. All sums are in
//! fixed point: adding is exact, whatever the order in which threads do it.

use std::sync::atomic::{
    AtomicBool, AtomicI64, AtomicU16, AtomicU32, Ordering::Acquire, Ordering::Relaxed,
    Ordering::Release,
};

use bytemuck::Zeroable;
use cornerwise_core::{Colour, Move, Position};

use crate::memory;
use crate::outcome::{Outcome, PerPlayer};

/// How many parts of a point a fixed-point sum counts.
const ONE: f64 = (1 << 24) as f64;

fn fixed(value: f64) -> i64 {
    (value * ONE) as i64
}

/// What [`Node::first`] says while the children are being written.
const BUSY: u32 = u32::MAX;

/// A position in the tree, known by the move that leads there.
#[derive(Zeroable)]
pub(super) struct Node {
    /// Simulations that came here, also those still under way.
    visits: AtomicU32,
    /// Where the children begin; 0 when there are none yet.
    first: AtomicU32,
    count: AtomicU16,
    mv: AtomicU16,
    /// The bits of the progressive bias.
    bias: AtomicU32,
    /// The rewards of the player who moved here. A simulation under way counts as a loss, so that other
    /// threads look elsewhere.
    sum: AtomicI64,
    squares: AtomicI64,
}

impl Node {
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub(super) fn mv(&self) -> Move {
        Move::from_index(self.mv.load(Relaxed) as usize).expect("a node has a move")
    }

    pub(super) fn bias(&self) -> f64 {
        f64::from(f32::from_bits(self.bias.load(Relaxed)))
    }

    /// The sum of the rewards.
    pub(super) fn sum(&self) -> f64 {
        self.sum.load(Relaxed) as f64 / ONE
    }

    /// The sum of the squares of the rewards.
    pub(super) fn squares(&self) -> f64 {
        self.squares.load(Relaxed) as f64 / ONE
    }

    /// So many simulations come here.
    pub(super) fn enter(&self, simulations: u32) {
        self.visits.fetch_add(simulations, Relaxed);
        self.sum.fetch_sub(fixed(simulations.into()), Relaxed);
    }

    /// One of them ended with this reward.
    pub(super) fn leave(&self, reward: f64) {
        self.sum.fetch_add(fixed(reward) + fixed(1.0), Relaxed);
        self.squares.fetch_add(fixed(reward * reward), Relaxed);
    }

    fn become_new(&self, child: &NewChild) {
        self.visits.store(0, Relaxed);
        self.first.store(0, Relaxed);
        self.mv.store(child.mv.index() as u16, Relaxed);
        self.bias.store(child.bias.to_bits(), Relaxed);
        self.sum.store(0, Relaxed);
        self.squares.store(0, Relaxed);
    }
}

/// What the games after a move of the root gave every player.
#[derive(Default)]
struct RootStatistics {
    shares: [AtomicI64; Colour::MAX],
    scores: [AtomicI64; Colour::MAX],
}

impl RootStatistics {
    fn sums(numbers: &[AtomicI64; Colour::MAX]) -> PerPlayer {
        std::array::from_fn(|player| numbers[player].load(Relaxed) as f64 / ONE)
    }
}

/// What is known of a move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub visits: u64,
    /// The sum of the rewards of the player to move.
    pub sum: f64,
    pub bias: f64,
    /// The sums of every player's shares and scores.
    pub shares: PerPlayer,
    pub scores: PerPlayer,
}

/// A move that is to join the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewChild {
    pub mv: Move,
    /// What the most urgent has most of.
    pub fpu: f32,
    pub bias: f32,
}

/// A tree below a position.
pub(super) struct Tree {
    /// The root is the first one.
    nodes: Box<[Node]>,
    used: AtomicU32,
    full: AtomicBool,
    statistics: Vec<RootStatistics>,
}

impl Tree {
    /// A tree within so many bytes, or `None` when there is not so much memory. Memory that is not used is
    /// not touched.
    pub(super) fn new(bytes: usize) -> Option<Tree> {
        let nodes = bytes / size_of::<Node>();
        Some(Tree {
            nodes: memory::zeros(nodes.min(BUSY as usize))?,
            used: AtomicU32::new(1),
            full: AtomicBool::new(false),
            statistics: Vec::new(),
        })
    }

    /// Starts anew with the moves of a root.
    pub(super) fn plant(&mut self, moves: &[NewChild]) {
        self.used = AtomicU32::new(1);
        self.full = AtomicBool::new(false);
        self.statistics.clear();
        self.statistics.resize_with(moves.len(), RootStatistics::default);
        let root = &self.nodes[0];
        root.become_new(&moves[0]);
        let planted = self.grow(root, || moves);
        assert!(planted, "the smallest tree has room for all moves of a position");
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The children of a node, the most urgent first; empty when it has none yet.
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        let first = node.first.load(Acquire);
        if first == 0 || first == BUSY {
            return &[];
        }
        let first = first as usize;
        &self.nodes[first..first + node.count.load(Relaxed) as usize]
    }

    /// Gives a node the children that `moves` answers. `false` when there is no room, or another thread is
    /// about it.
    pub(super) fn grow<'m>(&self, node: &Node, moves: impl FnOnce() -> &'m [NewChild]) -> bool {
        if self.full.load(Relaxed)
            || node.first.compare_exchange(0, BUSY, Acquire, Relaxed).is_err()
        {
            return false;
        }
        let moves = moves();
        let len = moves.len();
        let room = |used: u32| {
            let end = used as usize + len;
            (end <= self.nodes.len()).then_some(end as u32)
        };
        let Ok(first) = self.used.fetch_update(Relaxed, Relaxed, room) else {
            self.full.store(true, Relaxed);
            node.first.store(0, Release);
            return false;
        };
        for (node, child) in self.nodes[first as usize..].iter().zip(moves) {
            node.become_new(child);
        }
        node.count.store(len as u16, Relaxed);
        node.first.store(first, Release);
        true
    }

    /// Adds the end of a game after the root's move with this number.
    pub(super) fn record(&self, child: usize, outcome: &Outcome) {
        let sums = &self.statistics[child];
        for player in 0..Colour::MAX {
            sums.shares[player].fetch_add(fixed(outcome.shares[player]), Relaxed);
            sums.scores[player].fetch_add(fixed(outcome.scores[player]), Relaxed);
        }
    }

    /// What is known of the root's moves, the most urgent first.
    pub(super) fn root_moves(&self) -> Vec<RootMove> {
        let children = self.children(self.root()).iter();
        let with_statistics = children.zip(&self.statistics);
        let known = with_statistics.map(|(child, sums)| RootMove {
            mv: child.mv(),
            visits: child.visits().into(),
            sum: child.sum(),
            bias: child.bias(),
            shares: RootStatistics::sums(&sums.shares),
            scores: RootStatistics::sums(&sums.scores),
        });
        known.collect()
    }

    /// The line of the most visited moves after a move of the root, which comes first.
    pub(super) fn line(&self, position: &Position, mv: Move) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut next = self.children(self.root()).iter().find(|child| child.mv() == mv);
        while let Some(node) = next {
            position.play_unchecked(node.mv());
            line.push(node.mv());
            let visited = self.children(node).iter().filter(|child| child.visits() > 0);
            // The first of equally good ones, as the search prefers it.
            next = visited.rev().max_by_key(|child| child.visits());
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cornerwise_core::Position;

    fn moves() -> Vec<NewChild> {
        let position = Position::start("duo".parse().unwrap());
        position.legal_moves().into_iter().map(|mv| NewChild { mv, fpu: 0.0, bias: 1.5 }).collect()
    }

    #[test]
    fn a_node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn a_full_tree_grows_no_more() {
        let moves = moves();
        let mut tree = Tree::new(32 * (1 + 3 * moves.len() - 1)).unwrap();
        tree.plant(&moves);
        let children = tree.children(tree.root());
        assert!(tree.grow(&children[0], || &moves));
        assert!(!tree.grow(&children[0], || &moves), "a node grows once");
        assert!(!tree.grow(&children[1], || &moves), "there is no room");
        assert!(tree.children(&children[1]).is_empty());
        assert_eq!(tree.len(), 1 + 2 * moves.len());
        tree.plant(&moves);
        let children = tree.children(tree.root());
        assert!(tree.grow(&children[1], || &moves), "a new tree has room again");
    }

    #[test]
    fn a_simulation_under_way_counts_as_a_loss() {
        let moves = moves();
        let mut tree = Tree::new(1 << 20).unwrap();
        tree.plant(&moves);
        let child = &tree.children(tree.root())[0];
        child.enter(2);
        assert_eq!((child.visits(), child.sum()), (2, -2.0));
        child.leave(0.5);
        child.leave(1.0);
        assert_eq!((child.visits(), child.sum(), child.squares()), (2, 1.5, 1.25));
        assert_eq!(child.bias(), 1.5);
    }
}
