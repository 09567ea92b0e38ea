//! Opening the user's browser.

use std::process::{Command, Stdio};
use std::thread;

/// The program that opens addresses, as each system has one.
#[cfg(target_os = "macos")]
const OPENER: &[&str] = &["open"];
#[cfg(target_os = "windows")]
const OPENER: &[&str] = &["rundll32", "url.dll,FileProtocolHandler"];
#[cfg(not(any(target_os = "macos", target_os = "windows")))]
const OPENER: &[&str] = &["xdg-open"];

/// Opens an address in the browser. Where there is none, the address was printed.
pub fn open(address: &str) {
    let mut command = Command::new(OPENER[0]);
    command.args(&OPENER[1..]).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Whoever has started a process must wait for its end.
        thread::spawn(move || child.wait());
    }
}
