//! One thread or several on a tree.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Barrier, Mutex, PoisonError, RwLock};
use std::thread;

use super::limits::Limits;
use super::options::Parallel;
use super::search::Searcher;
use crate::outcome::Outcome;

/// Searches a tree until its limits. The first searcher works on this thread and calls `tick` after every
/// simulation; the others get threads of their own.
pub(super) fn run(searchers: &mut [Searcher<'_>], limits: &Limits<'_>, tick: &mut dyn FnMut()) {
    match searchers {
        [] => {}
        [only] => work(only, limits, tick),
        [first, ..] if first.options.parallel == Parallel::Leaf => leaf(searchers, limits, tick),
        [first, others @ ..] => thread::scope(|scope| {
            for other in others {
                scope.spawn(|| work(other, limits, &mut || {}));
            }
            work(first, limits, tick);
        }),
    }
}

fn work(searcher: &mut Searcher<'_>, limits: &Limits<'_>, tick: &mut dyn FnMut()) {
    while limits.take(1, searcher.tree.len()) == 1 {
        searcher.simulate();
        tick();
    }
}

/// The first searcher walks the tree alone; all of them play from the leaf that it finds, each a game of
/// its own, and wait for each other.
fn leaf(searchers: &mut [Searcher<'_>], limits: &Limits<'_>, tick: &mut dyn FnMut()) {
    let Some((first, others)) = searchers.split_first_mut() else { return };
    let all = others.len() + 1;
    let barrier = Barrier::new(all);
    let leaf = RwLock::new(first.position.clone());
    let outcomes: Vec<_> = (0..all).map(|_| Mutex::new(Outcome::default())).collect();
    // How many games are wanted from the leaf; none at the end.
    let wanted = AtomicU64::new(0);
    let play = |number: usize, searcher: &mut Searcher<'_>| {
        if (number as u64) < wanted.load(Relaxed) {
            searcher.position.clone_from(&leaf.read().unwrap_or_else(PoisonError::into_inner));
            let outcome = searcher.play_out();
            *outcomes[number].lock().unwrap_or_else(PoisonError::into_inner) = outcome;
        }
    };
    thread::scope(|scope| {
        for (number, other) in (1..).zip(others) {
            let (barrier, wanted) = (&barrier, &wanted);
            scope.spawn(move || {
                loop {
                    barrier.wait();
                    if wanted.load(Relaxed) == 0 {
                        break;
                    }
                    play(number, other);
                    barrier.wait();
                }
            });
        }
        loop {
            let games = limits.take(all as u64, first.tree.len());
            wanted.store(games, Relaxed);
            if games == 0 {
                barrier.wait();
                break;
            }
            first.descend(games as u32);
            leaf.write().unwrap_or_else(PoisonError::into_inner).clone_from(&first.position);
            barrier.wait();
            play(0, first);
            barrier.wait();
            for outcome in &outcomes[..games as usize] {
                first.back_up(&outcome.lock().unwrap_or_else(PoisonError::into_inner));
            }
            tick();
        }
    });
}
