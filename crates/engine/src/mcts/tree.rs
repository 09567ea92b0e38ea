//! The tree: two spaces of small nodes, one in use, in a fixed memory.
//!
//! Nodes are made of atomic numbers, so that one search serves one thread and many; all sums are in fixed point:
//! adding is exact, whatever the order in which threads do it. Between searches, and when the space is
//! full, what is worth keeping is copied to the other space: a subtree after moves were played, or the nodes with the
//! most visits when memory runs out.

use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicI64, AtomicU16, AtomicU32, Ordering::Acquire, Ordering::Relaxed,
    Ordering::Release,
};

use bytemuck::Zeroable;
use cornerwise_core::Move;

use crate::montecarlo::Outcome;

use super::proof::Proofs;

/// How many parts of a point the sums count.
const ONE: f64 = (1 << 24) as f64;
/// The same for the smaller sums of games in which a move was played later.
const RAVE_ONE: f64 = (1 << 10) as f64;
/// The sums of 32 bits hold no more of them.
const RAVE_MOST: u32 = 1 << 20;

/// What [`Node::first`] says while the children are being written.
const BUSY: u32 = u32::MAX;

/// The bits of [`Node::count`] that count children, and those that say that all legal moves are among them, and
/// that the result of perfect play is known.
const COUNT: u16 = (1 << 14) - 1;
const COMPLETE: u16 = 1 << 14;
const PROVEN: u16 = 1 << 15;

/// A position in the tree, known by the move that leads there.
#[derive(Zeroable)]
pub(super) struct Node {
    /// Simulations that came here, also those still under way.
    visits: AtomicU32,
    /// Where the children begin; 0 when there are none yet.
    first: AtomicU32,
    count: AtomicU16,
    mv: AtomicU16,
    /// The bits of the probability of the move.
    prior: AtomicU32,
    /// The rewards of the player who moved here.
    sum: AtomicI64,
    /// Simulations in which the move was played later by the same colour, and their rewards.
    rave_visits: AtomicU32,
    rave_sum: AtomicI32,
}

impl Node {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn mv(&self) -> Move {
        bytemuck::cast(self.mv.load(Relaxed))
    }

    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    /// Whether the result of perfect play is known.
    #[inline]
    pub(super) fn is_proven(&self) -> bool {
        self.count.load(Relaxed) & PROVEN != 0
    }

    /// Whether the children are all legal moves.
    pub(super) fn is_complete(&self) -> bool {
        self.count.load(Relaxed) & COMPLETE != 0
    }

    /// The number of the first child, if there are children.
    #[inline]
    pub(super) fn first_child(&self) -> u32 {
        self.first.load(Relaxed)
    }

    /// The sum of the rewards.
    #[inline]
    pub(super) fn sum(&self) -> f64 {
        self.sum.load(Relaxed) as f64 / ONE
    }

    /// The mean reward, 0 without visits.
    pub(super) fn mean(&self) -> f64 {
        self.sum() / f64::from(self.visits().max(1))
    }

    #[inline]
    pub(super) fn rave_visits(&self) -> u32 {
        self.rave_visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn rave_sum(&self) -> f64 {
        f64::from(self.rave_sum.load(Relaxed)) / RAVE_ONE
    }

    /// A simulation comes here; until it leaves it counts as one that lost so much, so that other threads look
    /// elsewhere.
    #[inline]
    pub(super) fn enter(&self, virtual_loss: f64) {
        self.visits.fetch_add(1, Relaxed);
        self.sum.fetch_sub((virtual_loss * ONE) as i64, Relaxed);
    }

    /// It ended with this reward.
    #[inline]
    pub(super) fn leave(&self, virtual_loss: f64, reward: f64) {
        self.sum.fetch_add((reward * ONE) as i64 + (virtual_loss * ONE) as i64, Relaxed);
    }

    /// A simulation in which the move was played later ended with this reward.
    #[inline]
    pub(super) fn add_rave(&self, reward: f64) {
        if self.rave_visits.fetch_add(1, Relaxed) < RAVE_MOST {
            self.rave_sum.fetch_add((reward * RAVE_ONE) as i32, Relaxed);
        } else {
            self.rave_visits.fetch_sub(1, Relaxed);
        }
    }

    fn become_new(&self, child: NewChild) {
        self.visits.store(0, Relaxed);
        self.first.store(0, Relaxed);
        self.count.store(0, Relaxed);
        self.mv.store(child.mv.index() as u16, Relaxed);
        self.prior.store(child.prior.to_bits(), Relaxed);
        self.sum.store(0, Relaxed);
        self.rave_visits.store(0, Relaxed);
        self.rave_sum.store(0, Relaxed);
    }

    /// Takes over everything, also where the children were.
    fn become_copy(&self, other: &Node) {
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.first.store(other.first.load(Relaxed), Relaxed);
        // Certain results are known by the number of the node, which is another one now.
        self.count.store(other.count.load(Relaxed) & !PROVEN, Relaxed);
        self.mv.store(other.mv.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.sum.store(other.sum.load(Relaxed), Relaxed);
        self.rave_visits.store(other.rave_visits.load(Relaxed), Relaxed);
        self.rave_sum.store(other.rave_sum.load(Relaxed), Relaxed);
    }
}

/// A move that is to join the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NewChild {
    pub mv: Move,
    /// Its probability before it is tried.
    pub prior: f32,
}

/// A tree below a position.
pub(super) struct Tree {
    /// The root is the first node of the space in use.
    nodes: Box<[Node]>,
    other: Box<[Node]>,
    used: AtomicU32,
    full: AtomicBool,
    proofs: Proofs,
}

impl Tree {
    /// A tree within so many bytes, or `None` when there is not so much memory. Memory that is not used is
    /// not touched.
    pub(super) fn new(bytes: usize) -> Option<Tree> {
        let nodes = (bytes / 2 / size_of::<Node>()).min(BUSY as usize);
        Some(Tree {
            nodes: bytemuck::try_zeroed_slice_box(nodes).ok()?,
            other: bytemuck::try_zeroed_slice_box(nodes).ok()?,
            used: AtomicU32::new(1),
            full: AtomicBool::new(false),
            proofs: Proofs::default(),
        })
    }

