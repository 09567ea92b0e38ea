//! Lines of a stream, one at a time and of bounded length.

use std::io::{self, BufRead, Read};

use anyhow::{Result, anyhow, ensure};
use serde::de::DeserializeOwned;

/// Longer lines are cut, so that no input can fill the memory.
const LONGEST: u64 = 1 << 20;

/// A reader of lines that counts them.
pub struct Lines<R> {
    from: R,
    number: usize,
}

/// One line, without its end.
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// The text; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// Whether the line was longer than a reader should keep, and only its beginning is here.
    pub cut: bool,
}

impl Line {
    /// What the line says in JSON; an error says where in the line it is, and is one line itself.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        ensure!(!self.cut, "the line is too long");
        serde_json::from_str(&self.text).map_err(|error| {
            let (column, text) = (error.column(), error.to_string());
            // The parser's own place is always line 1.
            let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
            let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
            let text: String = text.chars().map(visible).take(200).collect();
            anyhow!("column {column}: {text}")
        })
    }
}

impl<R: BufRead> Lines<R> {
    /// Reads lines from here.
    pub fn new(from: R) -> Lines<R> {
        Lines { from, number: 0 }
    }

    /// The next line, or `None` at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        if (&mut self.from).take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let cut = bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n');
        if cut {
            self.from.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        Ok(Some(Line { number: self.number, text, cut }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_and_ends_removed() {
        let mut lines = Lines::new(&b"one\r\n\n\xff"[..]);
        for (number, text) in [(1, "one"), (2, ""), (3, "\u{fffd}")] {
            let line = lines.next().unwrap().unwrap();
            assert_eq!((line.number, line.text.as_str(), line.cut), (number, text, false));
        }
        assert!(lines.next().unwrap().is_none());
    }

    #[test]
    fn json_errors_are_short_and_say_where() {
        let line = |text: &str| Line { number: 7, text: text.to_owned(), cut: false };
        assert_eq!(line("[1, 2]").json::<Vec<u8>>().unwrap(), [1, 2]);
        let error = line("[1, \"2\"]").json::<Vec<u8>>().unwrap_err().to_string();
        assert_eq!(error, "column 7: invalid type: string \"2\", expected u8");
        let long = format!("\"\\n{}\"", "x".repeat(9999));
        let error = line(&long).json::<Vec<u8>>().unwrap_err().to_string();
        assert!(error.len() < 300 && error.lines().count() == 1);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'x'; 3 * LONGEST as usize];
        text.extend_from_slice(b"\nnext\n");
        let mut lines = Lines::new(&text[..]);
        let long = lines.next().unwrap().unwrap();
        assert!(long.cut && long.text.len() as u64 == LONGEST);
        let next = lines.next().unwrap().unwrap();
        assert_eq!((next.number, next.text.as_str()), (2, "next"));
    }
}
