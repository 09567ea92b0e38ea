//! The text of an SGF file as trees.

use std::fmt;

use super::sgf::{MAX_FILE_NODES, MAX_FILE_VALUES, MAX_NODES, NodeId, Property, Tree, Value};

/// Where a text is not SGF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct SyntaxError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: SyntaxProblem,
}

/// What is wrong with a text that should be SGF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxProblem {
    /// The bytes are no text.
    #[error("this is not UTF-8 text")]
    NotText,
    /// Something else should be here.
    #[error("expected {expected}, found {}", Found(*.found))]
    Expected {
        /// What would do.
        expected: &'static str,
        /// What is there; nothing at the end of the file.
        found: Option<char>,
    },
    /// The text ends within a value.
    #[error("the value that begins here has no closing ]")]
    UnclosedValue,
    /// A tree is too large.
    #[error("the game has more than {MAX_NODES} nodes")]
    TooManyNodes,
    /// The trees are too large together.
    #[error("the file has more than {MAX_FILE_NODES} nodes")]
    TooManyFileNodes,
    /// There are too many values.
    #[error("the file has more than {MAX_FILE_VALUES} property values")]
    TooManyFileValues,
}

struct Found(Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(c) => write!(f, "{c:?}"),
            None => f.write_str("the end of the file"),
        }
    }
}

/// Reads a collection of at least one tree.
///
/// ```
/// use cornerwise_core::record::sgf;
/// let trees = sgf::read(b"(;GM[Blokus Duo];B[e10]C[the single square])").unwrap();
/// assert_eq!(trees[0].len(), 2);
/// let error = sgf::read(b"(;GM[Blokus Duo]\n;B[e10").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: the value that begins here has no closing ]");
/// ```
///
/// # Errors
/// When the bytes are no UTF-8, no SGF, or more than the limits allow.
pub fn read(bytes: &[u8]) -> Result<Vec<Tree>, SyntaxError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // All of it, or as much as is text.
    let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut reader = Reader { text, at: 0, line: 1, counted: 0, nodes: 0, values: 0 };
    if text.len() < bytes.len() {
        return Err(reader.error(text.len(), SyntaxProblem::NotText));
    }
    let mut trees = Vec::new();
    loop {
        reader.skip_space();
        if reader.at == text.len() && !trees.is_empty() {
            return Ok(trees);
        }
        if !reader.take(b'(') {
            return Err(reader.expected("( at the beginning of a game"));
        }
        trees.push(reader.tree()?);
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The line of the byte up to which lines have been counted.
    line: usize,
    counted: usize,
    nodes: usize,
    values: usize,
}

