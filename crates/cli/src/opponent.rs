//! Who plays against the user.

use anyhow::Result;
use cornerwise_core::{Move, Position, game_rng};
use cornerwise_engine::{Agent, Context, Stop};

/// An agent at the table.
pub struct Opponent {
    agent: Box<dyn Agent>,
    seed: u64,
}

impl Opponent {
    /// The strongest agent that answers at once, by the matches that the page on agents tells of.
    pub const DEFAULT: &str = "alphabeta:endgame=20000";

    /// The agent of a spec.
    pub fn new(spec: &str, seed: u64) -> Result<Opponent> {
        Ok(Opponent { agent: cornerwise_engine::agent(spec)?, seed })
    }

    /// What makes it play the same game again.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The choice for the colour to play; `None` when the game is over.
    ///
    /// Chance depends on the seed and the number of the move, so that a move taken back and played again
    /// gets the same answer.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        position.to_play()?;
        let mut rng = game_rng(self.seed, position.moves_played() as u64);
        let stop = Stop::default();
        Some(self.agent.decide(position, &mut Context::new(&stop, &mut rng)).mv)
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.agent.new_game();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_choice_in_every_variant() {
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5-3"] {
            let mut position = Position::start(name.parse().unwrap());
            let mut opponent = Opponent::new(Opponent::DEFAULT, 3).unwrap();
            for _ in 0..5 {
                let Some(mv) = opponent.choose(&position) else { break };
                assert_eq!(opponent.choose(&position), Some(mv));
                position.play(mv).unwrap();
            }
            assert!(position.moves_played() >= 3);
        }
    }

    #[test]
    fn a_finished_game_has_no_choice() {
        let mut position = Position::start("2x2".parse().unwrap());
        position.playout(&mut game_rng(1, 0));
        assert_eq!(Opponent::new("largest", 1).unwrap().choose(&position), None);
    }
}
