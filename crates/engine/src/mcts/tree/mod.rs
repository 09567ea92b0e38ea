//! The tree: two spaces of small nodes, one in use, in a fixed memory.
//!
//! Nodes are made of atomic numbers, so that one search serves one thread and many; all sums are in fixed point:
//! adding is exact, whatever the order in which threads do it. Between searches, and when the space is
//! full, what is worth keeping is copied to the other space: a subtree after moves were played, or the nodes with the
//! most visits when memory runs out.

#[cfg(all(test, loom))]
mod model_checks;
pub mod node;
pub mod proof;
pub mod ranking;
pub mod root_stats;
pub mod sync;

use cornerwise_core::Move;

use crate::outcome::Outcome;

use node::{BUSY, COMPLETE, COUNT, PROVEN};
pub use node::{NewChild, Node};
use proof::Proofs;
use sync::{
    Apart, AtomicBool, AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release, zeroed,
};

/// The part of the memory that is for certain results.
const PROOFS_PART: usize = 8;

/// A tree below a position.
pub struct Tree {
    /// The root is the first node of the space in use.
    nodes: Box<[Node]>,
    other: Box<[Node]>,
    full: AtomicBool,
    proofs: Proofs,
    /// How many nodes are in use.
    used: Apart<AtomicU32>,
}

impl Tree {
    /// A tree within so many bytes, or `None` when there is not so much memory. Memory that is not used is
    /// not touched.
    pub fn new(bytes: usize) -> Option<Tree> {
        let for_proofs = bytes / PROOFS_PART;
        let nodes = (bytes - for_proofs) / 2 / size_of::<Node>();
        Tree::with_room(nodes, for_proofs / Proofs::BYTES_EACH)
    }

    /// A tree of up to so many nodes and certain results.
    pub fn with_room(nodes: usize, proofs: usize) -> Option<Tree> {
        let nodes = nodes.min(BUSY as usize);
        Some(Tree {
            nodes: zeroed(nodes)?,
            other: zeroed(nodes)?,
            full: AtomicBool::new(false),
            proofs: Proofs::with_room(proofs),
            used: Apart(AtomicU32::new(1)),
        })
    }

    /// Starts anew with the moves of a root.
    pub fn plant(&mut self, moves: &[NewChild]) {
        self.used = Apart(AtomicU32::new(1));
        self.full = AtomicBool::new(false);
        self.proofs.clear();
        self.nodes[0].become_new(moves[0]);
        let planted = self.grow(self.root(), || (moves, true));
        assert!(planted, "the smallest tree has room for all moves of a position");
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.used.0.load(Relaxed) as usize
    }

    /// Whether something was kept out for want of memory.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    #[inline]
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The node with this number.
    #[inline]
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The children of a node, the most probable first; empty when it has none yet.
    #[inline]
    pub fn children(&self, node: &Node) -> &[Node] {
        let first = node.first.load(Acquire);
        if first == 0 || first == BUSY {
            return &[];
        }
        let first = first as usize;
        &self.nodes[first..first + (node.count.load(Relaxed) & COUNT) as usize]
    }

    /// The result of perfect play at the node with this number, if it is known.
    #[inline]
    pub fn proof(&self, number: u32) -> Option<Outcome> {
        if self.node(number).is_proven() { self.proofs.get(number) } else { None }
    }

    /// Notes the result of perfect play at the node with this number, if there is room.
    pub fn prove(&self, number: u32, outcome: Outcome) {
        if self.proofs.insert(number, outcome) {
            self.node(number).count.fetch_or(PROVEN, Release);
        } else {
            self.full.store(true, Relaxed);
        }
    }

