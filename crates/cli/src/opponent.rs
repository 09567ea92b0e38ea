//! Who plays against the user.

use anyhow::Result;
use cornerwise_core::{Game, Move};
use cornerwise_engine::{Agent, Forfeit, Stop, Turn};

use crate::registry::agent;

/// An agent at the table.
pub struct Opponent {
    agent: Box<dyn Agent>,
    seed: u64,
}

impl Opponent {
    /// Who plays with whoever does not say more: a friendly level, which somebody who knows the game can beat.
    pub const FRIENDLY: &str = "level:3";
    /// The strongest agent that answers at once, by the matches that the page on agents tells of.
    pub const DEFAULT: &str = "alphabeta:endgame=20000";

    /// The agent of a spec.
    pub fn new(spec: &str, seed: u64) -> Result<Opponent> {
        let mut opponent = Opponent { agent: agent(spec)?, seed };
        opponent.new_game();
        Ok(opponent)
    }

    /// What makes it play the same game again.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The choice for the colour to play in a game that is not over.
    pub fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        let stop = Stop::default();
        Ok(Turn::new(game, self.seed, &stop).ask(self.agent.as_mut())?.mv)
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.agent.new_game(self.seed);
    }
}

#[cfg(test)]
mod tests {
    use cornerwise_core::Position;

    use super::*;

    #[test]
    fn a_seed_gives_one_choice_in_every_variant() {
        for name in ["duo", "classic", "classic-2", "classic-3", "5x5-3"] {
            let mut game = Game::new(Position::start(name.parse().unwrap()));
            let mut opponent = Opponent::new(Opponent::DEFAULT, 3).unwrap();
            for _ in 0..5 {
                if game.position().is_over() {
                    break;
                }
                let mv = opponent.choose(&game).unwrap();
                assert_eq!(opponent.choose(&game), Ok(mv));
                game.play(mv).unwrap();
            }
            assert!(game.moves().len() >= 3);
        }
    }
}
