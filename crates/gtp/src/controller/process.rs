//! A program with pipes to it, which is ended for sure.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::one_line;

/// No response of an engine has longer lines.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that are read before somebody wants them. With the longest line this bounds the memory; a program that
/// writes more has to wait.
const LINES_AHEAD: usize = 64;
/// How many lines of stderr tell why a program died.
const LAST_WORDS: usize = 3;
/// How long the end of a program may lag behind the end of its output.
const LAG: Duration = Duration::from_millis(500);

/// A line that a program wrote.
pub enum Heard {
    /// The line without its end.
    Line(String),
    /// A line that is too long to be read; nothing is read after it.
    TooLong,
}

/// A running program. It is killed when this is dropped, with all programs that it started where the system knows
/// which they are, and leaves no zombie.
pub struct Process {
    child: Child,
    /// Closed when the program is asked to leave.
    input: Option<ChildStdin>,
    output: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own can be killed as a whole, and does not get the Ctrl-C that is meant for us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, output) = sync_channel(LINES_AHEAD);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let process = Process {
            child,
            input: pipes.0,
            output,
            last_words: Arc::clone(&last_words),
            status: None,
        };
        // The threads end with the pipes. From here on an error drops the process, which kills the program.
        if let (Some(stdout), Some(stderr)) = (pipes.1, pipes.2) {
            thread::Builder::new().spawn(move || listen(BufReader::new(stdout), &sender))?;
            thread::Builder::new().spawn(move || drain(BufReader::new(stderr), &last_words))?;
        }
        Ok(process)
    }

    /// Writes a line. Only one command is ever unanswered, so that the pipe has room and this does not wait.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// The next line that it wrote, waiting no longer than this.
    pub fn hear(&self, wait: Duration) -> Result<Heard, RecvTimeoutError> {
        self.output.recv_timeout(wait)
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Waits for its end, for a limited time.
    fn wait_for_end(&mut self, limit: Duration) -> bool {
        let begin = Instant::now();
        while !self.has_ended() {
            if begin.elapsed() >= limit {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// How it ended, and the end of what it wrote to stderr after a colon; for a program whose output has ended.
    pub fn obituary(&mut self) -> (String, String) {
        self.wait_for_end(LAG);
        let how = match self.status {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        // What it wrote last may still be on its way through the thread that reads it.
        let begin = Instant::now();
        while Arc::strong_count(&self.last_words) > 1 && begin.elapsed() < LAG {
            thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said =
            if words.is_empty() { String::new() } else { format!(": {}", words.join(" | ")) };
        (how, said)
    }

    /// Closes its input and gives it time to leave.
    pub fn dismiss(&mut self, limit: Duration) {
        self.input = None;
        self.wait_for_end(limit);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let ended = self.has_ended();
        // The group may outlive its leader. Its number is not given to anybody else in the moment between.
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;
            let group = Pid::from_raw(self.child.id() as i32);
            let _nobody_left = killpg(group, Signal::SIGKILL);
        }
        if !ended {
            let _already_dead = self.child.kill();
            let _reaped = self.child.wait();
        }
    }
}

/// Hands over the lines of stdout until the pipe is closed or nobody listens any more.
fn listen(mut stdout: impl BufRead, to: &SyncSender<Heard>) {
    let mut bytes = Vec::new();
    while let Ok(1..) = line(&mut stdout, &mut bytes) {
        let cut = bytes.len() == LONGEST_LINE && bytes.last() != Some(&b'\n');
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        let heard = if cut { Heard::TooLong } else { Heard::Line(text) };
        if to.send(heard).is_err() || cut {
            return;
        }
    }
}

/// Reads stderr, so that the program never waits to be heard, and keeps its last lines.
fn drain(mut stderr: impl BufRead, last_words: &Mutex<VecDeque<String>>) {
    let mut bytes = Vec::new();
    while let Ok(1..) = line(&mut stderr, &mut bytes) {
        let text = one_line(&String::from_utf8_lossy(&bytes));
        if text.is_empty() {
            continue;
        }
        let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.len() == LAST_WORDS {
            words.pop_front();
        }
        words.push_back(text);
    }
}

/// Reads a line, or as much of it as is allowed.
fn line(from: &mut impl BufRead, into: &mut Vec<u8>) -> io::Result<usize> {
    into.clear();
    from.take(LONGEST_LINE as u64).read_until(b'\n', into)
}
