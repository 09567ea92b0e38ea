//! Books: moves that a long search found for the first turns, to choose from without thinking.
//!
//! A [`Book`] knows positions up to the symmetries of its variant, and is a text that people can read ([`text`]).
//! [`BookSearch`] makes one, [`Opening`] plays from one before it asks another agent.

mod agent;
mod maker;
mod text;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rand::RngExt;
use rand::seq::IndexedRandom;

use cornerwise_core::{GameRng, Move, Position, Symmetries, Symmetry, Tables, Variant};

pub(crate) use agent::{BOOK, Opening};
pub use maker::{BookMakingError, BookSearch};
pub use text::BookError;

/// The books that come with the program, by variant.
static STORED: [Stored; 4] = [
    Stored::new("duo", include_str!("../../../../data/books/duo.txt")),
    Stored::new("classic", include_str!("../../../../data/books/classic.txt")),
    Stored::new("classic-2", include_str!("../../../../data/books/classic-2.txt")),
    Stored::new("classic-3", include_str!("../../../../data/books/classic-3.txt")),
];

/// A book that is read when it is first wanted.
struct Stored {
    variant: &'static str,
    text: &'static str,
    book: OnceLock<Book>,
}

impl Stored {
    const fn new(variant: &'static str, text: &'static str) -> Stored {
        Stored { variant, text, book: OnceLock::new() }
    }
}

/// How a book was made. A book can only be continued in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name of the variant, a preset.
    pub variant: String,
    /// The spec of the agent that chose the moves.
    pub agent: String,
    /// The most moves of a position.
    pub width: usize,
    /// What all chance depended on.
    pub seed: u64,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Moves that lead to it.
    pub line: Vec<Move>,
    /// The moves to choose from with their weights, which are not 0; there is one at least.
    pub moves: Vec<(Move, u32)>,
}

/// Moves for the first turns of a game.
pub struct Book {
    recipe: Recipe,
    symmetries: Symmetries,
    pages: Vec<Page>,
    /// The numbers of the pages by what [`Symmetries::identity`] says of their lines.
    known: HashMap<u64, usize>,
}

impl Book {
    /// A book without pages. The recipe names the variant of the tables.
    #[must_use]
    pub fn new(recipe: Recipe, tables: &Arc<Tables>) -> Book {
        let symmetries = Symmetries::new(tables);
        Book { recipe, symmetries, pages: Vec::new(), known: HashMap::new() }
    }

    /// The one that comes with the program; not every variant has one.
    pub fn stored(variant: &Variant) -> Option<&'static Book> {
        let is_meant = |stored: &&Stored| stored.variant.parse().as_ref() == Ok(variant);
        let stored = STORED.iter().find(is_meant)?;
        let read = || Book::read(stored.text).expect("the books are ours");
        Some(stored.book.get_or_init(read))
    }

    /// How it was made.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        self.symmetries.tables().variant()
    }

    /// All positions, in the order in which they were added.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The page of the position after legal moves. It may show a turned or mirrored board.
    pub fn page(&self, line: &[Move]) -> Option<&Page> {
        self.known.get(&self.symmetries.identity(line)).map(|&number| &self.pages[number])
    }

    /// Adds a page of legal moves; `false` when the position has one already.
    pub fn add(&mut self, page: Page) -> bool {
        let identity = self.symmetries.identity(&page.line);
        if self.known.contains_key(&identity) {
            return false;
        }
        self.known.insert(identity, self.pages.len());
        self.pages.push(page);
        true
    }

    /// The moves for a position, which the history must lead to, with their weights. Where the board can be turned
    /// so that the position stays the same, chance decides how.
    pub fn moves(
        &self,
        position: &Position,
        history: &[Move],
        rng: &mut GameRng,
    ) -> Option<Vec<(Move, u32)>> {
        if position.variant() != self.variant() || !leads_to(position, history) {
            return None;
        }
        let page = self.page(history)?;
        // The turns of the page's line that lead to this very position.
        let turns: Vec<Symmetry> = self
            .symmetries
            .images(&page.line)
            .filter(|&(_, hash)| hash == position.hash())
            .map(|(symmetry, _)| symmetry)
            .collect();
        let turn = turns.choose(rng)?;
        let size = self.variant().size();
        let moves = page.moves.iter().map(|&(mv, weight)| (turn.placement(mv, size), weight));
        let moves: Vec<(Move, u32)> = moves.collect();
        // Hashes may collide, and nobody should lose a game by that.
        moves.iter().all(|&(mv, _)| position.is_legal(mv)).then_some(moves)
    }
}

/// Whether these moves lead from the start to a position.
fn leads_to(position: &Position, history: &[Move]) -> bool {
    let mut replayed = Position::new(position.tables());
    history.len() == position.moves_played()
        && history.iter().all(|&mv| replayed.play(mv).is_ok())
        && replayed == *position
}

/// One of some moves, as often as their weights say.
fn draw(moves: &[(Move, u32)], rng: &mut GameRng) -> Move {
    let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut rest = rng.random_range(0..total);
    for &(mv, weight) in moves {
        if rest < u64::from(weight) {
            return mv;
        }
        rest -= u64::from(weight);
    }
    unreachable!("the weights add up to the total")
}

#[cfg(test)]
mod tests;
