//! Arrays of the caller that a batch writes to.

use crate::error::EnvError;
use crate::setup::Setup;

/// Where masks of legal actions go.
#[derive(Debug, Default)]
pub enum Masks<'a> {
    /// Nowhere.
    #[default]
    None,
    /// A byte for each action.
    Dense(&'a mut [u8]),
    /// A bit for each action, the lowest of a byte first, in whole bytes for each game.
    Packed(&'a mut [u8]),
}

/// Arrays with a row for each game, one row after the other; those that are empty are not written.
#[derive(Debug, Default)]
pub struct Outputs<'a> {
    /// The rewards of the step, for every player.
    pub rewards: &'a mut [f32],
    /// 1 for games that ended with the step.
    pub terminated: &'a mut [u8],
    /// The player whose turn it is, −1 when the game is over.
    pub to_play: &'a mut [i8],
    /// Who is rewarded with the step: the learner, or who played the action.
    pub rewarded: &'a mut [i8],
    /// 1 for games in which the action was illegal.
    pub illegal: &'a mut [u8],
    /// The bytes of the observation.
    pub observation: &'a mut [u8],
    /// The numbers of the observation.
    pub numbers: &'a mut [f32],
    /// The masks of legal actions.
    pub masks: Masks<'a>,
    /// A random legal action for the next step, 0 when the game is over.
    pub sampled: &'a mut [i64],
    /// The bytes of the last observation of games that ended with the step; rows of others are left as they are.
    pub final_observation: &'a mut [u8],
    /// Its numbers.
    pub final_numbers: &'a mut [f32],
    /// The final scores of games that ended with the step, for every player; rows of others are left as they are.
    pub final_scores: &'a mut [i32],
    /// How many moves the games that ended with the step had, in the learner's steps; rows of others are left as they are.
    pub final_lengths: &'a mut [i32],
}

/// The lengths of rows.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    players: usize,
    bytes: usize,
    numbers: usize,
    actions: usize,
}

impl Rows {
    pub(crate) fn new(setup: &Setup) -> Rows {
        Rows {
            players: setup.player_count(),
            bytes: setup.observer.byte_count(),
            numbers: setup.observer.number_count(),
            actions: setup.actions.count(),
        }
    }
}

fn check<T>(what: &'static str, array: &[T], games: usize, row: usize) -> Result<(), EnvError> {
    let (found, expected) = (array.len(), games * row);
    if found == 0 || found == expected {
        return Ok(());
    }
    Err(EnvError::Length { what, found, expected })
}

impl<'a> Outputs<'a> {
    /// Whether every array is empty or has a row for each game.
    pub(crate) fn check(&self, games: usize, rows: Rows) -> Result<(), EnvError> {
        check("rewards", self.rewards, games, rows.players)?;
        check("terminated", self.terminated, games, 1)?;
        check("to_play", self.to_play, games, 1)?;
        check("rewarded", self.rewarded, games, 1)?;
        check("illegal", self.illegal, games, 1)?;
        check("observation", self.observation, games, rows.bytes)?;
        check("numbers", self.numbers, games, rows.numbers)?;
        match &self.masks {
            Masks::None => {}
            Masks::Dense(masks) => check("masks", masks, games, rows.actions)?,
            Masks::Packed(masks) => check("masks", masks, games, rows.actions.div_ceil(8))?,
        }
        check("sampled", self.sampled, games, 1)?;
        check("final_observation", self.final_observation, games, rows.bytes)?;
        check("final_numbers", self.final_numbers, games, rows.numbers)?;
        check("final_scores", self.final_scores, games, rows.players)?;
        check("final_lengths", self.final_lengths, games, 1)
    }

    /// The rows of the first games, which these outputs lose. Arrays that have none are and stay empty.
    #[inline]
    pub(crate) fn take(&mut self, games: usize, rows: Rows) -> Outputs<'a> {
        Outputs {
            rewards: self.rewards.split_off_mut(..games * rows.players).unwrap_or_default(),
            terminated: self.terminated.split_off_mut(..games).unwrap_or_default(),
            to_play: self.to_play.split_off_mut(..games).unwrap_or_default(),
            rewarded: self.rewarded.split_off_mut(..games).unwrap_or_default(),
            illegal: self.illegal.split_off_mut(..games).unwrap_or_default(),
            observation: self.observation.split_off_mut(..games * rows.bytes).unwrap_or_default(),
            numbers: self.numbers.split_off_mut(..games * rows.numbers).unwrap_or_default(),
            masks: match &mut self.masks {
                Masks::None => Masks::None,
                Masks::Dense(masks) => {
                    let rows = masks.split_off_mut(..games * rows.actions);
                    Masks::Dense(rows.unwrap_or_default())
                }
                Masks::Packed(masks) => {
                    let rows = masks.split_off_mut(..games * rows.actions.div_ceil(8));
                    Masks::Packed(rows.unwrap_or_default())
                }
            },
            sampled: self.sampled.split_off_mut(..games).unwrap_or_default(),
            final_observation: self
                .final_observation
                .split_off_mut(..games * rows.bytes)
                .unwrap_or_default(),
            final_numbers: self
                .final_numbers
                .split_off_mut(..games * rows.numbers)
                .unwrap_or_default(),
            final_scores: self
                .final_scores
                .split_off_mut(..games * rows.players)
                .unwrap_or_default(),
            final_lengths: self.final_lengths.split_off_mut(..games).unwrap_or_default(),
        }
    }
}
