//! Ctrl-C as a wish to stop, for commands that have something to say about what is done so far.

use std::process;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use cornerwise_engine::Stop;

static ASKED: LazyLock<Stop> = LazyLock::new(Stop::default);

/// What a shell expects of a process that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// From now on the first Ctrl-C only raises [`stop`]; a second one ends the process.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if asked() {
            process::exit(ENDED_BY_INTERRUPT);
        }
        ASKED.raise();
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the user wants the command to stop.
pub fn asked() -> bool {
    ASKED.is_raised()
}

/// The switch that Ctrl-C raises, to end searches with.
pub fn stop() -> Stop {
    ASKED.clone()
}
