//! The record of a game with what was searched in it.

use std::sync::Arc;

use cornerwise_core::{Cell, Move, PlayError, Position, Tables};
use serde::{Deserialize, Serialize};

/// How often a search tried a move.
pub type Visits = (Move, u32);

/// A game between agents, with what they found out on the way. It says everything about itself that learning needs, so that whoever reads it
/// needs no rules; only the variant is told once for all games of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedGame {
    /// Its number in the series that it was played in, from 0.
    pub game: u64,
    /// What chance in the game depended on. With number and agents it tells games of several files apart.
    pub seed: u64,
    /// The spec of every player's agent; a single one has played for all of them.
    pub agents: Vec<String>,
    /// How many moves at the beginning were not chosen by the agents.
    pub opening: usize,
    /// The moves and their positions, forced passes left out.
    pub turns: Vec<SearchedMove>,
    /// The final score of every player.
    pub scores: Vec<i32>,
    /// The share of the win of every player.
    pub win_shares: Vec<f32>,
    /// The board at the end.
    pub board: Board,
}

/// A position in which somebody moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedMove {
    /// What was played.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Whose pieces were to be placed: 1 for the first colour, as on the [`Board`].
    pub colour: u8,
    /// Who was to move, from 0; with a shared colour it is not the colour that tells.
    pub player: u8,
    /// What the agent told of its search.
    #[serde(default, skip_serializing_if = "Search::is_silent")]
    pub search: Search,
}

/// What an agent told of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// How often it tried the moves, in their order; those that it never tried are left out. None for an agent that does not search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visits: Vec<Visits>,
    /// Every player's expected share of the win, if the agent has an opinion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<f32>>,
    /// Every player's expected final score, if the agent has an opinion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f32>>,
    /// Whether it was a full search, whose visits are worth learning from, and not a quick one that only chose the move.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub full: bool,
    /// The spec that it searched with, where that is not the agent's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
}

/// A full search that told nothing.
impl Default for Search {
    fn default() -> Search {
        Search { visits: Vec::new(), values: None, scores: None, full: true, settings: None }
    }
}

impl Search {
    /// Whether the agent told nothing, as in the opening or where it does not search.
    pub fn is_silent(&self) -> bool {
        *self == Search::default()
    }
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_yes(flag: &bool) -> bool {
    *flag
}

/// What lies on every cell: 0 for nothing, 1 to 4 for a colour. Row by row from the lowest, each from column `a` on; as text, a digit for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Board(Vec<u8>);

impl Board {
    /// The cells.
    pub fn cells(&self) -> &[u8] {
        &self.0
    }

    fn of(position: &Position) -> Board {
        let size = position.variant().size();
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| Cell::new(column, row)));
        let lies = |cell| position.occupant(cell).map_or(0, |colour| colour.index() as u8 + 1);
        Board(cells.map(lies).collect())
    }
}

/// What is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board is digits from 0 to 4, one for each cell")]
pub struct BoardError;

impl TryFrom<Vec<u8>> for Board {
    type Error = BoardError;

    fn try_from(cells: Vec<u8>) -> Result<Board, BoardError> {
        if cells.iter().all(|&cell| cell <= 4) { Ok(Board(cells)) } else { Err(BoardError) }
    }
}

impl TryFrom<String> for Board {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Board, BoardError> {
        text.into_bytes().iter().map(|byte| byte.wrapping_sub(b'0')).collect::<Vec<_>>().try_into()
    }
}

impl From<Board> for String {
    fn from(board: Board) -> String {
        board.0.into_iter().map(|cell| char::from(b'0' + cell)).collect()
    }
}

/// Why something is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A move breaks a rule.
    #[error("move {number} ({mv}): {error}")]
    Play {
        /// Counted from 1.
        number: usize,
        /// What was played.
        mv: Move,
        /// The rule.
        error: PlayError,
    },
    /// The game goes on.
    #[error("the game is not over after {0} moves")]
    Unfinished(usize),
    /// More moves are not searched than there are.
    #[error("{moves} moves, but {opening} of them are the opening")]
    Opening {
        /// All moves.
        moves: usize,
        /// Those that were not searched.
        opening: usize,
    },
    /// A move of the opening was searched.
    #[error("move {0} is part of the opening, but was searched")]
    SearchedOpening(usize),
    /// Visits of a move that is none.
    #[error("move {number}: visits of {mv}, which is no legal move")]
    NoSuchMove {
        /// The move of the game, counted from 1.
        number: usize,
        /// What was tried.
        mv: Move,
    },
    /// Visits of a move are told more than once.
    #[error("move {0}: the visits are not in the order of the moves")]
    Order(usize),
    /// Not a number for every player.
    #[error("move {number}: {count} {of} for {players} players")]
    Count {
        /// The move of the game, counted from 1.
        number: usize,
        /// What is counted.
        of: &'static str,
        /// How many there are.
        count: usize,
        /// How many there should be.
        players: usize,
    },
    /// Not a spec for every player.
    #[error("{agents} agents for {players} players")]
    Agents {
        /// How many there are.
        agents: usize,
        /// How many there should be, unless it is one.
        players: usize,
    },
    /// Something that the moves tell is told otherwise.
    #[error("{0} not what the moves lead to")]
    Derived(&'static str),
}

