//! What is in files, counted once before training.

use std::collections::HashMap;

use cornerwise_core::{Position, Symmetries};

use super::files::GameFiles;
use crate::error::FileError;
use crate::game::SearchedGame;
use crate::split::{Side, Split};

/// How often positions occur in files, up to symmetry and the order of the moves.
///
/// Openings are repeated in many games. A sample that occurs *n* times is kept with probability 1/*n* in every epoch, so that
/// all of them together count once: in the mean that is the gradient of one sample with their visits and results merged, and no
/// merged copy needs memory.
pub struct Survey {
    split: Split,
    /// How often positions occur in training games, where that is more than once.
    repeated: HashMap<u64, u32>,
    /// The positions of held-out games, with how often they occur there.
    held_out: HashMap<u64, u32>,
    games: [u64; 2],
    positions: [u64; 2],
    distinct: [u64; 2],
}

impl Survey {
    /// Counts the positions that were searched.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn of(files: &GameFiles, split: Split) -> Result<Survey, FileError> {
        let mut counts: [HashMap<u64, u32>; 2] = Default::default();
        let (mut games, mut positions) = ([0; 2], [0; 2]);
        let mut identities = Identities::new(files);
        for game in files.games(0)? {
            let game = game?;
            let side = split.side(&game) as usize;
            games[side] += 1;
            for (_, identity) in identities.of(&game) {
                positions[side] += 1;
                *counts[side].entry(identity).or_default() += 1;
            }
        }
        let [mut repeated, mut held_out] = counts;
        // What was learnt from says nothing of new positions.
        held_out.retain(|identity, _| !repeated.contains_key(identity));
        let distinct = [repeated.len() as u64, held_out.len() as u64];
        repeated.retain(|_, count| *count > 1);
        repeated.shrink_to_fit();
        Ok(Survey { split, repeated, held_out, games, positions, distinct })
    }

    /// The split by which the sides were counted.
    pub fn split(&self) -> Split {
        self.split
    }

    /// How many games there are on a side.
    pub fn games(&self, side: Side) -> u64 {
        self.games[side as usize]
    }

    /// How many positions were searched on a side.
    pub fn positions(&self, side: Side) -> u64 {
        self.positions[side as usize]
    }

    /// How many different ones there are; of those held out, only such that do not occur in training.
    pub fn distinct(&self, side: Side) -> u64 {
        self.distinct[side as usize]
    }

    /// How often a position occurs in training games.
    pub(super) fn repeats(&self, identity: u64) -> u32 {
        self.repeated.get(&identity).copied().unwrap_or(1)
    }

    /// How often a position occurs in held-out games, if it does not occur in training.
    pub(super) fn held_out(&self, identity: u64) -> Option<u32> {
        self.held_out.get(&identity).copied()
    }
}

/// Tells equal positions by a number.
pub(super) struct Identities {
    symmetries: Symmetries,
}

impl Identities {
    pub(super) fn new(files: &GameFiles) -> Identities {
        Identities { symmetries: Symmetries::new(files.tables()) }
    }

    /// The symmetries that leave the variant as it is.
    pub(super) fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// The positions of a game after its opening, by ply, with what they share with all that are equal to them.
    pub(super) fn of(&mut self, game: &SearchedGame) -> Vec<(usize, u64)> {
        let tables = self.symmetries.tables();
        let size = tables.variant().size();
        let mut images: Vec<(_, Position)> = self
            .symmetries
            .all()
            .iter()
            .map(|&symmetry| (symmetry, Position::new(tables)))
            .collect();
        let mut identities = Vec::with_capacity(game.turns.len());
        for (ply, turn) in game.turns.iter().enumerate() {
            if ply >= game.opening {
                let identity = images.iter().map(|(_, position)| position.hash()).min();
                identities.push((ply, identity.expect("the identity is a symmetry")));
            }
            for (symmetry, position) in &mut images {
                position.play_unchecked(symmetry.placement(turn.mv, size));
            }
        }
        identities
    }
}
