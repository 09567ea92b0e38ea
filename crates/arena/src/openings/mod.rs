//! Openings that give nobody an advantage: how they are found, and sets of them.

mod search;

use cornerwise_core::record::Record;
use cornerwise_core::{Move, Tables, Variant};

pub use search::{Found, Opening, OpeningError, OpeningSearch};

/// The sets of `data/openings`, by variant.
const SETS: [(&str, &str); 4] = [
    ("duo", include_str!("../../../../data/openings/duo.blksgf")),
    ("classic", include_str!("../../../../data/openings/classic.blksgf")),
    ("classic-2", include_str!("../../../../data/openings/classic-2.blksgf")),
    ("classic-3", include_str!("../../../../data/openings/classic-3.blksgf")),
];

/// The stored set of openings of a variant after which nobody is ahead; not every variant has one.
pub fn balanced(variant: &Variant) -> Option<Vec<Vec<Move>>> {
    let is_set = |(name, _): &&(&str, &str)| name.parse().as_ref() == Ok(variant);
    let (_, text) = SETS.iter().find(is_set)?;
    let tables = Tables::new(variant.clone());
    let records = Record::read(text.as_bytes()).expect("the sets are ours");
    let moves = |record: &Record| record.moves(&tables).expect("the sets are ours");
    Some(records.iter().map(moves).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cornerwise_core::Symmetries;

    use super::*;

    #[test]
    fn every_set_is_legal_and_has_no_doubles() {
        for (name, _) in SETS {
            let variant: Variant = name.parse().unwrap();
            let lines = balanced(&variant).unwrap();
            assert!(lines.len() >= 10, "{name} has {}", lines.len());
            let symmetries = Symmetries::new(&Tables::new(variant.clone()));
            let identities: BTreeSet<u64> =
                lines.iter().map(|line| symmetries.identity(line)).collect();
            assert_eq!(identities.len(), lines.len(), "{name}");
            assert!(lines.iter().all(|line| line.len() == 4), "{name}");
        }
        assert!(balanced(&"7x7".parse().unwrap()).is_none());
    }

    #[test]
    fn a_set_is_of_its_variant_alone() {
        let variant: Variant = "duo".parse().unwrap();
        let other = variant.clone().with_scoring(cornerwise_core::Scoring::Area);
        assert!(balanced(&variant).is_some() && balanced(&other).is_none());
    }
}
