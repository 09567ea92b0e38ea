//! A dialogue: lines in, responses out.

use std::io::{self, BufRead, Write};
use std::thread;

use super::inbox::inbox;
use super::{Engine, Reply};
use crate::protocol::{Command, Response};

/// Executes the commands of an input until `quit` or its end.
///
/// The input is read on another thread, which outlives the session while it waits for a line: a command that
/// arrives ends an analysis or what the engine ponders, but waits for any other command.
///
/// # Errors
/// When the input cannot be read or the output not be written.
pub fn session(
    engine: &mut Engine,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let (mut inbox, reader) = inbox();
    thread::spawn(move || reader.run(input));
    while let Some(line) = inbox.next()? {
        let Some(command) = Command::read(&line.text) else { continue };
        if line.cut {
            let result = Err("the line is too long".to_owned());
            write!(out, "{}", Response { id: command.id, result })?;
            out.flush()?;
            continue;
        }
        match engine.execute(&command) {
            Reply::Response(response) => write!(out, "{response}")?,
            Reply::Move(response) => {
                write!(out, "{response}")?;
                out.flush()?;
                if response.result.is_ok() {
                    engine.ponder(&inbox.stop_at_next());
                }
            }
            Reply::Last(response) => {
                write!(out, "{response}")?;
                return out.flush();
            }
            Reply::Analysis { id, analysis } => {
                writeln!(out, "{}", Response::begin(id))?;
                out.flush()?;
                let stop = inbox.stop_at_next();
                let mut written = Ok(());
                let mut tell = |line: &str| {
                    if written.is_ok() {
                        written = writeln!(out, "{line}").and_then(|()| out.flush());
                    }
                    if written.is_err() {
                        stop.raise();
                    }
                };
                if let Err(forfeit) = engine.analyse(&analysis, &stop, &mut tell) {
                    eprintln!("the agent failed: {forfeit}");
                }
                written?;
                inbox.wait();
                writeln!(out)?;
            }
        }
        out.flush()?;
    }
    Ok(())
}
