//! Reading cells, moves and lists of moves as people write them.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::cell::{Cell, MAX_SIZE};
use crate::legality::PlayError;
use crate::moves::Move;
use crate::position::Position;

/// What is wrong with a written move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// A word is no cell.
    #[error("\"{0}\" is not a cell; cells are a1 to t20")]
    Cell(String),
    /// A cell is written twice.
    #[error("cell {0} is named twice")]
    Twice(Cell),
    /// The cells form no piece.
    #[error("the cells {0} do not form a piece")]
    NotAPiece(String),
}

impl FromStr for Cell {
    type Err = ParseMoveError;

    fn from_str(word: &str) -> Result<Cell, ParseMoveError> {
        parse_cell(word).ok_or_else(|| ParseMoveError::Cell(excerpt(word)))
    }
}

fn parse_cell(word: &str) -> Option<Cell> {
    let mut chars = word.chars();
    let column = chars.next()?.to_ascii_lowercase();
    let digits = chars.as_str();
    // No sign, no leading zero, no more digits than a row can have.
    if digits.len() > 2 || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
    let column = (column as usize).checked_sub('a' as usize)?;
    (column < MAX_SIZE && row < MAX_SIZE).then(|| Cell::new(column, row))
}

/// The beginning of a word, so that an error stays one readable line whatever was read.
#[must_use]
pub fn excerpt(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut chars = word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let start: String = chars.by_ref().take(LONGEST).collect();
    if chars.next().is_some() { start + "…" } else { start }
}

/// Reads cells joined by commas, in any order and case.
///
/// ```
/// use cornerwise_core::Move;
/// let mv: Move = "F11, g10,F10,e10,f9".parse().unwrap();
/// assert_eq!(mv.to_string(), "f9,e10,f10,g10,f11");
/// assert_eq!(mv.piece().name(), "X");
/// ```
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let mut cells: Vec<Cell> = Vec::new();
        for word in text.split(',') {
            let cell = word.trim().parse()?;
            if cells.contains(&cell) {
                return Err(ParseMoveError::Twice(cell));
            }
            cells.push(cell);
            if cells.len() > 5 {
                break;
            }
        }
        Move::covering(cells).ok_or_else(|| ParseMoveError::NotAPiece(excerpt(text)))
    }
}

/// As text, as it is displayed.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        deserializer.deserialize_str(Written::expecting("a move such as \"f9,e10,f10,g10,f11\""))
    }
}

/// Reads a move or a ply without a copy of its text.
struct Written<T> {
    expected: &'static str,
    kind: PhantomData<T>,
}

impl<T> Written<T> {
    fn expecting(expected: &'static str) -> Written<T> {
        Written { expected, kind: PhantomData }
    }
}

impl<T: FromStr<Err = ParseMoveError>> Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// What a colour does in its turn: a move, or a pass that it is forced to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A piece is placed.
    Move(Move),
    /// The colour cannot move.
    Pass,
}

impl FromStr for Ply {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Ply, ParseMoveError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Ply::Pass);
        }
        text.parse().map(Ply::Move)
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Move(mv) => mv.fmt(f),
            Ply::Pass => f.write_str("pass"),
        }
    }
}

/// As text, as it is displayed.
impl Serialize for Ply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ply, D::Error> {
        deserializer.deserialize_str(Written::expecting("a move or \"pass\""))
    }
}

impl Position {
    /// Plays a list of plies in which forced passes may be written or left out.
    ///
    /// # Errors
    /// Says which ply, counted from 0, breaks which rule; the position then is the one before it.
    pub fn play_plies(&mut self, plies: &[Ply]) -> Result<(), (usize, PlayError)> {
        // The passes written since the last move; all of them must be forced.
        let mut passes = 0;
        for (at, ply) in plies.iter().enumerate() {
            match ply {
                Ply::Move(mv) => {
                    self.play(*mv).map_err(|error| (at, error))?;
                    passes = 0;
                }
                Ply::Pass => {
                    passes += 1;
                    if passes > self.passes_before() {
                        let colour = self.to_play().ok_or((at, PlayError::GameOver))?;
                        return Err((at, PlayError::MayNotPass(colour)));
                    }
                }
            }
        }
        Ok(())
    }
}