    /// Starts anew with the moves of a root.
    pub(super) fn plant(&mut self, moves: &[NewChild]) {
        self.used = AtomicU32::new(1);
        self.full = AtomicBool::new(false);
        self.proofs.clear();
        self.nodes[0].become_new(moves[0]);
        let planted = self.grow(self.root(), || (moves, true));
        assert!(planted, "the smallest tree has room for all moves of a position");
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// Whether a position was kept out for want of memory.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    #[inline]
    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The node with this number.
    #[inline]
    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The children of a node, the most probable first; empty when it has none yet.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        let first = node.first.load(Acquire);
        if first == 0 || first == BUSY {
            return &[];
        }
        let first = first as usize;
        &self.nodes[first..first + (node.count.load(Relaxed) & COUNT) as usize]
    }

    /// The result of perfect play at the node with this number, if it is known.
    #[inline]
    pub(super) fn proof(&self, number: u32) -> Option<Outcome> {
        if self.node(number).is_proven() { self.proofs.get(number) } else { None }
    }

    /// Notes the result of perfect play at the node with this number.
    pub(super) fn prove(&self, number: u32, outcome: Outcome) {
        self.proofs.insert(number, outcome);
        self.node(number).count.fetch_or(PROVEN, Release);
    }

    /// Gives a node the children that `moves` answers, which also says whether these are all legal moves. `false`
    /// when there is no room, or another thread is about it.
    pub(super) fn grow<'m>(
        &self,
        node: &Node,
        moves: impl FnOnce() -> (&'m [NewChild], bool),
    ) -> bool {
        if self.is_full() || node.first.compare_exchange(0, BUSY, Acquire, Relaxed).is_err() {
            return false;
        }
        let (moves, is_complete) = moves();
        let room = |used: u32| {
            let end = used as usize + moves.len();
            (end <= self.nodes.len()).then_some(end as u32)
        };
        let Ok(first) = self.used.fetch_update(Relaxed, Relaxed, room) else {
            self.full.store(true, Relaxed);
            node.first.store(0, Release);
            return false;
        };
        for (node, child) in self.nodes[first as usize..].iter().zip(moves) {
            node.become_new(*child);
        }
        let complete = if is_complete { COMPLETE } else { 0 };
        node.count.store(moves.len() as u16 | complete, Relaxed);
        node.first.store(first, Release);
        true
    }

    /// Makes the position after these moves the root, with these moves of its own, and forgets the rest.
    /// `false`, and nothing changes, when the tree does not know the position.
    pub(super) fn advance(&mut self, moves: &[Move], own: &[NewChild]) -> bool {
        let mut node = self.root();
        for mv in moves {
            let Some(child) = self.children(node).iter().find(|child| child.mv() == *mv) else {
                return false;
            };
            node = child;
        }
        if self.children(node).is_empty() {
            return false;
        }
        // The new root has all its moves, while inner nodes have but the best ones.
        self.other[0].become_copy(node);
        let children = self.children(node);
        for (new, child) in self.other[1..].iter().zip(own) {
            match children.iter().find(|known| known.mv() == child.mv) {
                Some(known) => new.become_copy(known),
                None => new.become_new(*child),
            }
            new.prior.store(child.prior.to_bits(), Relaxed);
        }
        self.other[0].first.store(1, Relaxed);
        self.other[0].count.store(own.len() as u16 | COMPLETE, Relaxed);
        self.copy_below(1, 1 + own.len(), 0);
        true
    }

    /// Makes room by forgetting what lies below the positions with the fewest visits.
    pub(super) fn recycle(&mut self) {
        let least = self.least_visits_to_keep();
        let root = self.root();
        self.other[0].become_copy(root);
        self.copy_below(0, 1, least);
    }

    /// The visits that a node needs so that half of the space suffices for the children of all such nodes.
    fn least_visits_to_keep(&self) -> u32 {
        // How many children nodes have whose visits have so many binary digits.
        let mut children = [0; 33];
        for node in &self.nodes[..self.len()] {
            let digits = u32::BITS - node.visits().leading_zeros();
            children[digits as usize] += self.children(node).len();
        }
        let mut room = self.nodes.len() / 2;
        for digits in (1..children.len()).rev() {
            if children[digits] > room {
                return u32::try_from(1_u64 << digits).unwrap_or(u32::MAX);
            }
            room -= children[digits];
        }
        1
    }

    /// Copies the children of the nodes in the other space from `next` on, and theirs, as long as there are
    /// `least` visits, and then uses that space. The copied nodes say where their children are in the old
    /// space until it is their turn: no stack is needed.
    fn copy_below(&mut self, mut next: usize, mut end: usize, least: u32) {
        while next < end {
            let node = &self.other[next];
            let children = self.children(node);
            // The root keeps its moves in any case.
            if children.is_empty() || next > 0 && node.visits() < least {
                node.first.store(0, Relaxed);
            } else {
                for (new, child) in self.other[end..].iter().zip(children) {
                    new.become_copy(child);
                }
                node.first.store(end as u32, Relaxed);
                end += children.len();
            }
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.other);
        self.proofs.clear();
        self.used = AtomicU32::new(end as u32);
        self.full = AtomicBool::new(false);
    }
}
