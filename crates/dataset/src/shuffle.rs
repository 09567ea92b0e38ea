//! Items in an order by chance, with bounded memory.

use cornerwise_core::{GameRng, game_rng};
use rand::RngExt;

/// Keeps this chance apart from other chance with the same seed.
const SHUFFLE_CHANCE: u64 = 0x7368_7566;

/// Items of another iterator in an order by chance, of which so many wait at a time.
///
/// Each next item is drawn from those that wait, and the next of the iterator takes its place. An item can come as late as chance wants, but at most the length
/// of the buffer too early: a buffer of all items is a whole shuffle.
pub struct Shuffle<I: Iterator> {
    items: I,
    waiting: Vec<I::Item>,
    length: usize,
    rng: GameRng,
}

impl<I: Iterator> Shuffle<I> {
    /// Shuffles with a buffer of so many items, at least one.
    pub fn new(items: I, length: usize, seed: u64) -> Shuffle<I> {
        let rng = game_rng(seed ^ SHUFFLE_CHANCE, 0);
        Shuffle { items, waiting: Vec::new(), length: length.max(1), rng }
    }
}

impl<I: Iterator> Iterator for Shuffle<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while self.waiting.len() < self.length {
            let Some(item) = self.items.next() else { break };
            self.waiting.push(item);
        }
        if self.waiting.is_empty() {
            return None;
        }
        let drawn = self.rng.random_range(0..self.waiting.len());
        Some(self.waiting.swap_remove(drawn))
    }
}
