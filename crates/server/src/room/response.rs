//! What is told of a room.

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::Room;
use super::event::Said;
use super::room_config::RoomOptions;
use super::seat::Occupant;
use crate::position_spec::Setup;
use crate::response::{GameResult, PlacedMove, PositionState, Reason};
use crate::visitor::Visitor;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A seat is open.
    Waiting,
    /// It is somebody's turn.
    Playing,
    /// There is a result.
    Over,
}

/// What kind of somebody sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// Nobody.
    Open,
    /// A person.
    Person,
    /// An agent.
    Agent,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatState {
    /// The player's number, from 1.
    pub player: usize,
    /// The colours that belong to the player alone.
    pub colours: Vec<usize>,
    /// What kind of somebody sits there.
    pub kind: SeatKind,
    /// What they are called.
    pub name: String,
    /// The agent's spec.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The longest time for a move of the agent, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Whether it is yours.
    pub yours: bool,
    /// Whether they are there.
    pub connected: bool,
    /// Whether the player has left the game.
    pub resigned: bool,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<Reason>,
    /// The seconds left when the turn began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
}

/// What you may do.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "a page asks each of them for a button of its own"
)]
pub struct You {
    /// Whether you made the room.
    pub made: bool,
    /// The seats that are yours.
    pub seats: Vec<usize>,
    /// Whether it is the turn of one of them.
    pub to_move: bool,
    /// The same, for those who ask whether a piece may be placed.
    pub can_move: bool,
    /// Whether there is a move of yours to take back.
    pub can_undo: bool,
    /// Whether there are moves to play again.
    pub can_redo: bool,
    /// Whether you may stop agents and take back without asking.
    pub can_control: bool,
    /// Whether you may ask for a hint now.
    pub can_hint: bool,
}

/// A move with who played it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedMove {
    /// The move.
    #[serde(flatten)]
    pub placed: PlacedMove,
    /// The name of who played it.
    pub by: String,
    /// How long it took.
    pub seconds: f64,
}

/// An agent that thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Thinking {
    /// For which player.
    pub player: usize,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Whether it has not begun yet: other searches come first.
    pub waiting: bool,
}

/// Whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Running {
    /// The player.
    pub player: usize,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
}

/// A wish to take back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UndoWish {
    /// Whose it is.
    pub player: usize,
    /// How many moves would be left.
    pub to: usize,
    /// Who has agreed.
    pub agreed: Vec<usize>,
    /// Who has not answered yet.
    pub needs: Vec<usize>,
}

/// A room as one of its visitors sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomState {
    /// The room's name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The variant's name.
    pub variant: String,
    /// When it was made.
    pub created: u64,
    /// The server's time.
    pub now: u64,
    /// Where the game stands.
    pub phase: Phase,
    /// What was agreed on.
    pub options: RoomOptions,
    /// A seat for each player.
    pub seats: Vec<SeatState>,
    /// What you may do.
    pub you: You,
    /// How many watch.
    pub spectators: usize,
    /// What is on the board.
    #[schema(value_type = PositionState)]
    pub position: Box<RawValue>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// What was set up before the first move.
    pub setup: Option<Setup>,
    /// How many moves can be played again.
    pub redo: usize,
    /// The agent that thinks.
    pub thinking: Option<Thinking>,
    /// Whether agents wait.
    pub paused: bool,
    /// The least time between two moves of agents in a row, in seconds.
    pub pace: f64,
    /// Whose clock runs.
    pub running: Option<Running>,
    /// A wish to take back.
    pub undo: Option<UndoWish>,
    /// The room of the next game.
    pub next: Option<String>,
    /// What was said.
    pub chat: Vec<Said>,
}

/// A room in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomSummary {
    /// The room's name.
    pub id: String,
    /// The variant's name.
    pub variant: String,
    /// Where the game stands.
    pub phase: Phase,
    /// When it was made.
    pub created: u64,
    /// When something happened last.
    pub touched: u64,
    /// How many moves the game has.
    pub number: usize,
    /// Who plays.
    pub seats: Vec<SeatSummary>,
    /// Whether it is your turn.
    pub your_turn: bool,
}

/// A seat of a room in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatSummary {
    /// What kind of somebody sits there.
    pub kind: SeatKind,
    /// What they are called.
    pub name: String,
}

/// What a room does not know itself: who is there.
pub struct Presence<'a> {
    /// Whether somebody is connected.
    pub is_connected: &'a dyn Fn(&Visitor) -> bool,
    /// How many watch.
    pub spectators: usize,
    /// The agent that thinks.
    pub thinking: Option<Thinking>,
}

