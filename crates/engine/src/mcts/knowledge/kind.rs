//! The kinds of games that are learnt from apart.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use cornerwise_core::{Owner, Variant};

use super::rows::WeightsError;

/// Games that have their weights in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two colours against each other.
    TwoColours,
    /// More colours, of which a player has several: those help each other.
    Partners,
    /// More colours, of which every player has one.
    Several,
}

impl Kind {
    /// The kind of the games of a variant.
    pub fn of(variant: &Variant) -> Kind {
        let owners: Vec<Owner> = variant.colours().map(|colour| variant.owner(colour)).collect();
        let has_partner = |owner: &Owner| owners.iter().filter(|other| *other == owner).count() > 1;
        match owners.len() {
            ..=2 => Kind::TwoColours,
            _ if owners.iter().any(has_partner) => Kind::Partners,
            _ => Kind::Several,
        }
    }
}

/// What was learnt for every kind of game, read when it is first asked for.
pub(super) struct PerKind<T> {
    /// In the order of the kinds.
    texts: [&'static str; 3],
    read: [OnceLock<T>; 3],
}

impl<T: FromStr<Err = WeightsError>> PerKind<T> {
    pub(super) const fn new(texts: [&'static str; 3]) -> PerKind<T> {
        PerKind { texts, read: [const { OnceLock::new() }; 3] }
    }

    /// What was learnt for games like this one.
    pub(super) fn of(&self, variant: &Variant) -> &T {
        let kind = Kind::of(variant) as usize;
        let parse = || self.texts[kind].parse();
        self.read[kind].get_or_init(|| parse().expect("what comes with the program is well-formed"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::TwoColours => "games of two colours",
            Kind::Partners => "games of players with several colours",
            Kind::Several => "games of more than two players",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_with_several_colours_are_a_kind_of_their_own() {
        for (name, kind) in [
            ("duo", Kind::TwoColours),
            ("7x7", Kind::TwoColours),
            ("classic-2", Kind::Partners),
            ("classic-3", Kind::Several),
            ("classic", Kind::Several),
            ("5x5-3", Kind::Several),
        ] {
            assert_eq!(Kind::of(&name.parse().unwrap()), kind, "{name}");
        }
    }
}
