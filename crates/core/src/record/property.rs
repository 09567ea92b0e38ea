//! What the properties of a `.blksgf` node mean.

use super::error::Problem;
use super::sgf::{Property, Tree, Value};
use crate::moves::Move;
use crate::notation::{ParseMoveError, Ply, excerpt};
use crate::position::Position;
use crate::variant::{Colour, Player, Variant};

/// The property that holds the rules of a user-defined variant.
const VARIANT: &str = "VARIANT";
const CUSTOM: &str = "Blokus Custom";

/// The moves of the first to fourth colour; the words were written by programs of long ago.
const MOVES: [&str; 12] =
    ["B", "W", "1", "2", "3", "4", "BLACK", "WHITE", "BLUE", "YELLOW", "RED", "GREEN"];
const SET_UPS: [&str; 6] = ["AB", "AW", "A1", "A2", "A3", "A4"];
const REMOVE: &str = "AE";
const TO_PLAY: &str = "PL";

/// What a property means for the game.
pub(super) enum Meaning {
    Move(Colour, Ply),
    Add(Colour, Vec<Move>),
    Remove(Vec<Move>),
    ToPlay(Colour),
    /// Nothing: a comment, a name, or what we do not know.
    Other,
}

pub(super) fn makes_the_game(identifier: &str) -> bool {
    ["GM", VARIANT, REMOVE, TO_PLAY].contains(&identifier)
        || MOVES.contains(&identifier)
        || SET_UPS.contains(&identifier)
}

pub(super) fn meaning(variant: &Variant, property: &Property) -> Result<Meaning, Problem> {
    let identifier = property.identifier();
    let colour = |word: &str| {
        variant.colour_named(word).ok_or_else(|| Problem::NoSuchColour(identifier.to_owned()))
    };
    let ill_written = |error| Problem::Notation { property: identifier.to_owned(), error };
    let pieces = || -> Result<Vec<Move>, ParseMoveError> {
        property.values().iter().map(|value| value.text().parse()).collect()
    };
    Ok(match identifier {
        word if MOVES.contains(&word) => {
            let cells: Vec<String> = property.values().iter().map(Value::text).collect();
            // A pass can be an empty value, and the cells of a move can have a bracket each.
            let cells = cells.join(",");
            let ply = match cells.trim() {
                "" => Ply::Pass,
                cells => cells.parse().map_err(ill_written)?,
            };
            Meaning::Move(colour(word)?, ply)
        }
        word if SET_UPS.contains(&word) => {
            Meaning::Add(colour(&word[1..])?, pieces().map_err(ill_written)?)
        }
        REMOVE => Meaning::Remove(pieces().map_err(ill_written)?),
        TO_PLAY => {
            let word = property.text();
            let named = variant.colour_named(word.trim());
            let unknown = || Problem::NoSuchColour(format!("{TO_PLAY}[{}]", excerpt(&word)));
            Meaning::ToPlay(named.ok_or_else(unknown)?)
        }
        _ => Meaning::Other,
    })
}

/// A property with one value.
pub(super) fn single(identifier: &str, text: &str) -> Property {
    let property = Property::new(identifier, vec![Value::of_text(text)]);
    property.expect("our identifiers are plain")
}

pub(super) fn move_property(variant: &Variant, colour: Colour, ply: Ply) -> Property {
    let text = match ply {
        Ply::Move(mv) => mv.to_string(),
        Ply::Pass => String::new(),
    };
    single(letter(variant, colour), &text)
}

pub(super) fn turn_property(variant: &Variant, colour: Colour) -> Property {
    single(TO_PLAY, letter(variant, colour))
}

/// The pieces of every colour. The order does not matter but for the last one, which can earn a bonus.
pub(super) fn set_up_properties(position: &Position) -> Vec<Property> {
    let variant = position.variant();
    let mut properties = Vec::new();
    for colour in variant.colours() {
        let mut pieces = position.placements(colour);
        pieces.sort_by_key(|mv| position.last_piece(colour) == Some(mv.piece()));
        let values: Vec<_> = pieces.iter().map(|mv| Value::of_text(&mv.to_string())).collect();
        let identifier = format!("A{}", letter(variant, colour));
        if !values.is_empty() {
            properties.extend(Property::new(&identifier, values));
        }
    }
    properties
}

/// What a colour is called in a file.
fn letter(variant: &Variant, colour: Colour) -> &'static str {
    match variant.colour_count() {
        2 => ["B", "W"][colour.index()],
        _ => ["1", "2", "3", "4"][colour.index()],
    }
}

/// The identifier under which a player's name is written, and another one that is read.
pub(super) fn name_identifiers(variant: &Variant, player: Player) -> [&'static str; 2] {
    let number = ["P1", "P2", "P3", "P4"][player.index()];
    match variant.player_count() {
        2 => [["PB", "PW"][player.index()], number],
        _ => [number; 2],
    }
}

/// The properties of the root that say which game it is.
pub(super) fn game_properties(variant: &Variant) -> Result<Vec<Property>, Problem> {
    if let Some(game) = variant.game_name() {
        return Ok(vec![single("GM", &game)]);
    }
    // Rules under the name of a preset could be written, but not read again.
    let rules = variant.to_toml();
    Variant::from_toml(&rules).map_err(Problem::Variant)?;
    Ok(vec![single("GM", CUSTOM), single(VARIANT, &rules)])
}

/// The game that the root says it is.
pub(super) fn game(tree: &Tree) -> Result<Variant, Problem> {
    let game = tree.property(tree.root(), "GM").ok_or(Problem::NoGame)?.text();
    let game = game.trim();
    if game.eq_ignore_ascii_case(CUSTOM) {
        let rules = tree.property(tree.root(), VARIANT).ok_or(Problem::NoVariant)?;
        return Variant::from_toml(&rules.text()).map_err(Problem::Variant);
    }
    Variant::of_game_name(game).ok_or_else(|| Problem::UnknownGame(excerpt(game)))
}
