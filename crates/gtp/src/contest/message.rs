//! The messages of host and player: ASCII of fixed length, with nothing between them.
//!
//! Line ends and spaces between messages are ignored, so that people can type them.

use std::fmt;
use std::io::{self, BufReader, Read};

use cornerwise_core::Ply;

use super::board::Start;
use super::notation::{self, NotationError};

/// What a host says. Moves are as they lie on the contest's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostMessage {
    /// `0`: who are you?
    Hello,
    /// `25` or `2A`: you move first, and cover this cell.
    First(Start),
    /// `35` or `3A` and a move: you move second, and cover this cell; the opponent has played.
    Second(Start, Ply),
    /// `4` and a move: the opponent has played.
    Opponent(Ply),
    /// `9`: the game is over.
    Over,
}

impl fmt::Display for HostMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = |start| if start == Start::Five { '5' } else { 'A' };
        match *self {
            HostMessage::Hello => f.write_str("0"),
            HostMessage::First(at) => write!(f, "2{}", start(at)),
            HostMessage::Second(at, ply) => write!(f, "3{}{}", start(at), notation::write(ply)),
            HostMessage::Opponent(ply) => write!(f, "4{}", notation::write(ply)),
            HostMessage::Over => f.write_str("9"),
        }
    }
}

/// Who plays: the two characters that answer a hello, after a `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team([u8; 2]);

impl Team {
    /// The team of two visible ASCII characters.
    #[must_use]
    pub fn new(text: &str) -> Option<Team> {
        let bytes: [u8; 2] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_graphic).then_some(Team(bytes))
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&byte| write!(f, "{}", byte as char))
    }
}

/// Why there is no message.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// The line is broken.
    #[error(transparent)]
    Line(#[from] io::Error),
    /// The line ended within a message.
    #[error("the connection ended within a message")]
    CutShort,
    /// No message begins so.
    #[error("no message begins with {}", shown(*.0))]
    Code(u8),
    /// There are only two start cells.
    #[error("a start is 5 or A, not {}", shown(*.0))]
    Start(u8),
    /// A move is ill written.
    #[error(transparent)]
    Move(#[from] NotationError),
    /// The answer to a hello is something else.
    #[error("a team is 1 and two visible characters")]
    Team,
}

fn shown(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("\"{}\"", byte as char) } else { format!("byte {byte}") }
}

/// Messages from a stream of bytes.
pub struct Messages<R> {
    from: BufReader<R>,
}

impl<R: Read> Messages<R> {
    /// Reads messages from here.
    pub fn new(from: R) -> Messages<R> {
        Messages { from: BufReader::new(from) }
    }

    /// What is read from.
    pub fn get_mut(&mut self) -> &mut R {
        self.from.get_mut()
    }

    /// The next message of a host; `None` when there is none any more.
    ///
    /// # Errors
    /// When what comes is no message. After [`MessageError::Code`] the next byte may begin one.
    pub fn of_host(&mut self) -> Result<Option<HostMessage>, MessageError> {
        let Some(code) = self.code()? else { return Ok(None) };
        Ok(Some(match code {
            b'0' => HostMessage::Hello,
            b'2' => HostMessage::First(self.start()?),
            b'3' => HostMessage::Second(self.start()?, self.ply()?),
            b'4' => HostMessage::Opponent(self.ply()?),
            b'9' => HostMessage::Over,
            _ => return Err(MessageError::Code(code)),
        }))
    }

    /// The team of a player who was told hello.
    ///
    /// # Errors
    /// When something else comes, or nothing.
    pub fn team(&mut self) -> Result<Team, MessageError> {
        if self.code()?.ok_or(MessageError::CutShort)? != b'1' {
            return Err(MessageError::Team);
        }
        let bytes = self.bytes::<2>()?;
        let text = std::str::from_utf8(&bytes).ok().and_then(Team::new);
        text.ok_or(MessageError::Team)
    }

    /// The move or pass of a player whose turn it is.
    ///
    /// # Errors
    /// When something else comes, or nothing.
    pub fn answer(&mut self) -> Result<Ply, MessageError> {
        let first = self.code()?.ok_or(MessageError::CutShort)?;
        let [second, third, fourth] = self.bytes()?;
        Ok(notation::read([first, second, third, fourth])?)
    }

    /// The first byte of a message.
    fn code(&mut self) -> Result<Option<u8>, MessageError> {
        loop {
            let mut byte = [0];
            match self.from.read(&mut byte) {
                Ok(0) => return Ok(None),
                Ok(_) if byte[0].is_ascii_whitespace() => {}
                Ok(_) => return Ok(Some(byte[0])),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn start(&mut self) -> Result<Start, MessageError> {
        match self.bytes::<1>()? {
            [b'5'] => Ok(Start::Five),
            [b'a' | b'A'] => Ok(Start::Ten),
            [other] => Err(MessageError::Start(other)),
        }
    }

    fn ply(&mut self) -> Result<Ply, MessageError> {
        Ok(notation::read(self.bytes()?)?)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], MessageError> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => MessageError::CutShort,
            _ => error.into(),
        })?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_one_after_the_other() {
        let mut messages = Messages::new(&b"0\r\n2535aaa0 3A56t2\n40000x9"[..]);
        let mut told = Vec::new();
        loop {
            match messages.of_host() {
                Ok(Some(message)) => told.push(message.to_string()),
                Ok(None) => break,
                Err(error) => told.push(error.to_string()),
            }
        }
        let expected =
            ["0", "25", "35aaa0", "3A56t2", "40000", "no message begins with \"x\"", "9"];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_no_message_is_told() {
        for (text, reason) in [
            (&b"27"[..], "a start is 5 or A, not \"7\""),
            (b"3\xff", "a start is 5 or A, not byte 255"),
            (b"4xx", "the connection ended within a message"),
            (b"455z0", "\"55z0\" is not a move: the piece is not a to u"),
            (b"1AB", "no message begins with \"1\""),
        ] {
            assert_eq!(Messages::new(text).of_host().unwrap_err().to_string(), reason);
        }
        let team = |text: &'static [u8]| Messages::new(text).team();
        assert_eq!(team(b" 1CW").unwrap().to_string(), "CW");
        for text in [&b"2CW"[..], b"1C\n", b"1C", b""] {
            assert!(team(text).is_err(), "{text:?}");
        }
    }
}
