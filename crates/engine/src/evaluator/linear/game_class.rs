//! The kinds of games that are learnt from apart.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use cornerwise_core::{Owner, Variant};

use super::rows::WeightsError;

/// Games that have their weights in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameClass {
    /// Two colours against each other.
    TwoColours,
    /// More colours, of which a player has several: those help each other.
    Partners,
    /// More colours, of which every player has one.
    Several,
}

impl GameClass {
    /// The kind of the games of a variant.
    pub fn of(variant: &Variant) -> GameClass {
        let owners: Vec<Owner> = variant.colours().map(|colour| variant.owner(colour)).collect();
        let has_partner = |owner: &Owner| owners.iter().filter(|other| *other == owner).count() > 1;
        match owners.len() {
            ..=2 => GameClass::TwoColours,
            _ if owners.iter().any(has_partner) => GameClass::Partners,
            _ => GameClass::Several,
        }
    }
}

/// What was learnt for every kind of game, read when it is first asked for.
pub(super) struct PerClass<T> {
    /// In the order of the kinds.
    texts: [&'static str; 3],
    read: [OnceLock<T>; 3],
}

impl<T: FromStr<Err = WeightsError>> PerClass<T> {
    pub(super) const fn new(texts: [&'static str; 3]) -> PerClass<T> {
        PerClass { texts, read: [const { OnceLock::new() }; 3] }
    }

    /// What was learnt for games like this one.
    pub(super) fn of(&self, variant: &Variant) -> &T {
        let kind = GameClass::of(variant) as usize;
        let parse = || self.texts[kind].parse();
        self.read[kind].get_or_init(|| parse().expect("what comes with the program is well-formed"))
    }
}

impl fmt::Display for GameClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameClass::TwoColours => "games of two colours",
            GameClass::Partners => "games of players with several colours",
            GameClass::Several => "games of more than two players",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_with_several_colours_are_a_kind_of_their_own() {
        for (name, kind) in [
            ("duo", GameClass::TwoColours),
            ("7x7", GameClass::TwoColours),
            ("classic-2", GameClass::Partners),
            ("classic-3", GameClass::Several),
            ("classic", GameClass::Several),
            ("5x5-3", GameClass::Several),
        ] {
            assert_eq!(GameClass::of(&name.parse().unwrap()), kind, "{name}");
        }
    }
}