impl Room {
    /// What is on the board, and how the game ended.
    pub fn position_state(&self) -> PositionState {
        let moves = self.history().played().iter().map(|played| played.placed.clone()).collect();
        let mut state = PositionState::new(self.position(), moves);
        if self.phase() == Phase::Over {
            state.result = Some(self.result());
            state.over = true;
            state.turn = None;
            state.legal.clear();
            state.legal_count = 0;
        }
        state
    }

    fn result(&self) -> GameResult {
        let seats = self.seats().iter().enumerate();
        let left: Vec<_> =
            seats.filter_map(|(player, seat)| Some((player, seat.dropped?))).collect();
        GameResult::of(self.position(), &left)
    }

    /// The room as somebody sees it. The position is given as text, which is the same for everybody.
    pub fn state(
        &self,
        visitor: Option<&Visitor>,
        position: Box<RawValue>,
        presence: &Presence<'_>,
        now: u64,
    ) -> RoomState {
        let own = self.seats_of(visitor);
        let phase = self.phase();
        let mover = self.to_move();
        let to_move = mover
            .is_some_and(|player| own.contains(&player) && self.seats[player].dropped.is_none());
        let moves = self.history().played().iter().map(|played| PlayedMove {
            placed: played.placed.clone(),
            by: played.by.clone(),
            seconds: played.ms as f64 / 1000.0,
        });
        let wish = self.wish.as_ref().map(|wish| UndoWish {
            player: wish.player + 1,
            to: wish.to,
            agreed: self.agreed(wish).iter().map(|player| player + 1).collect(),
            needs: self.asked(wish).iter().map(|player| player + 1).collect(),
        });
        let is_running =
            |&player: &usize| self.is_running() && self.seats[player].dropped.is_none();
        let running = self.mover().filter(is_running).map(|player| Running {
            player: player + 1,
            since: (self.began + self.delay).saturating_sub(self.used),
        });
        let may_undo_now =
            self.controls(visitor) || (phase == Phase::Playing && self.wish.is_none());
        RoomState {
            id: self.config.id.clone(),
            version: self.version,
            variant: self.config.start.variant.clone(),
            created: self.config.created,
            now,
            phase,
            options: self.config.options,
            seats: (0..self.seats.len())
                .map(|player| self.seat_state(player, visitor, presence))
                .collect(),
            you: You {
                made: self.made_by(visitor),
                seats: own.iter().map(|player| player + 1).collect(),
                to_move,
                can_move: to_move,
                can_undo: may_undo_now && self.undo_target(visitor).is_some(),
                can_redo: self.redo_target(visitor).is_some(),
                can_control: self.controls(visitor),
                can_hint: to_move && self.config.options.hints,
            },
            spectators: presence.spectators,
            position,
            moves: moves.collect(),
            setup: self.config.start.setup.clone(),
            redo: self.history().undone(),
            thinking: presence.thinking,
            paused: self.paused,
            pace: self.move_delay().seconds(),
            running,
            undo: wish,
            next: self.next.clone(),
            chat: self.said.iter().cloned().collect(),
        }
    }

    fn seat_state(
        &self,
        player: usize,
        visitor: Option<&Visitor>,
        presence: &Presence<'_>,
    ) -> SeatState {
        let seat = &self.seats[player];
        let own = self.position().variant().colours_of(cornerwise_core::Player::from_index(player));
        let (agent, time) = match &seat.occupant {
            Occupant::Agent { spec, time } => (Some(spec.clone()), *time),
            _ => (None, None),
        };
        SeatState {
            player: player + 1,
            colours: own.map(cornerwise_core::Colour::number).collect(),
            kind: seat.kind(),
            name: seat.name(),
            yours: self.holds(visitor, player),
            connected: seat.is_connected(presence.is_connected),
            agent,
            time,
            resigned: seat.dropped.is_some(),
            dropped: seat.dropped,
            clock: self.config.options.clock.map(|_| seat.clock as f64 / 1000.0),
        }
    }

    /// The room in a list of somebody's rooms.
    pub fn summary(&self, visitor: Option<&Visitor>, touched: u64) -> RoomSummary {
        let to_move = self.to_move().is_some_and(|player| self.holds(visitor, player));
        let seats =
            self.seats.iter().map(|seat| SeatSummary { kind: seat.kind(), name: seat.name() });
        RoomSummary {
            id: self.config.id.clone(),
            variant: self.config.start.variant.clone(),
            phase: self.phase(),
            created: self.config.created,
            touched,
            number: self.history().len(),
            seats: seats.collect(),
            your_turn: to_move,
        }
    }
}

impl super::Seat {
    fn kind(&self) -> SeatKind {
        match self.occupant {
            Occupant::Open => SeatKind::Open,
            Occupant::Person { .. } => SeatKind::Person,
            Occupant::Agent { .. } => SeatKind::Agent,
        }
    }
}
