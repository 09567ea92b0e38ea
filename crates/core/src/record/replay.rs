//! The positions of a record.

use std::sync::Arc;

use super::blksgf::Record;
use super::error::{Problem, RecordError};
use super::property::Meaning;
use super::sgf::NodeId;
use crate::game::Game;
use crate::legality::PlayError;
use crate::moves::Move;
use crate::notation::Ply;
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::Colour;

impl Record {
    /// The record of a game: these moves from the start, forced passes left out.
    ///
    /// # Errors
    /// When a move is illegal, or the variant cannot be written (see [`Record::new`]).
    pub fn of_game(tables: &Arc<Tables>, moves: &[Move]) -> Result<Record, RecordError> {
        let problem = |node, problem| RecordError { line: None, node, problem };
        let mut record =
            Record::new(tables.variant().clone()).map_err(|error| problem(0, error))?;
        let mut position = Position::new(tables);
        let mut node = record.root();
        for (at, &mv) in moves.iter().enumerate() {
            let (colour, ply) =
                (position.to_play().unwrap_or(Colour::from_index(0)), Ply::Move(mv));
            position
                .play(mv)
                .map_err(|error| problem(at + 1, Problem::Play { colour, ply, error }))?;
            node = record.add_ply(node, colour, ply);
        }
        Ok(record)
    }

    /// The record of a game from any start, which is set up, and in any order of turns, which are told where
    /// a colour moves out of turn.
    ///
    /// # Errors
    /// When the variant cannot be written (see [`Record::new`]).
    pub fn of(game: &Game) -> Result<Record, Problem> {
        let start = game.start();
        let mut record = Record::new(start.variant().clone())?;
        let mut node = record.root();
        if start.moves_played() > 0 {
            record.add_set_up(node, start);
        }
        for ((before, mv), (colour, _)) in game.turns().zip(game.placements()) {
            if before.to_play() != Some(colour) {
                node = record.add_turn(node, colour);
            }
            node = record.add_ply(node, colour, Ply::Move(mv));
        }
        Ok(record)
    }

    /// The position at a node: what the nodes from the root to it set up and play.
    ///
    /// Set-up pieces may stand anywhere; when `PL` does not say whose turn it is, it is the turn of
    /// the colour that it was before. Forced passes may be written or left out.
    ///
    /// # Errors
    /// Says which node on the way sets up or plays what the rules do not allow.
    ///
    /// # Panics
    /// When the tables are those of another variant.
    pub fn position_at(&self, tables: &Arc<Tables>, node: NodeId) -> Result<Position, RecordError> {
        assert_eq!(tables.variant(), self.variant(), "tables of another variant");
        let mut walk = Walk { position: Position::new(tables), placed: Vec::new() };
        for node in self.tree.path(node) {
            walk.step(self, node).map_err(|problem| self.error(node, problem))?;
        }
        Ok(walk.position)
    }

    /// The game up to a node. It begins where the last pieces were set up, and at the node itself if a turn
    /// is given to a colour there.
    ///
    /// # Errors
    /// Says which node on the way sets up or plays what the rules do not allow.
    ///
    /// # Panics
    /// When the tables are those of another variant.
    pub fn game_at(&self, tables: &Arc<Tables>, node: NodeId) -> Result<Game, RecordError> {
        let position = self.position_at(tables, node)?;
        let path = self.tree.path(node);
        let places = |&node: &NodeId| {
            self.meanings(node).any(|m| matches!(m, Meaning::Add(..) | Meaning::Remove(_)))
        };
        let set_up = path.iter().rposition(places);
        let start = match set_up {
            None => Position::new(tables),
            Some(at) => self.position_at(tables, path[at])?,
        };
        let mut game = Game::new(start);
        for &node in &path[set_up.map_or(0, |at| at + 1)..] {
            if let Some((colour, ply @ Ply::Move(mv))) = self.ply(node) {
                let refused = |error| self.error(node, Problem::Play { colour, ply, error });
                game.play_as(colour, mv).map_err(refused)?;
            }
        }
        let is_whole = game.position().hash() == position.hash();
        Ok(if is_whole { game } else { Game::new(position) })
    }

    /// The moves of the main line, all of them legal.
    ///
    /// # Errors
    /// When one is illegal, or the position is set up.
    ///
    /// # Panics
    /// When the tables are those of another variant.
    pub fn moves(&self, tables: &Arc<Tables>) -> Result<Vec<Move>, RecordError> {
        let line = self.main_line();
        if let Some(&node) = line.iter().find(|&&node| self.is_set_up(node)) {
            return Err(self.error(node, Problem::HasSetUp));
        }
        let end = *line.last().expect("a line has a root");
        self.position_at(tables, end)?;
        let plies = line.iter().filter_map(|&node| self.ply(node));
        Ok(plies
            .filter_map(|(_, ply)| match ply {
                Ply::Move(mv) => Some(mv),
                Ply::Pass => None,
            })
            .collect())
    }
}

struct Walk {
    position: Position,
    /// The pieces in the order of their placement, which a later set-up keeps.
    placed: Vec<(Colour, Move)>,
}

impl Walk {
    fn step(&mut self, record: &Record, node: NodeId) -> Result<(), Problem> {
        if record.is_set_up(node) {
            self.set_up(record, node)?;
        }
        match record.ply(node) {
            None => Ok(()),
            Some((colour, ply)) => {
                self.play(colour, ply).map_err(|error| Problem::Play { colour, ply, error })
            }
        }
    }

    fn set_up(&mut self, record: &Record, node: NodeId) -> Result<(), Problem> {
        let mut to_play = self.position.to_play().unwrap_or(Colour::from_index(0));
        for meaning in record.meanings(node) {
            match meaning {
                Meaning::Add(colour, pieces) => {
                    self.placed.extend(pieces.into_iter().map(|mv| (colour, mv)));
                }
                Meaning::Remove(pieces) => {
                    for mv in pieces {
                        let at = self.placed.iter().position(|&(_, placed)| placed == mv);
                        self.placed.remove(at.ok_or(Problem::NothingToRemove(mv))?);
                    }
                }
                Meaning::ToPlay(colour) => to_play = colour,
                Meaning::Move(..) | Meaning::Other => {}
            }
        }
        let placed = self.placed.iter().copied();
        self.position =
            Position::set_up(self.position.tables(), placed, to_play).map_err(Problem::SetUp)?;
        Ok(())
    }

    fn play(&mut self, colour: Colour, ply: Ply) -> Result<(), PlayError> {
        let to_play = self.position.to_play();
        match ply {
            Ply::Pass if to_play == Some(colour) => Err(PlayError::MayNotPass(colour)),
            Ply::Pass => match to_play {
                Some(to_play) if self.position.has_move(colour) => {
                    Err(PlayError::NotYourTurn { colour, to_play })
                }
                _ => Ok(()),
            },
            Ply::Move(mv) => {
                let to_play = to_play.ok_or(PlayError::GameOver)?;
                if to_play != colour {
                    return Err(PlayError::NotYourTurn { colour, to_play });
                }
                self.position.play(mv)?;
                self.placed.push((colour, mv));
                Ok(())
            }
        }
    }
}
