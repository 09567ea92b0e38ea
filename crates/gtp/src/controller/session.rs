//! Commands to a program and its responses, each within a limit.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use cornerwise_engine::Stop;

use super::failure::{Failure, one_line};
use super::process::{Heard, Process};
use crate::protocol::Response;

/// No response is longer, all its lines together.
const LONGEST_RESPONSE: usize = 1 << 20;
/// How often a wait looks whether the program still lives and somebody wants to stop.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_secs(1);

/// A conversation with a program.
pub struct Session {
    process: Process,
    id: u64,
}

impl Session {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String]) -> Result<Session, Failure> {
        let process = Process::start(program, arguments).map_err(Failure::Start)?;
        Ok(Session { process, id: 0 })
    }

    /// Whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.process.has_ended()
    }

    /// Asks; the answer is the program's text, or its refusal.
    ///
    /// After a failure the next line may belong to anything, and the session is of no use any more.
    pub fn ask(
        &mut self,
        command: &str,
        limit: Duration,
        stop: &Stop,
    ) -> Result<Result<String, String>, Failure> {
        let question = Question { command, limit, stop, deadline: Instant::now() + limit };
        self.id += 1;
        if self.process.write(&format!("{} {command}", self.id)).is_err() {
            return Err(self.died());
        }
        let mut first = self.hear(&question)?;
        while first.trim().is_empty() {
            first = self.hear(&question)?;
        }
        let Response { id, mut result } = Response::read_first(&first).ok_or_else(|| {
            Failure::Garbage { command: one_line(command), line: one_line(&first) }
        })?;
        // An engine that leaves the number out can still be understood; one that answers something else cannot.
        if let Some(answered) = id.filter(|&answered| answered != self.id) {
            let command = one_line(command);
            return Err(Failure::WrongId { command, id: self.id, answered });
        }
        let text = match &mut result {
            Ok(text) | Err(text) => text,
        };
        loop {
            let line = self.hear(&question)?;
            if line.trim().is_empty() {
                return Ok(result);
            }
            if text.len() + line.len() > LONGEST_RESPONSE {
                return Err(Failure::Flood(one_line(command)));
            }
            text.push('\n');
            text.push_str(&line);
        }
    }

    /// The next line of the answer to a question.
    fn hear(&mut self, question: &Question<'_>) -> Result<String, Failure> {
        loop {
            if question.stop.is_raised() {
                return Err(Failure::Interrupted);
            }
            let command = || one_line(question.command);
            let left = question.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Silent { command: command(), limit: question.limit });
            }
            match self.process.hear(left.min(LOOK)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::TooLong) => return Err(Failure::Flood(command())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                // A program may leave others behind that keep its output open. What it said last is read first.
                Err(RecvTimeoutError::Timeout) if self.process.has_ended() => {
                    match self.process.hear(LOOK) {
                        Ok(Heard::Line(line)) => return Ok(line),
                        _ => return Err(self.died()),
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn died(&mut self) -> Failure {
        let (how, said) = self.process.obituary();
        Failure::Died { how, said }
    }

    /// Ends the conversation as the protocol has it. Whoever does not leave is killed.
    pub fn quit(mut self) {
        if self.process.write("quit").is_ok() {
            self.process.dismiss(FAREWELL);
        }
    }
}

/// What is asked, and until when.
struct Question<'a> {
    command: &'a str,
    limit: Duration,
    stop: &'a Stop,
    deadline: Instant,
}
