//! Progress of long work on stderr: a bar on a terminal, a plain line now and then elsewhere.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a plain line is written.
const EVERY: Duration = Duration::from_secs(5);

/// How much of a known amount of work is done. Threads share it.
pub struct Progress {
    unit: &'static str,
    total: u64,
    done: AtomicU64,
    since: Instant,
    /// When the next plain line is due, in milliseconds.
    due: AtomicU64,
    /// What else there is to say.
    note: Mutex<String>,
    /// On a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work of so many units, such as `games`, begins now.
    pub fn new(unit: &'static str, total: u64) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let style = "{wide_bar} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
            let style = ProgressStyle::with_template(style).expect("the template is well formed");
            let bar = ProgressBar::new(total).with_style(style).with_message(unit);
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let due = AtomicU64::new(EVERY.as_millis() as u64);
        let (done, note) = (AtomicU64::new(0), Mutex::new(String::new()));
        Progress { unit, total, done, since: Instant::now(), due, note, bar }
    }

    /// Says more about the state than how much is done, until the next note.
    pub fn note(&self, text: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}, {text}", self.unit));
        }
        *self.note.lock().expect("nobody panics with it") = text;
    }

    /// So many more units are done.
    pub fn advance(&self, units: u64) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            return;
        }
        let elapsed = self.since.elapsed();
        let (now, due) = (elapsed.as_millis() as u64, self.due.load(Ordering::Relaxed));
        let next = now + EVERY.as_millis() as u64;
        // Of several threads that see the line due, one writes it.
        let claim = || self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed);
        if now >= due && (1..self.total).contains(&done) && claim().is_ok() {
            // A closed stderr is no reason to stop the work.
            let note = self.note.lock().expect("nobody panics with it");
            let comma = if note.is_empty() { "" } else { ", " };
            let line = line(self.unit, done, self.total, elapsed);
            let _ = writeln!(io::stderr(), "{line}{comma}{note}");
        }
    }

    /// How long the work has taken.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

/// Removes the bar, however the work ended.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The state of work whose end nobody knows.
pub struct Ticker {
    since: Instant,
    due: Cell<Duration>,
    /// On a terminal.
    spinner: Option<ProgressBar>,
}

impl Ticker {
    /// Work begins now.
    pub fn new() -> Ticker {
        let spinner = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
            let style = style.expect("the template is well formed");
            let spinner = ProgressBar::new_spinner().with_style(style);
            spinner.enable_steady_tick(Duration::from_millis(200));
            spinner
        });
        let due = if spinner.is_some() { Duration::ZERO } else { EVERY };
        Ticker { since: Instant::now(), due: Cell::new(due), spinner }
    }

    /// Shows the state if it is time to.
    pub fn tick(&self, state: impl Fn() -> String) {
        let elapsed = self.since.elapsed();
        if elapsed < self.due.get() {
            return;
        }
        if let Some(spinner) = &self.spinner {
            spinner.set_message(state());
            self.due.set(elapsed + Duration::from_millis(200));
        } else {
            // A closed stderr is no reason to stop the work.
            let _ = writeln!(io::stderr(), "{} s: {}", elapsed.as_secs(), state());
            self.due.set(elapsed + EVERY);
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}

fn line(unit: &str, done: u64, total: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64();
    let left = Duration::from_secs_f64((total - done) as f64 / rate).as_secs();
    // Games of agents take seconds each.
    let decimals = if rate < 10.0 { 2 } else { 0 };
    format!("{done} of {total} {unit}, {rate:.decimals$}/s, {}:{:02} left", left / 60, left % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_rate_and_remaining_time() {
        let line = line("games", 500, 2_000, Duration::from_secs(10));
        assert_eq!(line, "500 of 2000 games, 50/s, 0:30 left");
    }
}
