//! Ctrl-C as a wish to stop, for commands that have something to say about what is done so far.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

static ASKED: AtomicBool = AtomicBool::new(false);

/// What a shell expects of a process that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// From now on the first Ctrl-C only sets [`asked`]; a second one ends the process.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(ENDED_BY_INTERRUPT);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the user wants the command to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
