//! The samples of one side of a split.

use std::collections::VecDeque;
use std::sync::Arc;

use cornerwise_core::Symmetry;

use super::files::{GameFiles, Games};
use super::sample::Sample;
use super::survey::{Identities, Survey};
use crate::error::FileError;
use crate::game::SearchedGame;
use crate::shuffle::Shuffle;
use crate::split::{Side, Split, mix};

/// How samples are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Which games are held out.
    pub split: Split,
    /// What the order, the symmetries and the choice of repeated positions depend on.
    pub seed: u64,
    /// How many samples wait to be drawn by chance.
    pub window: usize,
    /// Whether samples are turned and mirrored by chance, where the variant allows it.
    pub augment: bool,
}

impl Default for Sampling {
    fn default() -> Sampling {
        let split = Split { validation: 0.05, seed: 1 };
        Sampling { split, seed: 1, window: 32_768, augment: true }
    }
}

/// One pass through the training games, as samples in an order by chance.
pub struct Epoch<'f> {
    samples: Shuffle<InOrder<'f>>,
}

impl<'f> Epoch<'f> {
    /// The epoch with this number, from 0; each has an order of its own.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn new(
        files: &GameFiles,
        survey: &'f Survey,
        sampling: Sampling,
        number: u64,
    ) -> Result<Epoch<'f>, FileError> {
        let seed = mix(sampling.seed ^ mix(number));
        let samples = InOrder {
            games: files.games(seed)?,
            survey,
            side: Side::Training,
            identities: Identities::new(files),
            augment: sampling.augment,
            seed,
            waiting: VecDeque::new(),
        };
        Ok(Epoch { samples: Shuffle::new(samples, sampling.window, seed) })
    }
}

impl Iterator for Epoch<'_> {
    type Item = Result<Sample, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.samples.next()
    }
}

/// The samples of the held-out games in the order of the files, as they were played. Positions that occur in training are left
/// out, and those that are repeated weigh less, so that together they count once.
pub struct HeldOut<'f> {
    samples: InOrder<'f>,
}

impl<'f> HeldOut<'f> {
    /// All of them.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn new(files: &GameFiles, survey: &'f Survey) -> Result<HeldOut<'f>, FileError> {
        let samples = InOrder {
            games: files.games(0)?,
            survey,
            side: Side::Validation,
            identities: Identities::new(files),
            augment: false,
            seed: 0,
            waiting: VecDeque::new(),
        };
        Ok(HeldOut { samples })
    }
}

impl Iterator for HeldOut<'_> {
    type Item = Result<Sample, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.samples.next()
    }
}

/// The samples of a side, game by game.
struct InOrder<'f> {
    games: Games,
    survey: &'f Survey,
    side: Side,
    identities: Identities,
    augment: bool,
    seed: u64,
    /// Those of the last game that was read.
    waiting: VecDeque<Sample>,
}

impl InOrder<'_> {
    fn take(&mut self, game: &Arc<SearchedGame>) {
        for (ply, identity) in self.identities.of(game) {
            // The same for every pass with this seed, whatever else is in the files.
            let chance = mix(mix(mix(self.seed ^ game.seed) ^ game.game) ^ ply as u64);
            let (weight, symmetry) = match self.side {
                Side::Training => {
                    let repeats = u64::from(self.survey.repeats(identity));
                    if !(chance >> 32).is_multiple_of(repeats) {
                        continue;
                    }
                    let all = self.identities.symmetries().all();
                    let drawn = if self.augment { mix(chance) as usize % all.len() } else { 0 };
                    (1.0, all[drawn])
                }
                Side::Validation => match self.survey.held_out(identity) {
                    Some(count) => (1.0 / count as f32, Symmetry::IDENTITY),
                    None => continue,
                },
            };
            self.waiting.push_back(Sample { game: game.clone(), ply, symmetry, weight });
        }
    }
}

impl Iterator for InOrder<'_> {
    type Item = Result<Sample, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(sample) = self.waiting.pop_front() {
                return Some(Ok(sample));
            }
            match self.games.next()? {
                Ok(game) if self.survey.split().side(&game) == self.side => self.take(&game),
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
