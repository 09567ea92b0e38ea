//! Commands that change the game or look at it.

use std::cmp::Ordering;

use cornerwise_core::{Colour, Generator, PlayError, Ply, Position, Scoring, Variant, draw};

use super::Engine;
use super::call::{self, Call};
use super::refusal::Refusal;

impl Engine {
    pub(super) fn set_game_named(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let name = call.words().join(" ");
        if name.is_empty() {
            return Err(call.usage());
        }
        let preset = || name.to_ascii_lowercase().parse().ok();
        let variant = Variant::of_game_name(&name).or_else(preset);
        let variant = variant
            .ok_or_else(|| Refusal::argument(&name, "a game such as Blokus Duo, Blokus or 7x7"))?;
        self.set_variant(&variant);
        Ok(String::new())
    }

    pub(super) fn clear_board(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        let tables = self.game.position().tables().clone();
        self.set_game(cornerwise_core::Game::new(Position::new(&tables)));
        Ok(String::new())
    }

    pub(super) fn play(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [colour, ply] = call.exactly()?;
        let colour = call::colour(self.game.position().variant(), colour)?;
        self.play_ply(colour, ply.parse()?)
    }

    pub(super) fn play_next(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [ply] = call.exactly()?;
        let ply = ply.parse()?;
        match self.game.position().to_play() {
            Some(colour) => self.play_ply(colour, ply),
            None if ply == Ply::Pass => Ok(String::new()),
            None => Err(PlayError::GameOver.into()),
        }
    }

    fn play_ply(&mut self, colour: Colour, ply: Ply) -> Result<String, Refusal> {
        match ply {
            Ply::Move(mv) => self.game.play_as(colour, mv)?,
            Ply::Pass if self.game.position().has_move(colour) => {
                return Err(PlayError::MayNotPass(colour).into());
            }
            Ply::Pass => {}
        }
        Ok(String::new())
    }

    pub(super) fn undo(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        self.game.undo().map(|_| String::new()).ok_or(Refusal::NothingToUndo)
    }

    pub(super) fn all_legal(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [colour] = call.exactly()?;
        let position = self.game.position();
        let colour = call::colour(position.variant(), colour)?;
        let mut moves = Vec::new();
        Generator::Fast.list(position, colour, &mut moves);
        Ok(moves.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }

    pub(super) fn showboard(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        let last: Vec<_> = self.game.placements().next_back().into_iter().collect();
        Ok(format!("\n{}", draw::text(self.game.position(), &last, draw::Ink::Plain)))
    }

    pub(super) fn final_score(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [] = call.exactly()?;
        let position = self.game.position();
        if let [black, white] = position.player_scores()[..] {
            return Ok(match black.cmp(&white) {
                Ordering::Greater => format!("B+{}", black - white),
                Ordering::Less => format!("W+{}", white - black),
                Ordering::Equal => "0".to_owned(),
            });
        }
        let colours = position.variant().colours();
        let points = colours.map(|colour| points(position, colour).to_string());
        Ok(points.collect::<Vec<_>>().join(" "))
    }
}

/// Squares placed, with the bonuses of the advanced scoring: the same differences as the score, but counted
/// up from nothing as other programs do.
fn points(position: &Position, colour: Colour) -> i32 {
    match position.variant().scoring() {
        Scoring::Area => position.score(colour),
        Scoring::Advanced => position.score(colour) + position.variant().pieces().squares() as i32,
    }
}
