//! A player at one end of a line.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

use anyhow::{Context, Result, bail};
use cornerwise_gtp::contest::Player;
use cornerwise_gtp::contest::message::{MessageError, Messages};

use super::serial;
use crate::output::Outcome;

pub fn over_tcp(address: &str, player: Player) -> Result<Outcome> {
    let stream =
        TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
    // Moves are short and wanted at once.
    stream.set_nodelay(true).with_context(|| address.to_owned())?;
    let write = stream.try_clone().with_context(|| address.to_owned())?;
    play(player, stream, write)
}

pub fn over_serial(device: &Path, player: Player) -> Result<Outcome> {
    let line = serial::open(device)?;
    let write = line.try_clone().with_context(|| device.display().to_string())?;
    play(player, line, write)
}

/// Answers until the host has no more to say.
fn play(mut player: Player, read: impl Read, mut write: impl Write) -> Result<Outcome> {
    let mut messages = Messages::new(read);
    // Of several bytes in a row that nobody understands, one is enough to complain of.
    let mut complained = false;
    loop {
        let message = match messages.of_host() {
            Ok(Some(message)) => message,
            Ok(None) if player.is_playing() => {
                bail!("the connection ended in the middle of a game")
            }
            Ok(None) => return Ok(Outcome::Success),
            Err(error @ MessageError::Code(_)) => {
                if !complained {
                    eprintln!("{error}; skipped");
                }
                complained = true;
                continue;
            }
            Err(error) => return Err(error).context("from the host"),
        };
        complained = false;
        let reply = player.answer(message).with_context(|| format!("host's message {message}"))?;
        if let Some(notice) = reply.notice {
            eprintln!("{notice}");
        }
        write.write_all(reply.text.as_bytes()).context("cannot answer the host")?;
        write.flush().context("cannot answer the host")?;
    }
}
