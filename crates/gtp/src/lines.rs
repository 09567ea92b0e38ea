//! Lines of a stream, one at a time and of bounded length.

use std::io::{self, BufRead, Read};

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

impl<R: BufRead> Lines<R> {
    /// Reads lines from here.
    pub fn new(from: R) -> Lines<R> {
        Lines { from, number: 0 }
    }

    /// The next line, or `None` at the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read.
    #[allow(clippy::should_implement_trait, reason = "an iterator cannot answer `?` as easily")]
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
