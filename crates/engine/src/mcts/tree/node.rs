//! Nodes of the tree, made of atomic numbers.

#[cfg(not(loom))]
use bytemuck::Zeroable;
use cornerwise_core::Move;

use crate::mcts::tree::sync::{AtomicI32, AtomicI64, AtomicU16, AtomicU32, Ordering::Relaxed};

/// How many parts of a point the sums count.
const ONE: f64 = (1 << 24) as f64;
/// The same for the smaller sums of games in which a move was played later.
const RAVE_ONE: f64 = (1 << 10) as f64;
/// The sums of 32 bits hold no more of them.
const RAVE_MOST: u32 = 1 << 20;

/// What [`Node::first`] says while the children are being written.
pub const BUSY: u32 = u32::MAX;

/// The bits of [`Node::count`] that count children, and those that say that a network has been asked about the position, that
/// all legal moves are among the children, and that the result of perfect play is known.
pub const COUNT: u16 = (1 << 13) - 1;
pub const GUIDED: u16 = 1 << 13;
pub const COMPLETE: u16 = 1 << 14;
pub const PROVEN: u16 = 1 << 15;

/// A position in the tree, known by the move that leads there.
#[cfg_attr(not(loom), derive(Zeroable))]
#[cfg_attr(loom, derive(Default))]
pub struct Node {
    /// Simulations that came here, also those still under way.
    visits: AtomicU32,
    /// Where the children begin; 0 when there are none yet.
    pub first: AtomicU32,
    pub count: AtomicU16,
    mv: AtomicU16,
    /// The bits of the probability of the move.
    pub prior: AtomicU32,
    /// The rewards of the player who moved here.
    sum: AtomicI64,
    /// Simulations in which the move was played later by the same colour, and their rewards.
    rave_visits: AtomicU32,
    rave_sum: AtomicI32,
}

impl Node {
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub fn mv(&self) -> Move {
        bytemuck::cast(self.mv.load(Relaxed))
    }

    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    /// Whether the result of perfect play is known.
    #[inline]
    pub fn is_proven(&self) -> bool {
        self.count.load(Relaxed) & PROVEN != 0
    }

    /// Whether a network has been asked about the position.
    #[inline]
    pub fn is_guided(&self) -> bool {
        self.count.load(Relaxed) & GUIDED != 0
    }

    /// Notes that a network is asked about the position; whether nobody else has done so.
    pub fn guide(&self) -> bool {
        self.count.fetch_or(GUIDED, Relaxed) & GUIDED == 0
    }

    /// Gives the move another probability.
    pub fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Relaxed);
    }

    /// Whether the children are all legal moves.
    pub fn is_complete(&self) -> bool {
        self.count.load(Relaxed) & COMPLETE != 0
    }

    /// The number of the first child, if there are children.
    #[inline]
    pub fn first_child(&self) -> u32 {
        self.first.load(Relaxed)
    }

    /// The sum of the rewards.
    #[inline]
    pub fn sum(&self) -> f64 {
        self.sum.load(Relaxed) as f64 / ONE
    }

    /// The mean reward, 0 without visits.
    pub fn mean(&self) -> f64 {
        self.sum() / f64::from(self.visits().max(1))
    }

    #[inline]
    pub fn rave_visits(&self) -> u32 {
        self.rave_visits.load(Relaxed)
    }

    #[inline]
    pub fn rave_sum(&self) -> f64 {
        f64::from(self.rave_sum.load(Relaxed)) / RAVE_ONE
    }

    /// A simulation comes here; until it leaves it counts as one that lost so much, so that other threads look
    /// elsewhere.
    #[inline]
    pub fn enter(&self, virtual_loss: f64) {
        self.visits.fetch_add(1, Relaxed);
        self.sum.fetch_sub((virtual_loss * ONE) as i64, Relaxed);
    }

    /// It ended with this reward.
    #[inline]
    pub fn leave(&self, virtual_loss: f64, reward: f64) {
        self.sum.fetch_add((reward * ONE) as i64 + (virtual_loss * ONE) as i64, Relaxed);
    }

    /// So many visits more, each with this reward.
    #[inline]
    pub fn add_visits(&self, visits: u32, reward: f64) {
        self.visits.fetch_add(visits, Relaxed);
        self.sum.fetch_add((reward * ONE) as i64 * i64::from(visits), Relaxed);
    }

    /// A simulation in which the move was played later ended with this reward.
    #[inline]
    pub fn add_rave(&self, reward: f64) {
        if self.rave_visits.fetch_add(1, Relaxed) < RAVE_MOST {
            self.rave_sum.fetch_add((reward * RAVE_ONE) as i32, Relaxed);
        } else {
            self.rave_visits.fetch_sub(1, Relaxed);
        }
    }

    pub fn become_new(&self, child: NewChild) {
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
    pub fn become_copy(&self, other: &Node) {
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
pub struct NewChild {
    pub mv: Move,
    /// Its probability before it is tried.
    pub prior: f32,
}
