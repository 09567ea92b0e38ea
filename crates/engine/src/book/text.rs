//! Books as text: how it was made, then a line for each position.
//!
//! Before the colon are the moves that lead to a position, after it those to choose from with their weights.

use std::fmt;
use std::str::FromStr;

use cornerwise_core::{Move, Position, Tables, excerpt};

use super::{Book, Page, Recipe};

/// The keys of the head, in order.
const KEYS: [&str; 4] = ["variant", "agent", "width", "seed"];

/// What is wrong with a book, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BookError {
    line: usize,
    what: String,
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { variant, agent, width, seed } = &self.recipe;
        writeln!(
            f,
            "# After the moves before the colon: moves to choose from, with their weights."
        )?;
        writeln!(f, "variant {variant}\nagent {agent}\nwidth {width}\nseed {seed}\n")?;
        for Page { line, moves } in &self.pages {
            let line: Vec<String> = line.iter().map(Move::to_string).collect();
            let moves: Vec<String> =
                moves.iter().map(|(mv, weight)| format!("{mv} {weight}")).collect();
            writeln!(f, "{}: {}", line.join("; "), moves.join("; "))?;
        }
        Ok(())
    }
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// Says what is wrong in which line.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let is_content = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
        let mut lines = (1..).zip(text.lines().map(str::trim)).filter(is_content);
        let mut head = Vec::new();
        for key in KEYS {
            let (number, line) = lines.next().unwrap_or((text.lines().count() + 1, ""));
            let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
            let what = || format!("expected \"{key}\" and its value");
            let value = value.ok_or_else(|| BookError { line: number, what: what() })?;
            head.push((number, value));
        }
        let recipe = Recipe {
            variant: head[0].1.to_owned(),
            agent: head[1].1.to_owned(),
            width: parse(head[2])?,
            seed: parse(head[3])?,
        };
        let mut book = Book::new(recipe, &Tables::new(parse(head[0])?));
        for (number, line) in lines {
            let error = |what: String| BookError { line: number, what };
            let page = book.read_page(line).map_err(error)?;
            if !book.add(page) {
                return Err(error("the position has a line already".to_owned()));
            }
        }
        Ok(book)
    }

    fn read_page(&self, text: &str) -> Result<Page, String> {
        let (line, moves) = text.split_once(':').ok_or("there is no colon")?;
        let mut position = Position::new(self.symmetries.tables());
        let mut page = Page { line: Vec::new(), moves: Vec::new() };
        for word in line.split(';').map(str::trim).filter(|word| !word.is_empty()) {
            let mv: Move = word.parse().map_err(|error| format!("{error}"))?;
            position.play(mv).map_err(|error| format!("{mv}: {error}"))?;
            page.line.push(mv);
        }
        for word in moves.split(';').map(str::trim) {
            let (mv, weight) = word
                .rsplit_once(' ')
                .ok_or_else(|| format!("\"{}\" is not a move and its weight", excerpt(word)))?;
            let mv: Move = mv.parse().map_err(|error| format!("{error}"))?;
            let colour = position.to_play().ok_or("the game is over")?;
            position.check(colour, mv).map_err(|error| format!("{mv}: {error}"))?;
            if page.moves.iter().any(|&(other, _)| other == mv) {
                return Err(format!("{mv} is there twice"));
            }
            let number = weight.parse().ok().filter(|&weight| weight > 0);
            let what = || format!("\"{}\" is not a weight from 1 on", excerpt(weight));
            page.moves.push((mv, number.ok_or_else(what)?));
        }
        Ok(page)
    }
}

fn parse<T: FromStr>((line, value): (usize, &str)) -> Result<T, BookError>
where
    T::Err: fmt::Display,
{
    value.parse().map_err(|error: T::Err| BookError { line, what: error.to_string() })
}
