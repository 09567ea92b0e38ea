//! A game as bytes, so that it can be copied to another process.

use std::sync::Arc;

use cornerwise_core::{Colour, Move, Player};
use cornerwise_engine::Forfeit;

use crate::environment::{Ending, Environment};
use crate::error::EnvError;
use crate::reward::Rewards;
use crate::setup::Setup;

/// The form of the bytes; another one is refused.
const VERSION: u8 = 1;
/// Stands for nobody, or for no number.
const NONE: u8 = u8::MAX;

impl Environment {
    /// The game as bytes, from which an environment with the same options goes on as this one would.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let (seed, episode) = self.series();
        bytes.extend(seed.to_le_bytes());
        bytes.extend(episode.map_or(u64::MAX, |episode| episode).to_le_bytes());
        bytes.extend(self.draws.to_le_bytes());
        let player = |player: Option<Player>| player.map_or(NONE, |player| player.index() as u8);
        let (kind, at_fault) = match self.ending() {
            None => (0, None),
            Some(Ending::Over) => (1, None),
            Some(Ending::Illegal(player)) => (2, Some(*player)),
            Some(Ending::Forfeit(player, _)) => (3, Some(*player)),
        };
        bytes.extend([kind, player(at_fault), self.was_illegal().into()]);
        for rewards in [&self.rewards, &self.opening, &self.potentials] {
            bytes.extend(rewards.iter().flat_map(|reward| reward.to_le_bytes()));
        }
        bytes.extend(self.placed().iter().flat_map(|(_, mv)| (mv.index() as u16).to_le_bytes()));
        bytes
    }

    /// The game that was saved, with the same options.
    ///
    /// # Errors
    /// When the bytes are of another version or of other options.
    pub fn restore(setup: &Arc<Setup>, bytes: &[u8]) -> Result<Environment, EnvError> {
        let mut reader = Bytes(bytes);
        let [version] = reader.take()?;
        if version != VERSION {
            return Err(wrong(&format!("its form is {version}, not {VERSION}")));
        }
        let mut environment = Environment::new(setup);
        environment.seed = u64::from_le_bytes(reader.take()?);
        let episode = u64::from_le_bytes(reader.take()?);
        let draws = u64::from_le_bytes(reader.take()?);
        if episode != u64::MAX {
            environment.begin(episode);
        }
        environment.draws = draws;
        let [kind, at_fault, was_illegal] = reader.take()?;
        let mut rewards = [Rewards::default(); 3];
        for number in rewards.iter_mut().flatten() {
            *number = f32::from_le_bytes(reader.take()?);
        }
        while !reader.0.is_empty() {
            let index = u16::from_le_bytes(reader.take()?);
            let mv = Move::from_index(index.into()).ok_or_else(|| wrong("a move is none"))?;
            environment.replay(mv)?;
        }
        let at_fault = Player::from_index(usize::from(at_fault).min(Colour::MAX - 1));
        environment.ending = match kind {
            0 => None,
            1 => Some(Ending::Over),
            2 => Some(Ending::Illegal(at_fault)),
            _ => Some(Ending::Forfeit(at_fault, Forfeit::Resigned)),
        };
        [environment.rewards, environment.opening, environment.potentials] = rewards;
        environment.was_illegal = was_illegal != 0;
        Ok(environment)
    }

    /// Plays a move of the past.
    fn replay(&mut self, mv: Move) -> Result<(), EnvError> {
        let colour = self.position.to_play().ok_or_else(|| wrong("it goes on after its end"))?;
        self.position.check(colour, mv).map_err(|error| wrong(&error.to_string()))?;
        self.play(colour, mv);
        Ok(())
    }
}

fn wrong(reason: &str) -> EnvError {
    EnvError::Saved(reason.to_owned())
}

/// What is left to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], EnvError> {
        let (head, rest) = self.0.split_first_chunk().ok_or_else(|| wrong("its end is missing"))?;
        self.0 = rest;
        Ok(*head)
    }
}
