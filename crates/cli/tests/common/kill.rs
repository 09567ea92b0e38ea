//! Commands that are killed.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Kills a command with SIGKILL and starts it again, each time a little later, until it comes to its end.
pub fn kill_until_it_ends(mut command: impl FnMut() -> Command) {
    let mut kills = 0;
    loop {
        let mut child = command().spawn().unwrap();
        let begin = Instant::now();
        let patience = Duration::from_millis(20 + 30 * kills);
        while begin.elapsed() < patience && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            break;
        }
        kills += 1;
        assert!(kills < 500, "it never ends");
    }
    assert!(kills > 0, "it ended before it could be killed");
}
