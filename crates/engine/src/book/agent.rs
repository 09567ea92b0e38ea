//! Playing from a book, for agents that choose their moves otherwise.

use cornerwise_core::Position;

use crate::agent::{Agent, Context};
use crate::decision::{Candidate, Decision, Forfeit};
use crate::parameter::{Parameter, ParameterKind, Settings};

use super::{Book, draw};

/// The row with which an agent offers to begin by a book.
pub(crate) const BOOK: Parameter = Parameter {
    name: "book",
    kind: ParameterKind::File(&["yes", "no"]),
    default: "no",
    meaning: "yes to begin with moves of the books that come with the program, or a file of such moves",
};

/// Where the moves come from.
enum Source {
    Stored,
    File(Book),
}

impl Source {
    fn book(&self, position: &Position) -> Option<&Book> {
        match self {
            Source::Stored => Book::stored(position.variant()),
            Source::File(book) => Some(book),
        }
    }
}

/// An agent that looks into a book before it asks another one.
pub(crate) struct Opening {
    inner: Box<dyn Agent>,
    source: Source,
}

impl Opening {
    /// The agent itself, or with a book before it if the settings say so.
    pub(crate) fn before(
        inner: Box<dyn Agent>,
        settings: &Settings,
    ) -> Result<Box<dyn Agent>, String> {
        let source = match settings.word(BOOK.name) {
            "no" => return Ok(inner),
            "yes" => Source::Stored,
            _ => {
                let read = |text: &str| Book::read(text).map_err(|error| error.to_string());
                Source::File(settings.text_file(BOOK.name, read)?)
            }
        };
        Ok(Box::new(Opening { inner, source }))
    }
}

impl Agent for Opening {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let book = self.source.book(position);
        let moves = book.and_then(|book| book.moves(position, context.history, context.rng));
        let Some(mut moves) = moves else {
            return self.inner.decide(position, context);
        };
        let mv = draw(&moves, context.rng);
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        let total: f64 = moves.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let candidate = |&(mv, weight): &(_, u32)| {
            Candidate::valued(mv, weight.into(), f64::from(weight) / total)
        };
        Ok(Decision { candidates: moves.iter().map(candidate).collect(), ..Decision::of(mv) })
    }

    fn ponder(&mut self, position: &Position, context: &mut Context<'_>) {
        self.inner.ponder(position, context);
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }
}
