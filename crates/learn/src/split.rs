//! Games to learn from and games to test with, and sums over them.

use std::ops::{AddAssign, ControlFlow};

use cornerwise_core::game_rng;
use cornerwise_dataset::pool;
use cornerwise_engine::Stop;
use rand::seq::SliceRandom;

use crate::error::FitError;
use crate::game_sample::GameSample;

/// Games that a thread takes at a time. Sums are made of theirs in order, so that they do not depend on the number of threads.
const CHUNK: usize = 4;
/// Keeps the choice of held-out games apart from other chance with the same seed.
const HOLDOUT_CHANCE: u64 = 0x686f_6c64;

/// The games of a dataset, divided.
pub(crate) struct Split<'g> {
    pub training: Vec<&'g GameSample>,
    pub held_out: Vec<&'g GameSample>,
    threads: usize,
}

impl<'g> Split<'g> {
    /// Holds a share of the games out, which the seed chooses. Sums are made on so many threads.
    pub(crate) fn new(
        samples: &'g [GameSample],
        holdout: f64,
        seed: u64,
        threads: usize,
    ) -> Split<'g> {
        let mut training: Vec<&GameSample> = samples.iter().collect();
        training.shuffle(&mut game_rng(seed ^ HOLDOUT_CHANCE, 0));
        let held_out = (samples.len() as f64 * holdout).round() as usize;
        // Something must be left to learn from.
        let held_out = held_out.min(samples.len().saturating_sub(1));
        let held_out = training.split_off(training.len() - held_out);
        Split { training, held_out, threads }
    }

    /// Adds up what is computed of chunks of games, with scratch space that each thread keeps to itself.
    pub(crate) fn sum<T, Scratch>(
        &self,
        samples: &[&GameSample],
        of: impl Fn(&[&GameSample], &mut Scratch) -> T + Sync,
    ) -> Result<T, FitError>
    where
        T: Default + Send + for<'t> AddAssign<&'t T>,
        Scratch: Default + Send,
    {
        let chunks = samples.chunks(CHUNK).enumerate();
        let mut parts: Vec<Option<T>> = chunks.clone().map(|_| None).collect();
        let threads = self.threads.clamp(1, parts.len().max(1));
        let mut scratches: Vec<Scratch> = (0..threads).map(|_| Scratch::default()).collect();
        let work = |(at, chunk): (usize, &[&GameSample]), scratch: &mut Scratch| {
            Some((at, of(chunk, scratch)))
        };
        pool::run(chunks, &mut scratches, &Stop::default(), work, |(at, part)| {
            parts[at] = Some(part);
            Ok::<_, FitError>(ControlFlow::Continue(()))
        })?;
        let mut sum = T::default();
        parts.iter().flatten().for_each(|part| sum += part);
        Ok(sum)
    }

    /// Sums over the games to learn from and over those held out.
    pub(crate) fn both<T, Scratch>(
        &self,
        of: impl Fn(&[&GameSample], &mut Scratch) -> T + Sync,
    ) -> Result<[T; 2], FitError>
    where
        T: Default + Send + for<'t> AddAssign<&'t T>,
        Scratch: Default + Send,
    {
        Ok([self.sum(&self.training, &of)?, self.sum(&self.held_out, &of)?])
    }
}
