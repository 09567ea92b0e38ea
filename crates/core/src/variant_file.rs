//! Variants in TOML files.

use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::piece::{Piece, PieceSet};
use crate::variant::{Owner, Player, Scoring, Seat, Variant, VariantError};

/// The form of a file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct VariantFile {
    name: String,
    board: usize,
    scoring: ScoringWord,
    /// All pieces when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<String>>,
    colours: Vec<ColourEntry>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ScoringWord {
    Area,
    Advanced,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ColourEntry {
    start: String,
    /// A player's number, or "shared"; when left out, the colour has a player of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<OwnerEntry>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum OwnerEntry {
    Player(usize),
    Word(String),
}

impl Variant {
    /// Reads a variant from the text of a TOML file.
    ///
    /// ```
    /// use cornerwise_core::Variant;
    /// let variant = Variant::from_toml(r#"
    ///     name = "mini-duo"
    ///     board = 10
    ///     scoring = "area"
    ///     pieces = ["1", "2", "I3", "V3"]
    ///     colours = [{ start = "c8" }, { start = "h3" }]
    /// "#).unwrap();
    /// assert_eq!(variant.pieces().squares(), 9);
    /// ```
    ///
    /// # Errors
    /// When the text has not the form of a variant, or contradicts itself.
    pub fn from_toml(text: &str) -> Result<Variant, VariantError> {
        let file: VariantFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            let message = error.message().replace('\n', " ");
            VariantError::File(format!("line {line}: {message}"))
        })?;
        let pieces = match &file.pieces {
            None => PieceSet::ALL,
            Some(names) => piece_set(names)?,
        };
        let count = file.colours.len();
        let seats = file.colours.into_iter().enumerate().map(|(colour, entry)| {
            let start: Cell = entry
                .start
                .parse()
                .map_err(|error| VariantError::File(format!("colour {}: {error}", colour + 1)))?;
            Ok(Seat { start, owner: owner(entry.owner, colour, count)? })
        });
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        let scoring = match file.scoring {
            ScoringWord::Area => Scoring::Area,
            ScoringWord::Advanced => Scoring::Advanced,
        };
        let variant = Variant::new(file.name, file.board, seats, pieces, scoring)?;
        let name = variant.name();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let taken = name.parse::<Variant>().is_ok() && !variant.is_preset();
        if name.is_empty() || name.len() > 64 || !name.chars().all(plain) || taken {
            return Err(VariantError::Name(crate::notation::excerpt(name)));
        }
        Ok(variant)
    }

    /// The text of a TOML file that describes the variant.
    pub fn to_toml(&self) -> String {
        let colours = self.colours().map(|colour| ColourEntry {
            start: self.start(colour).to_string(),
            owner: Some(match self.owner(colour) {
                Owner::Player(player) => OwnerEntry::Player(player.index() + 1),
                Owner::Shared => OwnerEntry::Word("shared".to_owned()),
            }),
        });
        let file = VariantFile {
            name: self.name().to_owned(),
            board: self.size(),
            scoring: match self.scoring() {
                Scoring::Area => ScoringWord::Area,
                Scoring::Advanced => ScoringWord::Advanced,
            },
            pieces: (self.pieces() != PieceSet::ALL)
                .then(|| self.pieces().iter().map(|piece| piece.to_string()).collect()),
            colours: colours.collect(),
        };
        toml::to_string(&file).expect("a variant has plain fields")
    }
}

fn piece_set(names: &[String]) -> Result<PieceSet, VariantError> {
    let mut pieces = PieceSet::EMPTY;
    for name in names {
        let piece: Piece = name.parse().map_err(|error| VariantError::File(format!("{error}")))?;
        if pieces.contains(piece) {
            return Err(VariantError::File(format!("piece {piece} is listed twice")));
        }
        pieces.insert(piece);
    }
    Ok(pieces)
}

fn owner(entry: Option<OwnerEntry>, colour: usize, count: usize) -> Result<Owner, VariantError> {
    match entry {
        None if colour < count.min(4) => Ok(Owner::Player(Player::from_index(colour))),
        // Too many colours are refused with all else that is wrong.
        None => Ok(Owner::Shared),
        Some(OwnerEntry::Player(number)) if (1..=4).contains(&number) => {
            Ok(Owner::Player(Player::from_index(number - 1)))
        }
        Some(OwnerEntry::Word(word)) if word == "shared" => Ok(Owner::Shared),
        Some(OwnerEntry::Player(number)) => {
            let message = format!("colour {}: owner {number} is not 1 to 4", colour + 1);
            Err(VariantError::File(message))
        }
        Some(OwnerEntry::Word(word)) => {
            let word = crate::notation::excerpt(&word);
            let message = format!("colour {}: owner \"{word}\" is not shared", colour + 1);
            Err(VariantError::File(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_survive_a_round_trip() {
        for name in Variant::preset_names() {
            let variant: Variant = name.parse().unwrap();
            assert_eq!(Variant::from_toml(&variant.to_toml()), Ok(variant));
        }
    }

    #[test]
    fn contradictions_are_named() {
        let error = |board: &str, rest: &str, colours: &str| {
            let text = format!(
                "name = \"x\"\nboard = {board}\nscoring = \"area\"\n{rest}\ncolours = [{colours}]\n"
            );
            Variant::from_toml(&text).unwrap_err().to_string()
        };
        let two = "{start=\"a1\"},{start=\"b2\"}";
        assert_eq!(error("1", "", two), "the board's size is 1; it can be 2 to 20");
        assert_eq!(error("5", "", "{start=\"a1\"}"), "there are 1 colours; a game has 2 to 4");
        assert_eq!(
            error("5", "", "{start=\"a1\"},{start=\"f2\"}"),
            "colour 2 starts on f2, which is off the 5x5 board"
        );
        assert_eq!(
            error("5", "", "{start=\"a1\"},{start=\"a1\"}"),
            "colours 1 and 2 both start on a1"
        );
        assert_eq!(
            error("5", "", "{start=\"a1\",owner=1},{start=\"b2\",owner=3}"),
            "no colour belongs to player 2, but one belongs to a later player"
        );
        assert_eq!(
            error("5", "", "{start=\"a1\",owner=1},{start=\"b2\",owner=1}"),
            "the colours belong to 1 player(s); a game needs 2 or more"
        );
        assert_eq!(error("5", "pieces = []", two), "the piece set is empty");
        assert_eq!(error("5", "pieces = [\"1\",\"1\"]", two), "piece 1 is listed twice");
        assert!(error("5", "stones = 3", two).starts_with("line 4: unknown field `stones`"));
        assert!(error("\"five\"", "", two).starts_with("line 2: invalid type"));
        assert!(error("-3", "", two).starts_with("line 2: invalid value"));
    }

    #[test]
    fn a_name_cannot_be_a_preset_with_other_rules() {
        let text =
            "name=\"duo\"\nboard=5\nscoring=\"area\"\ncolours=[{start=\"a1\"},{start=\"b2\"}]";
        assert!(matches!(Variant::from_toml(text), Err(VariantError::Name(_))));
    }
}
