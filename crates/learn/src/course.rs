//! Games to learn from and games to test with, and sums over them.

use std::ops::{AddAssign, ControlFlow};

use cornerwise_core::game_rng;
use cornerwise_dataset::pool;
use cornerwise_engine::Stop;
use rand::seq::SliceRandom;

use crate::error::FitError;
use crate::lesson::Lesson;

/// Games that a thread takes at a time. Sums are made of theirs in order, so that they do not depend on the number of threads.
const CHUNK: usize = 4;
/// Keeps the choice of held-out games apart from other chance with the same seed.
const HOLDOUT_CHANCE: u64 = 0x686f_6c64;

/// The games of a dataset, divided.
pub(crate) struct Course<'l> {
    pub training: Vec<&'l Lesson>,
    pub held_out: Vec<&'l Lesson>,
    threads: usize,
}

impl<'l> Course<'l> {
    /// Holds a share of the games out, which the seed chooses. Sums are made on so many threads.
    pub(crate) fn new(
        lessons: &'l [Lesson],
        holdout: f64,
        seed: u64,
        threads: usize,
    ) -> Course<'l> {
        let mut training: Vec<&Lesson> = lessons.iter().collect();
        training.shuffle(&mut game_rng(seed ^ HOLDOUT_CHANCE, 0));
        let held_out = (lessons.len() as f64 * holdout).round() as usize;
        // Something must be left to learn from.
        let held_out = held_out.min(lessons.len().saturating_sub(1));
        let held_out = training.split_off(training.len() - held_out);
        Course { training, held_out, threads }
    }

    /// Adds up what is computed of chunks of games, with something that each thread keeps to itself.
    pub(crate) fn sum<T, Desk>(
        &self,
        lessons: &[&Lesson],
        of: impl Fn(&[&Lesson], &mut Desk) -> T + Sync,
    ) -> Result<T, FitError>
    where
        T: Default + Send + for<'t> AddAssign<&'t T>,
        Desk: Default + Send,
    {
        let chunks = lessons.chunks(CHUNK).enumerate();
        let mut parts: Vec<Option<T>> = chunks.clone().map(|_| None).collect();
        let threads = self.threads.clamp(1, parts.len().max(1));
        let mut desks: Vec<Desk> = (0..threads).map(|_| Desk::default()).collect();
        let work = |(at, chunk): (usize, &[&Lesson]), desk: &mut Desk| Some((at, of(chunk, desk)));
        pool::run(chunks, &mut desks, &Stop::default(), work, |(at, part)| {
            parts[at] = Some(part);
            Ok::<_, FitError>(ControlFlow::Continue(()))
        })?;
        let mut sum = T::default();
        parts.iter().flatten().for_each(|part| sum += part);
        Ok(sum)
    }

    /// Sums over the games to learn from and over those held out.
    pub(crate) fn both<T, Desk>(
        &self,
        of: impl Fn(&[&Lesson], &mut Desk) -> T + Sync,
    ) -> Result<[T; 2], FitError>
    where
        T: Default + Send + for<'t> AddAssign<&'t T>,
        Desk: Default + Send,
    {
        Ok([self.sum(&self.training, &of)?, self.sum(&self.held_out, &of)?])
    }
}