impl Reader<'_> {
    /// Reads a tree whose opening parenthesis has been taken.
    fn tree(&mut self) -> Result<Tree, SyntaxError> {
        self.skip_space();
        if !self.take(b';') {
            return Err(self.expected("; at the beginning of a node"));
        }
        let mut tree = Tree::new();
        let mut node = tree.root();
        self.node(&mut tree, node)?;
        // The nodes after which parentheses were opened that are still to be closed.
        let mut branches: Vec<NodeId> = Vec::new();
        loop {
            self.skip_space();
            if self.take(b')') {
                let Some(branch) = branches.pop() else { return Ok(tree) };
                node = branch;
            } else if self.take(b'(') {
                branches.push(node);
                self.skip_space();
                if !self.take(b';') {
                    return Err(self.expected("; at the beginning of a node"));
                }
                node = self.child(&mut tree, node)?;
            } else if !tree.children(node).is_empty() {
                return Err(self.expected("( or ) after a variation"));
            } else if self.take(b';') {
                node = self.child(&mut tree, node)?;
            } else {
                return Err(self.expected("a property, ;, ( or )"));
            }
        }
    }

    /// Reads a node whose semicolon has been taken.
    fn child(&mut self, tree: &mut Tree, parent: NodeId) -> Result<NodeId, SyntaxError> {
        if tree.len() == MAX_NODES {
            return Err(self.error(self.at - 1, SyntaxProblem::TooManyNodes));
        }
        let child = tree.add_child(parent);
        self.node(tree, child)?;
        Ok(child)
    }

    fn node(&mut self, tree: &mut Tree, node: NodeId) -> Result<(), SyntaxError> {
        self.nodes += 1;
        if self.nodes > MAX_FILE_NODES {
            return Err(self.error(self.at - 1, SyntaxProblem::TooManyFileNodes));
        }
        tree.set_line(node, self.line_of(self.at - 1));
        while let Some(property) = self.property()? {
            tree.properties_mut(node).push(property);
        }
        Ok(())
    }

    fn property(&mut self) -> Result<Option<Property>, SyntaxError> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if length == 0 {
            return Ok(None);
        }
        let identifier = &rest[..length];
        self.at += length;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if !self.take(b'[') {
                break;
            }
            values.push(self.value()?);
        }
        match Property::new(identifier, values) {
            Some(property) => Ok(Some(property)),
            None => Err(self.expected("[ and the value of a property")),
        }
    }

    /// Reads a value whose opening bracket has been taken.
    fn value(&mut self) -> Result<Value, SyntaxError> {
        let start = self.at;
        self.values += 1;
        if self.values > MAX_FILE_VALUES {
            return Err(self.error(start - 1, SyntaxProblem::TooManyFileValues));
        }
        let mut bytes = self.text.bytes().enumerate().skip(start);
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b']' => {
                    self.at = at + 1;
                    return Ok(Value::of_written(&self.text[start..at]));
                }
                b'\\' => drop(bytes.next()),
                _ => {}
            }
        }
        Err(self.error(start - 1, SyntaxProblem::UnclosedValue))
    }

    fn skip_space(&mut self) {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn expected(&mut self, expected: &'static str) -> SyntaxError {
        let found = self.text[self.at..].chars().next();
        self.error(self.at, SyntaxProblem::Expected { expected, found })
    }

    fn error(&mut self, at: usize, problem: SyntaxProblem) -> SyntaxError {
        let line = self.line_of(at);
        let begin = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        SyntaxError { line, column: self.text[begin..at].chars().count() + 1, problem }
    }

    /// The line of a byte; bytes are asked for in ascending order, but for the end of an error.
    fn line_of(&mut self, at: usize) -> usize {
        if at < self.counted {
            return self.text[..at].matches('\n').count() + 1;
        }
        self.line += self.text[self.counted..at].matches('\n').count();
        self.counted = at;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: impl AsRef<[u8]>) -> String {
        read(text.as_ref()).unwrap_err().to_string()
    }

    fn rewritten(text: &str) -> String {
        let mut out = String::new();
        for tree in read(text.as_bytes()).unwrap() {
            tree.write(&mut out);
        }
        out
    }

    #[test]
    fn a_tree_is_written_as_it_was_read() {
        let text = "(;GM[x]A1[a][b]\n;1[a]\n(;2[b]\n;3[])\n(;2[c]C[a\\]b\\\\ \\: \u{e4}\u{1f600}]))\n(;)\n";
        assert_eq!(rewritten(text), text);
        let spaced = "\u{feff} ( ; GM [x]A1 [a]\r\n[b];1[a](;2[b];3[])\n\n(;2[c]C[a\\]b\\\\ \\: \u{e4}\u{1f600}]) )\n(;)";
        assert_eq!(rewritten(spaced), text);
    }

    #[test]
    fn values_mean_their_text() {
        let trees = read(b"(;C[a\\\nb\\\r\nc\r\nd\re\\]\\\\\\x])").unwrap();
        let comment = trees[0].property(trees[0].root(), "C").unwrap();
        assert_eq!(comment.text(), "abc\nd\ne]\\x");
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            message(""),
            "line 1, column 1: expected ( at the beginning of a game, found the end of the file"
        );
        assert_eq!(
            message("\0\u{1}ELF"),
            "line 1, column 1: expected ( at the beginning of a game, found '\\0'"
        );
        assert_eq!(message(b"(;C[\n\xff\xfe])"), "line 2, column 1: this is not UTF-8 text");
        assert_eq!(
            message("(GM[x])"),
            "line 1, column 2: expected ; at the beginning of a node, found 'G'"
        );
        assert_eq!(
            message("(;GM)"),
            "line 1, column 5: expected [ and the value of a property, found ')'"
        );
        assert_eq!(
            message("(;GM[x]\n;B[a1]\n"),
            "line 3, column 1: expected a property, ;, ( or ), found the end of the file"
        );
        assert_eq!(
            message("(;\u{e4}\u{e4}"),
            "line 1, column 3: expected a property, ;, ( or ), found '\u{e4}'"
        );
        assert_eq!(
            message("(;GM[x](;)\n;)"),
            "line 2, column 1: expected ( or ) after a variation, found ';'"
        );
        assert_eq!(
            message("(;C[a\\])"),
            "line 1, column 4: the value that begins here has no closing ]"
        );
        assert_eq!(
            message("(;)\n)"),
            "line 2, column 1: expected ( at the beginning of a game, found ')'"
        );
    }

    #[test]
    fn every_truncation_is_an_error() {
        let text = "(;GM[x]A1[a][b];1[a](;2[b];3[])(;2[c]C[a\\]b]))";
        for end in 0..text.len() {
            assert!(read(&text.as_bytes()[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        assert!(message("(".repeat(1_000_000)).starts_with("line 1, column 2: expected ;"));
        assert!(message("(;".repeat(1_000_000)).ends_with("more than 200000 nodes"));
        assert!(message(format!("({}", ";B[a1]".repeat(1_000_000))).ends_with("200000 nodes"));
        let nested = "(;".repeat(MAX_NODES) + &")".repeat(MAX_NODES);
        let tree = read(nested.as_bytes()).unwrap().remove(0);
        assert_eq!(tree.main_line().len(), MAX_NODES);
        let copy = tree.clone();
        assert_eq!(tree, copy);
        let mut text = String::new();
        tree.write(&mut text);
        assert_eq!(read(text.as_bytes()).unwrap(), [copy]);
    }

    #[test]
    fn files_are_limited_too() {
        assert!(message("(;)".repeat(MAX_FILE_NODES + 1)).ends_with("more than 5000000 nodes"));
        let values = format!("(;C{})", "[]".repeat(MAX_FILE_VALUES + 1));
        assert!(message(values).ends_with("more than 10000000 property values"));
    }
}
