//! The host's side: a game by the rules.

use std::sync::Arc;
use std::time::Duration;

use cornerwise_core::{Colour, Move, PlayError, Ply, Position, Tables};

use super::board::Board;
use super::contestant::Contestant;
use super::message::HostMessage;
use super::notation;

/// Lets two contestants play Blokus Duo.
pub struct Referee {
    tables: Arc<Tables>,
    /// For each move, all delays of the connection included.
    limit: Duration,
}

/// A game that was played.
#[derive(Debug)]
pub struct Report {
    /// The moves on our board.
    pub moves: Vec<Move>,
    /// The position in the end.
    pub position: Position,
    /// How it ended.
    pub end: End,
}

/// How a game ends.
#[derive(Debug)]
pub enum End {
    /// Nobody can move any more.
    Played,
    /// Somebody has lost without that.
    Forfeit {
        /// Who.
        loser: Colour,
        /// Why, in one line.
        reason: String,
        /// Whether the loser cannot play another game.
        is_final: bool,
    },
}

impl Referee {
    /// A referee who grants so much time for each move.
    #[must_use]
    pub fn new(limit: Duration) -> Referee {
        Referee { tables: Tables::new("duo".parse().expect("duo is a preset")), limit }
    }

    /// The tables of the game.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Has a game played to its end; who moves first is the first of the two.
    pub fn play(&self, players: [&mut dyn Contestant; 2], board: Board) -> Report {
        let mut moves = Vec::new();
        let mut position = Position::new(&self.tables);
        let mut colour = Colour::from_index(0);
        let mut last = None;
        let end = loop {
            if position.is_over() {
                break End::Played;
            }
            let message = match last {
                None => HostMessage::First(board.start(colour)),
                Some(ply) if moves.len() == 1 && colour.index() == 1 => {
                    HostMessage::Second(board.start(colour), ply)
                }
                Some(ply) => HostMessage::Opponent(ply),
            };
            let answer = players[colour.index()].ask(message, self.limit);
            let checked = match answer {
                Err(fault) => Err((fault.to_string(), fault.is_final())),
                Ok(ply) => play(&mut position, colour, board.turn_ply(ply), &mut moves)
                    .map(|()| ply)
                    .map_err(|error| (illegal(ply, error), false)),
            };
            match checked {
                Ok(ply) => last = Some(ply),
                Err((reason, is_final)) => break End::Forfeit { loser: colour, reason, is_final },
            }
            colour = position.after(colour);
        };
        for player in players {
            // Whoever does not hear it any more has nothing to answer.
            let _ = player.tell(HostMessage::Over);
        }
        Report { moves, position, end }
    }
}

fn play(
    position: &mut Position,
    colour: Colour,
    ply: Ply,
    moves: &mut Vec<Move>,
) -> Result<(), PlayError> {
    let may_move = position.to_play() == Some(colour);
    match ply {
        Ply::Pass if may_move => Err(PlayError::MayNotPass(colour)),
        Ply::Pass => Ok(()),
        Ply::Move(mv) => {
            position.check(colour, mv)?;
            position.play(mv)?;
            moves.push(mv);
            Ok(())
        }
    }
}

fn illegal(ply: Ply, error: PlayError) -> String {
    match ply {
        Ply::Pass => format!("illegal pass: {error}"),
        Ply::Move(_) => format!("illegal move {}: {error}", notation::write(ply)),
    }
}
