//! Openings that give nobody an advantage: how they are found, and sets of them.

mod identity;
mod search;

use cornerwise_core::record::Record;
use cornerwise_core::{Move, Tables, Variant};

pub use search::{Found, Opening, OpeningError, OpeningSearch};

/// The sets of `data/openings`, by variant.
const SETS: [(&str, &str); 0] = [];

/// The stored set of openings of a variant after which nobody is ahead; not every variant has one.
pub fn balanced(variant: &Variant) -> Option<Vec<Vec<Move>>> {
    let is_set = |(name, _): &&(&str, &str)| name.parse().as_ref() == Ok(variant);
    let (_, text) = SETS.iter().find(is_set)?;
    let tables = Tables::new(variant.clone());
    let records = Record::read(text.as_bytes()).expect("the sets are ours");
    let moves = |record: &Record| record.moves(&tables).expect("the sets are ours");
    Some(records.iter().map(moves).collect())
}
