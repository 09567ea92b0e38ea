//! The player's side.

use std::sync::Arc;
use std::time::Duration;

use cornerwise_core::{Colour, Game, Move, PlayError, Ply, Position, Tables};
use cornerwise_engine::{Agent, Budget, Forfeit, Stop, Turn};

use super::board::Board;
use super::message::{HostMessage, Team};
use super::notation;

/// Answers the messages of a host with the moves of an agent.
pub struct Player {
    agent: Box<dyn Agent>,
    team: Team,
    /// For each move.
    time: Duration,
    seed: u64,
    games: u64,
    tables: Arc<Tables>,
    table: Option<Table>,
}

/// What is sent to the host, and what there is to tell at home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// For the host; nothing after the end of a game.
    pub text: String,
    /// Something that should not have happened, but does not end the game.
    pub notice: Option<String>,
}

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The host tells of moves, but not of the beginning.
    #[error("a move of the opponent, but no game has begun")]
    NoGame,
    /// What the opponent is said to have played is not possible.
    #[error("the opponent's move {text} ({ply}): {error}")]
    Opponent {
        /// As the host wrote it.
        text: String,
        /// On our board.
        ply: Ply,
        /// The rule that it breaks.
        error: PlayError,
    },
    /// The agent has no move.
    #[error("our agent fails: {0}")]
    Agent(Forfeit),
}

/// A game at which the player sits.
struct Table {
    game: Game,
    /// The pieces in order, which is needed where the game does not know it.
    placed: Vec<(Colour, Move)>,
    own: Colour,
    board: Board,
    seed: u64,
}

impl Player {
    /// A player that is ready for a host.
    #[must_use]
    pub fn new(agent: Box<dyn Agent>, team: Team, time: Duration, seed: u64) -> Player {
        let duo = "duo".parse().expect("duo is a preset");
        Player { agent, team, time, seed, games: 0, tables: Tables::new(duo), table: None }
    }

    /// Whether a game has begun and is not over.
    pub fn is_playing(&self) -> bool {
        self.table.is_some()
    }

    /// What to answer.
    ///
    /// # Errors
    /// When the game cannot go on; the next one can.
    pub fn answer(&mut self, message: HostMessage) -> Result<Reply, PlayerError> {
        match message {
            HostMessage::Hello => {
                self.table = None;
                Ok(Reply { text: format!("1{}", self.team), notice: None })
            }
            HostMessage::First(start) => {
                self.sit_down(0, |own| Board::of(own, start));
                self.move_after(None)
            }
            HostMessage::Second(start, ply) => {
                self.sit_down(1, |own| Board::of(own, start));
                self.move_after(Some(ply))
            }
            HostMessage::Opponent(ply) => self.move_after(Some(ply)),
            HostMessage::Over => {
                self.table = None;
                Ok(Reply::default())
            }
        }
    }

    fn sit_down(&mut self, seat: usize, board: impl Fn(Colour) -> Board) {
        let own = Colour::from_index(seat);
        let seed = self.seed.wrapping_add(self.games);
        self.games += 1;
        self.agent.new_game(seed);
        let game = Game::new(Position::new(&self.tables));
        self.table = Some(Table { game, placed: Vec::new(), own, board: board(own), seed });
    }

    fn move_after(&mut self, ply: Option<Ply>) -> Result<Reply, PlayerError> {
        let table = self.table.as_mut().ok_or(PlayerError::NoGame)?;
        let notice = match ply {
            None => None,
            Some(ply) => table.opponent_played(ply)?,
        };
        let answered = table.answer(self.agent.as_mut(), self.time)?;
        Ok(Reply { text: notation::write(answered), notice })
    }
}

impl Table {
    /// Notes what the opponent did; answers if that was odd.
    fn opponent_played(&mut self, ply: Ply) -> Result<Option<String>, PlayerError> {
        let opponent = self.game.position().after(self.own);
        let Ply::Move(mv) = self.board.turn_ply(ply) else {
            if self.game.position().to_play() != Some(opponent) {
                return Ok(None);
            }
            // Our rules forbid it, but the host allows it: it is our turn then.
            let position = Position::set_up(
                self.game.position().tables(),
                self.placed.iter().copied(),
                self.own,
            );
            self.game = Game::new(position.expect("what is on the board can be set up"));
            return Ok(Some("the opponent passes although it could move".to_owned()));
        };
        let refused = |error| {
            let (text, ply) = (notation::write(ply), Ply::Move(mv));
            PlayerError::Opponent { text, ply, error }
        };
        self.game.position().check(opponent, mv).map_err(refused)?;
        self.place(opponent, mv).map_err(refused)?;
        Ok(None)
    }

    fn answer(&mut self, agent: &mut dyn Agent, time: Duration) -> Result<Ply, PlayerError> {
        if self.game.position().to_play() != Some(self.own) {
            return Ok(Ply::Pass);
        }
        let stop = Stop::default();
        let turn = Turn {
            budget: Budget { time: Some(time), ..Budget::default() },
            ..Turn::new(&self.game, self.seed, &stop)
        };
        let mv = turn.ask(agent).map_err(PlayerError::Agent)?.mv;
        self.place(self.own, mv).expect("a decision is legal");
        Ok(Ply::Move(self.board.turn(mv)))
    }

    fn place(&mut self, colour: Colour, mv: Move) -> Result<(), PlayError> {
        let position = self.game.position();
        if let Some(to_play) = position.to_play()
            && to_play != colour
        {
            return Err(PlayError::NotYourTurn { colour, to_play });
        }
        self.game.play(mv)?;
        self.placed.push((colour, mv));
        Ok(())
    }
}
