//! Commands that are killed or interrupted.

use std::process::{Command, Output, Stdio};
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

/// Starts a command and interrupts it as Ctrl-C does, once it has begun with its work.
#[cfg(unix)]
pub fn interrupt(command: &mut Command, has_begun: impl Fn() -> bool) -> Output {
    signal("INT", command, has_begun)
}

/// Starts a command and sends it a signal, once it has begun with its work.
#[cfg(unix)]
pub fn signal(name: &str, command: &mut Command, has_begun: impl Fn() -> bool) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    while !has_begun() {
        assert!(begin.elapsed() < Duration::from_mins(2), "nothing happens");
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    child.wait_with_output().unwrap()
}