/// A game as it was played: what the rules do not tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its number, from 0.
    pub game: u64,
    /// What chance in the game depended on.
    pub seed: u64,
    /// The spec of every player's agent, or a single one for all.
    pub agents: Vec<String>,
    /// How many moves at the beginning were not chosen by the agents.
    pub opening: usize,
    /// The moves with their searches.
    pub moves: Vec<(Move, Search)>,
}

impl Played {
    /// The record of the game, with everything that the rules add.
    ///
    /// # Errors
    /// When it breaks a rule or contradicts itself; says where.
    pub fn record(self, tables: &Arc<Tables>) -> Result<SearchedGame, GameError> {
        let Played { game, seed, agents, opening, moves } = self;
        let players = tables.variant().player_count();
        if agents.len() != 1 && agents.len() != players {
            return Err(GameError::Agents { agents: agents.len(), players });
        }
        if opening > moves.len() {
            return Err(GameError::Opening { moves: moves.len(), opening });
        }
        let mut position = Position::new(tables);
        let mut turns = Vec::with_capacity(moves.len());
        for (number, (mv, search)) in (1..).zip(moves) {
            if number <= opening && !search.is_silent() {
                return Err(GameError::SearchedOpening(number));
            }
            check_search(&search, &position, number)?;
            let mover = position.to_play().zip(position.player_to_play());
            position.play(mv).map_err(|error| GameError::Play { number, mv, error })?;
            let (colour, player) = mover.expect("somebody has moved");
            let (colour, player) = (colour.index() as u8 + 1, player.index() as u8);
            turns.push(SearchedMove { mv, colour, player, search });
        }
        if !position.is_over() {
            return Err(GameError::Unfinished(turns.len()));
        }
        let scores = position.player_scores();
        let win_shares = position.win_shares().into_iter().map(|share| share as f32).collect();
        let board = Board::of(&position);
        Ok(SearchedGame { game, seed, agents, opening, turns, scores, win_shares, board })
    }
}

fn check_search(search: &Search, position: &Position, number: usize) -> Result<(), GameError> {
    if !search.visits.is_sorted_by(|one, other| one.0 < other.0) {
        return Err(GameError::Order(number));
    }
    if let Some(&(mv, _)) = search.visits.iter().find(|(mv, _)| !position.is_legal(*mv)) {
        return Err(GameError::NoSuchMove { number, mv });
    }
    let players = position.variant().player_count();
    for (of, list) in [("values", &search.values), ("scores", &search.scores)] {
        let count = list.as_ref().map_or(players, Vec::len);
        if count != players {
            return Err(GameError::Count { number, of, count, players });
        }
    }
    Ok(())
}

impl SearchedGame {
    /// Holds the record against the rules.
    ///
    /// # Errors
    /// When it breaks one, or something in it is not what the moves lead to.
    pub fn check(&self, tables: &Arc<Tables>) -> Result<(), GameError> {
        let played = Played {
            game: self.game,
            seed: self.seed,
            agents: self.agents.clone(),
            opening: self.opening,
            moves: self.turns.iter().map(|turn| (turn.mv, turn.search.clone())).collect(),
        };
        let told = played.record(tables)?;
        let mover = |turn: &SearchedMove| (turn.colour, turn.player);
        for (what, is_same) in [
            ("who moves is", told.turns.iter().map(mover).eq(self.turns.iter().map(mover))),
            ("the scores are", told.scores == self.scores),
            ("the shares of the win are", told.win_shares == self.win_shares),
            ("the board is", told.board == self.board),
        ] {
            if !is_same {
                return Err(GameError::Derived(what));
            }
        }
        Ok(())
    }

    /// The spec of a player's agent.
    pub fn agent(&self, player: u8) -> &str {
        self.agents.get(usize::from(player)).or(self.agents.first()).map_or("", String::as_str)
    }

    /// The spec that the search of a turn had.
    pub fn settings<'t>(&'t self, turn: &'t SearchedMove) -> &'t str {
        turn.search.settings.as_deref().unwrap_or_else(|| self.agent(turn.player))
    }

    /// The turns that agents decided, after the opening.
    pub fn decided(&self) -> &[SearchedMove] {
        self.turns.get(self.opening..).unwrap_or_default()
    }
}