    /// Gives a node the children that `moves` answers, which also says whether these are all legal moves. `false`
    /// when there is no room, or another thread is about it.
    pub fn grow<'m>(&self, node: &Node, moves: impl FnOnce() -> (&'m [NewChild], bool)) -> bool {
        if self.is_full() || node.first.compare_exchange(0, BUSY, Acquire, Relaxed).is_err() {
            return false;
        }
        let (moves, is_complete) = moves();
        let room = |used: u32| {
            let end = used as usize + moves.len();
            (end <= self.nodes.len()).then_some(end as u32)
        };
        let Ok(first) = self.used.0.fetch_update(Relaxed, Relaxed, room) else {
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
    pub fn advance(&mut self, moves: &[Move], own: &[NewChild]) -> bool {
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
    pub fn recycle(&mut self) {
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
    /// `least` visits and there is room, and then uses that space. The copied nodes say where their children are in
    /// the old space until it is their turn: no stack is needed.
    fn copy_below(&mut self, mut next: usize, mut end: usize, least: u32) {
        while next < end {
            let node = &self.other[next];
            let children = self.children(node);
            let after = end + children.len();
            // The root keeps its moves in any case.
            let is_kept = next == 0 || node.visits() >= least;
            if children.is_empty() || !is_kept || after > self.other.len() {
                node.first.store(0, Relaxed);
            } else {
                for (new, child) in self.other[end..after].iter().zip(children) {
                    new.become_copy(child);
                }
                node.first.store(end as u32, Relaxed);
                end = after;
            }
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.other);
        self.proofs.clear();
        self.used = Apart(AtomicU32::new(end as u32));
        self.full = AtomicBool::new(false);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use cornerwise_core::Position;

    use super::*;

    /// So many moves of Duo's first turn.
    fn moves(count: usize) -> Vec<NewChild> {
        let moves = Position::start("duo".parse().unwrap()).legal_moves();
        moves.iter().take(count).map(|&mv| NewChild { mv, prior: 1.0 / count as f32 }).collect()
    }

    fn visit(node: &Node, times: u32) {
        for _ in 0..times {
            node.enter(1.0);
            node.leave(1.0, 0.5);
            node.add_rave(0.25);
        }
    }

    /// What is known of a node, without where its children are.
    fn facts(node: &Node) -> (Move, u32, f64, u32, f64) {
        (node.mv(), node.visits(), node.sum(), node.rave_visits(), node.rave_sum())
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(Tree::new(1 << 20).unwrap().nodes.len(), 14_336);
    }

    #[test]
    fn after_moves_their_subtree_is_kept_and_the_root_has_all_its_moves() {
        let all = moves(6);
        let mut tree = Tree::with_room(64, 8).unwrap();
        tree.plant(&all[..2]);
        let played = tree.node(2);
        assert!(tree.grow(played, || (&all[2..4], true)));
        let [best, other] = tree.children(played) else { panic!() };
        assert!(tree.grow(best, || (&all[4..6], true)) && tree.grow(other, || (&all[..1], true)));
        visit(tree.root(), 9);
        visit(played, 7);
        visit(best, 4);
        visit(&tree.children(best)[1], 3);
        visit(&tree.children(other)[0], 2);
        let known = [facts(best), facts(other)];
        let below = [facts(&tree.children(best)[1]), facts(&tree.children(other)[0])];

        // A position that nobody has looked at.
        let before = tree.len();
        assert!(!tree.advance(&[all[0].mv], &all[2..5]) && !tree.advance(&[all[5].mv], &all[..1]));
        assert_eq!((tree.len(), tree.root().visits()), (before, 9));

        // All moves in their own order: one that the tree did not know comes between.
        let own = [all[3], all[5], all[2]].map(|child| NewChild { prior: 0.25, ..child });
        assert!(tree.advance(&[all[1].mv], &own));
        assert_eq!((tree.root().visits(), tree.root().mv()), (7, all[1].mv));
        let [other, new, best] = tree.children(tree.root()) else { panic!() };
        assert_eq!([facts(best), facts(other)], known);
        assert_eq!((new.mv(), new.visits(), tree.children(new).len()), (all[5].mv, 0, 0));
        assert!(tree.children(tree.root()).iter().all(|child| child.prior() == 0.25));
        let found = [facts(&tree.children(best)[1]), facts(&tree.children(other)[0])];
        assert_eq!(found, below);
        assert_eq!((tree.children(best).len(), tree.len()), (2, 1 + 3 + 2 + 1));
    }

    #[test]
    fn a_root_with_many_moves_takes_the_room_of_what_lies_deepest() {
        let all = moves(20);
        let mut tree = Tree::with_room(30, 8).unwrap();
        tree.plant(&all[..1]);
        let mut deepest = 1;
        while tree.grow(tree.node(deepest), || (&all[..4], true)) {
            deepest = tree.node(deepest).first_child();
        }
        assert!(tree.is_full());
        assert!(tree.advance(&[all[0].mv], &all));
        assert_eq!(tree.children(tree.root()).len(), 20);
        assert!(!tree.is_full() && tree.len() <= 30);
        let mut node = &tree.children(tree.root())[0];
        let mut depth = 0;
        while let Some(child) = tree.children(node).first() {
            (node, depth) = (child, depth + 1);
        }
        assert_eq!(depth, 2);
    }

    #[test]
    fn a_full_tree_keeps_what_was_visited_most() {
        let all = moves(8);
        let mut tree = Tree::with_room(100, 8).unwrap();
        tree.plant(&all);
        // Every position has been visited half as often as the one before.
        let (mut number, mut visits) = (0, 1 << 12);
        while tree.grow(tree.node(number), || (&all, true)) || number == 0 {
            visit(tree.node(number), visits);
            (number, visits) = (tree.node(number).first_child(), visits / 2);
        }
        assert!(tree.is_full());
        tree.recycle();
        assert!(!tree.is_full() && tree.len() <= 50 + all.len());
        let (mut node, mut visits, mut depth) = (tree.root(), 1 << 12, 0);
        while let Some(child) = tree.children(node).first() {
            assert_eq!((node.visits(), tree.children(node).len()), (visits, 8));
            (node, visits, depth) = (child, visits / 2, depth + 1);
        }
        // Half of the room is for six times eight nodes.
        assert_eq!(depth, 6);
        assert_eq!(node.visits(), visits, "the last one only lost its children");
    }

    #[test]
    fn certain_results_have_little_room_too_and_make_place_like_nodes() {
        let all = moves(4);
        let mut tree = Tree::with_room(10, 2).unwrap();
        tree.plant(&all);
        for number in 1..=3 {
            tree.prove(number, Outcome::default());
        }
        assert!(tree.proof(2).is_some() && tree.proof(3).is_none() && tree.is_full());
        tree.recycle();
        assert!(tree.proof(2).is_none() && !tree.is_full());
        tree.prove(3, Outcome::default());
        assert!(tree.proof(3).is_some());
    }

    #[test]
    fn a_tree_without_room_for_more_keeps_its_root() {
        let all = moves(8);
        let mut tree = Tree::with_room(10, 8).unwrap();
        tree.plant(&all);
        visit(tree.root(), 5);
        assert!(!tree.grow(tree.node(1), || (&all, true)) && tree.is_full());
        tree.recycle();
        assert_eq!((tree.len(), tree.root().visits()), (9, 5));
        assert_eq!(tree.children(tree.root()).len(), 8);
    }
}
