//! A game as a line of a `.jsonl` file.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::legality::PlayError;
use crate::moves::Move;
use crate::notation::{ParseMoveError, Ply};
use crate::position::Position;
use crate::tables::Tables;
use crate::variant::{Variant, VariantError};

/// A game with what is needed to check it: the number of legal moves before every ply, and the scores at
/// the end.
///
/// ```
/// use cornerwise_core::Tables;
/// use cornerwise_core::record::GameLine;
/// let tables = Tables::new("2x2".parse().unwrap());
/// let game = GameLine::of_game(&tables, &["a2".parse().unwrap()]).unwrap();
/// assert_eq!(game.moves, ["a2"]);
/// assert_eq!(game.legal_counts.as_deref(), Some(&[7][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The name of a preset.
    pub variant: String,
    /// Every turn of every colour in order, `pass` for a colour that cannot move. A finished game ends when
    /// every colour has passed in a row, an unfinished one with its last move.
    pub moves: Vec<String>,
    /// The number of legal moves before each of them, 0 before a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_counts: Option<Vec<u64>>,
    /// The squares that each colour has placed at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Vec<i32>>,
    /// The score of each colour at the end by the advanced rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advanced: Option<Vec<i32>>,
}

/// Why a line is no game, or a game no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameLineError {
    /// The variant is no preset.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A line names its variant, and this one is not known by its name.
    #[error("variant \"{0}\" is user-defined; a line of a .jsonl file can only name a preset")]
    NotAPreset(String),
    /// A move is ill written.
    #[error("ply {ply}: {error}")]
    Notation {
        /// Counted from 1.
        ply: usize,
        /// What is wrong.
        error: ParseMoveError,
    },
    /// A move or pass breaks a rule.
    #[error("ply {ply}, {what}: {error}")]
    Play {
        /// Counted from 1.
        ply: usize,
        /// What was played.
        what: Ply,
        /// The rule.
        error: PlayError,
    },
}

impl GameLine {
    /// The line of a game with these moves from the start, passes left out.
    ///
    /// # Errors
    /// When a move is illegal or the variant is no preset.
    pub fn of_game(tables: &Arc<Tables>, moves: &[Move]) -> Result<GameLine, GameLineError> {
        let variant = tables.variant();
        if !variant.is_preset() {
            return Err(GameLineError::NotAPreset(crate::notation::excerpt(variant.name())));
        }
        let mut position = Position::new(tables);
        let (mut written, mut counts) = (Vec::new(), Vec::new());
        let pass = |passes: usize, written: &mut Vec<String>, counts: &mut Vec<u64>| {
            written.extend((0..passes).map(|_| Ply::Pass.to_string()));
            counts.extend((0..passes).map(|_| 0));
        };
        for &mv in moves {
            pass(position.passes_before(), &mut written, &mut counts);
            counts.push(position.count_moves() as u64);
            written.push(mv.to_string());
            position.play(mv).map_err(|error| GameLineError::Play {
                ply: written.len(),
                what: Ply::Move(mv),
                error,
            })?;
        }
        if position.is_over() {
            pass(position.passes_before(), &mut written, &mut counts);
        }
        Ok(GameLine {
            variant: variant.name().to_owned(),
            moves: written,
            legal_counts: Some(counts),
            area: Some(variant.colours().map(|colour| position.area(colour)).collect()),
            advanced: Some(
                variant.colours().map(|colour| position.advanced_score(colour)).collect(),
            ),
        })
    }

    /// The variant that is named.
    ///
    /// # Errors
    /// When it is no preset.
    pub fn variant(&self) -> Result<Variant, GameLineError> {
        Ok(self.variant.parse()?)
    }

    /// What is done in each turn.
    ///
    /// # Errors
    /// Says which move is ill written.
    pub fn plies(&self) -> Result<Vec<Ply>, GameLineError> {
        let plies = self.moves.iter().enumerate().map(|(at, word)| {
            word.parse().map_err(|error| GameLineError::Notation { ply: at + 1, error })
        });
        plies.collect()
    }

    /// The moves without the passes, which may be left out of the line too.
    ///
    /// # Errors
    /// Says which move is ill written or breaks a rule.
    pub fn played(&self, tables: &Arc<Tables>) -> Result<Vec<Move>, GameLineError> {
        let plies = self.plies()?;
        Position::new(tables).play_plies(&plies).map_err(|(at, error)| GameLineError::Play {
            ply: at + 1,
            what: plies[at],
            error,
        })?;
        let moves = plies.into_iter().filter_map(|ply| match ply {
            Ply::Move(mv) => Some(mv),
            Ply::Pass => None,
        });
        Ok(moves.collect())
    }
}
