//! Who plays before a referee.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use cornerwise_core::Ply;

use super::message::{HostMessage, MessageError, Messages, Team};
use super::notation::NotationError;
use super::player::Player;

/// Somebody with a connection to the referee.
pub trait Contestant {
    /// Says something that wants a move or pass as the answer, as it lies on the contest's board.
    ///
    /// # Errors
    /// When there is no answer in time, or none that is a move.
    fn ask(&mut self, message: HostMessage, limit: Duration) -> Result<Ply, Fault>;

    /// Says something that wants no answer.
    ///
    /// # Errors
    /// When the connection is broken.
    fn tell(&mut self, message: HostMessage) -> Result<(), Fault>;
}

/// Why a contestant has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The time is up.
    #[error("there is no answer within {} s", .0.as_secs_f64())]
    Late(Duration),
    /// The connection is closed or broken.
    #[error("the connection is lost: {0}")]
    Gone(String),
    /// The answer is no move.
    #[error(transparent)]
    Garbage(#[from] NotationError),
    /// A player of ours fails.
    #[error("{0}")]
    Failed(String),
}

impl Fault {
    /// Whether it makes no sense to go on with another game: what comes next might be the answer to
    /// an earlier question.
    pub fn is_final(&self) -> bool {
        !matches!(self, Fault::Failed(_))
    }
}

/// A player at the other end of a socket.
pub struct Remote {
    messages: Messages<Timed>,
}

impl Remote {
    /// Asks whoever has connected for the team.
    ///
    /// # Errors
    /// When there is no proper answer in time.
    pub fn greet(stream: TcpStream, limit: Duration) -> Result<(Remote, Team), Fault> {
        let gone = |error: io::Error| Fault::Gone(error.to_string());
        // Messages are short and wanted at once.
        stream.set_nodelay(true).map_err(gone)?;
        stream.set_write_timeout(Some(limit)).map_err(gone)?;
        let timed = Timed { stream, deadline: Instant::now() };
        let mut remote = Remote { messages: Messages::new(timed) };
        remote.tell(HostMessage::Hello)?;
        remote.messages.get_mut().deadline = Instant::now() + limit;
        let team = remote.messages.team().map_err(|error| fault(error, limit))?;
        Ok((remote, team))
    }
}

impl Contestant for Remote {
    fn ask(&mut self, message: HostMessage, limit: Duration) -> Result<Ply, Fault> {
        self.tell(message)?;
        self.messages.get_mut().deadline = Instant::now() + limit;
        self.messages.answer().map_err(|error| fault(error, limit))
    }

    fn tell(&mut self, message: HostMessage) -> Result<(), Fault> {
        let stream = &mut self.messages.get_mut().stream;
        let written = stream.write_all(message.to_string().as_bytes());
        written.map_err(|error| Fault::Gone(error.to_string()))
    }
}

fn fault(error: MessageError, limit: Duration) -> Fault {
    match error {
        MessageError::Line(error)
            if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
        {
            Fault::Late(limit)
        }
        MessageError::Move(error) => Fault::Garbage(error),
        other => Fault::Gone(other.to_string()),
    }
}

/// A socket that is read until a deadline, however slowly the bytes come.
struct Timed {
    stream: TcpStream,
    deadline: Instant,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// A player of ours in this process.
pub struct LocalContestant(pub Player);

impl Contestant for LocalContestant {
    fn ask(&mut self, message: HostMessage, limit: Duration) -> Result<Ply, Fault> {
        let begin = Instant::now();
        let reply = self.0.answer(message).map_err(|error| Fault::Failed(error.to_string()))?;
        if begin.elapsed() > limit {
            return Err(Fault::Late(limit));
        }
        Ok(Messages::new(reply.text.as_bytes()).answer().expect("a player writes moves"))
    }

    fn tell(&mut self, message: HostMessage) -> Result<(), Fault> {
        self.0.answer(message).map_err(|error| Fault::Failed(error.to_string()))?;
        Ok(())
    }
}
