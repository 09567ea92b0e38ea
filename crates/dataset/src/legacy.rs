//! Files of self-play as they were before they had a format with a name: a plan, then a line for each game with the visits by place among the
//! legal moves.

use std::sync::Arc;

use cornerwise_core::{Move, ParseMoveError, PlayError, Position, Tables, VariantError};
use serde::Deserialize;
use serde_json::Map;

use crate::game::{GameError, Played, Search, SearchedGame};
use crate::header::{self, Header, Series};

/// The first line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    variant: String,
    #[serde(default)]
    rules: Option<String>,
    agent: String,
    seed: u64,
    random_plies: usize,
}

impl Plan {
    /// The same as a header of today.
    pub fn header(self) -> Result<Header, VariantError> {
        let variant = header::variant(&self.variant, self.rules.as_deref())?;
        let settings = Map::from_iter([("random_plies".to_owned(), self.random_plies.into())]);
        let series = Series { agents: vec![self.agent], seed: self.seed, settings };
        Ok(Header::new(&variant, vec![series]))
    }
}

/// Any other line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegacyGame {
    game: u64,
    seed: u64,
    opening: usize,
    moves: Vec<String>,
    /// For every searched move the places of moves among the legal ones in order, and how often they were tried.
    visits: Vec<Vec<(u16, u32)>>,
    /// In some files, what the search thought of every player; an empty list where it had no opinion.
    #[serde(default)]
    values: Option<Vec<Vec<f32>>>,
    #[serde(default)]
    scores: Option<Vec<Vec<f32>>>,
}

/// Why a line is no game.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    #[error("move {number}: {error}")]
    Notation { number: usize, error: ParseMoveError },
    #[error("move {number} ({mv}): {error}")]
    Play { number: usize, mv: Move, error: PlayError },
    #[error("{moves} moves, {opening} of them not searched, but {of} of {count} searches")]
    Count { moves: usize, opening: usize, of: &'static str, count: usize },
    #[error("move {number}: visits of legal move {place}, but there are only {legal}, from 0 on")]
    NoSuchMove { number: usize, place: u16, legal: usize },
    #[error("move {number}: the visits are not in order of the legal moves")]
    Order { number: usize },
    #[error(transparent)]
    Game(#[from] GameError),
}

impl LegacyGame {
    /// The game, by replaying it.
    pub fn game(self, header: &Header, tables: &Arc<Tables>) -> Result<SearchedGame, LineError> {
        let LegacyGame { game, seed, opening, moves: words, visits, values, scores } = self;
        let counts = [
            ("visits", Some(visits.len())),
            ("values", values.as_ref().map(Vec::len)),
            ("scores", scores.as_ref().map(Vec::len)),
        ];
        for (of, count) in counts {
            if let Some(count) =
                count.filter(|&count| opening.checked_add(count) != Some(words.len()))
            {
                return Err(LineError::Count { moves: words.len(), opening, of, count });
            }
        }
        let opinion = |lists: &Option<Vec<Vec<f32>>>, at: usize| {
            lists.as_ref().map(|lists| lists[at].clone()).filter(|list| !list.is_empty())
        };
        let mut position = Position::new(tables);
        let mut moves = Vec::with_capacity(words.len());
        for (number, word) in (1..).zip(&words) {
            let mv = word.parse().map_err(|error| LineError::Notation { number, error })?;
            let search = match number.checked_sub(opening + 1) {
                None => Search::default(),
                Some(at) => Search {
                    visits: by_move(&visits[at], &position, number)?,
                    values: opinion(&values, at),
                    scores: opinion(&scores, at),
                    ..Search::default()
                },
            };
            position.play(mv).map_err(|error| LineError::Play { number, mv, error })?;
            moves.push((mv, search));
        }
        let agents = header.series[0].agents.clone();
        Ok(Played { game, seed, agents, opening, moves }.record(tables)?)
    }
}

/// Visits by move instead of by place.
fn by_move(
    visits: &[(u16, u32)],
    position: &Position,
    number: usize,
) -> Result<Vec<(Move, u32)>, LineError> {
    if !visits.is_sorted_by(|one, other| one.0 < other.0) {
        return Err(LineError::Order { number });
    }
    let legal = position.legal_moves();
    let found = |&(place, count): &(u16, u32)| match legal.get(usize::from(place)) {
        Some(&mv) => Ok((mv, count)),
        None => Err(LineError::NoSuchMove { number, place, legal: legal.len() }),
    };
    visits.iter().map(found).collect()
}
