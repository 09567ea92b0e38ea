//! Signals as a wish to stop, for commands that have something to say about what is done so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result};
use cornerwise_engine::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What a shell adds to a signal's number in the exit code of the process that it ended.
const ENDED_BY: i32 = 128;

/// From now on the first Ctrl-C or signal to terminate only raises [`stop`]; a second one ends the process.
pub fn listen() -> Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first one looks at the flag that the second one sets.
        flag::register_conditional_shutdown(signal, ENDED_BY + signal, Arc::clone(&ASKED))
            .and_then(|_| flag::register(signal, Arc::clone(&ASKED)))
            .context("cannot listen for Ctrl-C")?;
    }
    Ok(())
}

/// Whether the user wants the command to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The switch that the signals raise, to end searches with.
pub fn stop() -> Stop {
    Arc::clone(&ASKED).into()
}
