//! The syntax of GTP: commands in lines, responses that end with an empty line.

use std::fmt;

/// A command as it stands in a line.
///
/// ```
/// use cornerwise_gtp::protocol::Command;
/// let command = Command::read("12 play b f9,e10,f10 # the usual one").unwrap();
/// assert_eq!((command.id, command.name.as_str()), (Some(12), "play"));
/// assert_eq!(command.arguments, ["b", "f9,e10,f10"]);
/// assert_eq!(Command::read("  # only a comment"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// A number that the response repeats.
    pub id: Option<u64>,
    /// The first word.
    pub name: String,
    /// The words after the name.
    pub arguments: Vec<String>,
    /// All that follows the name, as written, for commands that take a line such as a file's name.
    pub rest: String,
}

impl Command {
    /// What a line says; `None` when it is empty or a comment.
    ///
    /// Control characters are ignored, a tab is a space, and a `#` begins a comment, as the standard has it.
    #[must_use]
    pub fn read(line: &str) -> Option<Command> {
        let text = line.split('#').next().unwrap_or_default();
        let text: String = text
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let text = text.trim();
        let (first, after) = split_word(text);
        let (id, name, rest) = match first.parse() {
            Ok(id) => {
                let (name, rest) = split_word(after);
                (Some(id), name, rest)
            }
            Err(_) => (None, first, after),
        };
        // A number alone asks for nothing that has a name, but wants an answer.
        if name.is_empty() && id.is_none() {
            return None;
        }
        Some(Command {
            id,
            name: name.to_owned(),
            arguments: rest.split_whitespace().map(str::to_owned).collect(),
            rest: rest.to_owned(),
        })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The number of the command.
    pub id: Option<u64>,
    /// The answer, or what is wrong.
    pub result: Result<String, String>,
}

/// The whole response with the empty line that ends it.
///
/// A space follows the mark and the number even when there is no text: some controllers refuse a line without it.
/// Empty lines within the text would end it too soon, so that they are left out. A text that begins with
/// the end of a line, such as a drawing, begins below the mark.
///
/// ```
/// use cornerwise_gtp::protocol::Response;
/// let response = Response { id: Some(3), result: Ok("a\n\nb".to_owned()) };
/// assert_eq!(response.to_string(), "=3 a\nb\n\n");
/// let response = Response { id: None, result: Err("unknown command".to_owned()) };
/// assert_eq!(response.to_string(), "? unknown command\n\n");
/// let response = Response { id: None, result: Ok("\n  a b\n1 . .".to_owned()) };
/// assert_eq!(response.to_string(), "= \n  a b\n1 . .\n\n");
/// let response = Response { id: Some(7), result: Ok(String::new()) };
/// assert_eq!(response.to_string(), "=7 \n\n");
/// ```
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let begins_below = text.starts_with('\n') && !lines.is_empty();
        let first = if begins_below { "\n" } else { "" };
        write!(f, "{}{first}{}\n\n", Head(mark, self.id), lines.join("\n"))
    }
}

/// What every response begins with: a mark, the number of the command, a space.
struct Head(char, Option<u64>);

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head(mark, id) = self;
        write!(f, "{mark}")?;
        if let Some(id) = id {
            write!(f, "{id}")?;
        }
        write!(f, " ")
    }
}

impl Response {
    /// The first line of a response whose other lines come one by one.
    pub(crate) fn begin(id: Option<u64>) -> impl fmt::Display {
        Head('=', id)
    }

    /// What the first line of a response says; further lines belong to its text. `None` when the line does not
    /// begin one.
    #[must_use]
    pub fn read_first(line: &str) -> Option<Response> {
        let line = line.trim_end();
        let is_success = match line.chars().next()? {
            '=' => true,
            '?' => false,
            _ => return None,
        };
        let digits = line[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (id, text) = line[1..].split_at(digits);
        let text = text.trim_start().to_owned();
        let result = if is_success { Ok(text) } else { Err(text) };
        Some(Response { id: id.parse().ok(), result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_the_standard_says() {
        for line in ["", " \t", "#", "# name", "\u{7}\r"] {
            assert_eq!(Command::read(line), None, "{line:?}");
        }
        let read = |line| {
            let command = Command::read(line).unwrap();
            (command.id, command.name, command.arguments.join("|"))
        };
        let words = |id, name: &str, arguments: &str| (id, name.to_owned(), arguments.to_owned());
        assert_eq!(read("name"), words(None, "name", ""));
        assert_eq!(read("\u{1}7\tna\u{2}me  # x\r"), words(Some(7), "name", ""));
        assert_eq!(read("play  b\ta1 "), words(None, "play", "b|a1"));
        assert_eq!(read("99999999999999999999 name"), words(None, "99999999999999999999", "name"));
        assert_eq!(read("4"), words(Some(4), "", ""));
        assert_eq!(Command::read("loadsgf  my game.blksgf 3 ").unwrap().rest, "my game.blksgf 3");
    }

    #[test]
    fn a_response_that_is_written_is_read() {
        for (id, result) in [
            (None, Ok(String::new())),
            (Some(0), Ok("f9,e10".to_owned())),
            (Some(u64::MAX), Err("no".to_owned())),
            (None, Err(String::new())),
        ] {
            let response = Response { id, result };
            let text = response.to_string();
            assert!(text.ends_with("\n\n"));
            // The referee of Pentobi takes a line without the space for no response.
            let after = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
            assert!(after.starts_with(' '), "{text:?}");
            assert_eq!(Response::read_first(text.lines().next().unwrap()), Some(response));
        }
        for line in ["", "hello", " = x"] {
            assert_eq!(Response::read_first(line), None, "{line:?}");
        }
    }
}
