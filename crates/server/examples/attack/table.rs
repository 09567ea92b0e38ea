//! What was seen, in a table.

use std::time::Duration;

/// Something that was measured.
pub struct Figure {
    what: String,
    seen: String,
    /// What it must be, if anything.
    bound: String,
    /// Whether it is.
    pub holds: bool,
}

impl Figure {
    /// A time with a limit.
    pub fn time(what: impl Into<String>, seen: Duration, most: Duration) -> Figure {
        let bound = format!("< {}", text(most));
        Figure { what: what.into(), seen: text(seen), bound, holds: seen < most }
    }

    /// A number that must be within bounds.
    pub fn count(
        what: impl Into<String>,
        seen: usize,
        bounds: std::ops::RangeInclusive<usize>,
    ) -> Figure {
        let bound = match (*bounds.start(), *bounds.end()) {
            (least, most) if least == most => least.to_string(),
            (least, usize::MAX) => format!("at least {least}"),
            (0, most) => format!("at most {most}"),
            (least, most) => format!("{least} to {most}"),
        };
        Figure { what: what.into(), seen: seen.to_string(), bound, holds: bounds.contains(&seen) }
    }

    /// Something that is or is not so.
    pub fn fact(what: impl Into<String>, is_so: bool) -> Figure {
        let seen = if is_so { "yes" } else { "no" };
        Figure { what: what.into(), seen: seen.to_owned(), bound: "yes".to_owned(), holds: is_so }
    }

    /// Something that is told and not judged.
    pub fn told(what: impl Into<String>, seen: impl std::fmt::Display) -> Figure {
        Figure { what: what.into(), seen: format!("{seen}"), bound: String::new(), holds: true }
    }

    /// A case without figures.
    pub fn failure(what: &str) -> Figure {
        Figure { what: what.to_owned(), seen: String::new(), bound: String::new(), holds: false }
    }
}

/// A time as it is read.
pub fn text(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.0} ms", seconds * 1000.0),
        seconds => format!("{seconds:.1} s"),
    }
}

/// Prints the names of the columns.
pub fn print_head() {
    println!("| {:<10} | {:<66} | {:>10} | {:>13} | ok  |", "case", "what", "seen", "must be");
    println!("|{}|{}|{:->11}:|{:->14}:|-----|", "-".repeat(12), "-".repeat(68), "", "");
}

/// Prints what a case has seen.
pub fn print_case(name: &str, figures: &[Figure]) {
    for Figure { what, seen, bound, holds } in figures {
        let holds = if *holds { "yes" } else { "NO" };
        println!("| {name:<10} | {what:<66} | {seen:>10} | {bound:>13} | {holds:<3} |");
    }
}
