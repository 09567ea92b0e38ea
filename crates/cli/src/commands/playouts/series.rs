//! Many random games on several threads.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result};
use cornerwise_core::{Position, Tables, game_rng};

use super::tally::Tally;
use crate::interrupt;
use crate::progress::Progress;

/// Games that a thread takes at a time: few enough that all threads end together, and enough that
/// they do not wait for each other.
const BATCH: u64 = 64;

/// Plays the games of a seed and counts them, until all are played or the user interrupts.
///
/// A game depends on the seed and its number alone, so that the tally is the same for any number of
/// threads.
pub fn play(
    tables: &Arc<Tables>,
    games: u64,
    seed: u64,
    threads: usize,
    progress: &Progress,
) -> Result<Tally> {
    let threads = games.div_ceil(BATCH).min(threads as u64);
    let next = AtomicU64::new(0);
    let worker = || {
        let start = Position::new(tables);
        let mut position = start.clone();
        let mut tally = Tally::new(tables.variant());
        let mut legal = Vec::new();
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= games {
                return tally;
            }
            let last = games.min(first + BATCH);
            for game in first..last {
                if interrupt::asked() {
                    return tally;
                }
                position.clone_from(&start);
                legal.clear();
                position.playout_counting(&mut game_rng(seed, game), |count| legal.push(count));
                tally.add(&position, &legal);
            }
            progress.advance(last - first);
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, worker);
        let workers = (0..threads).map(start).collect::<io::Result<Vec<_>>>();
        let workers = workers.with_context(|| format!("cannot start {threads} threads"))?;
        let mut total = Tally::new(tables.variant());
        for worker in workers {
            total.merge(&worker.join().expect("a worker does not panic"));
        }
        Ok(total)
    })
}
