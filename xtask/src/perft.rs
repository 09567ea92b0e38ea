//! The perft suite, counted by the optimised binary that people use.

use std::fs;

use crate::shell::{self, Failure, cargo};

const SUITE: &str = "data/perft.csv";

/// Compares every row of the suite with what `cornerwise perft` prints.
pub fn check() -> Result<(), Failure> {
    let suite = fs::read_to_string(shell::root().join(SUITE))
        .map_err(|error| Failure::new(format!("cannot read {SUITE}: {error}")))?;
    let mut rows = 0;
    for (number, line) in suite.lines().enumerate().skip(1) {
        let row = format!("{SUITE}, line {}", number + 1);
        let [variant, depth, count] = line.split(',').collect::<Vec<_>>()[..] else {
            return Err(Failure::new(format!("{row}: not three fields")));
        };
        let words = [
            "run",
            "--release",
            "--quiet",
            "--package",
            "cornerwise",
            "--",
            "perft",
            variant,
            depth,
        ];
        let printed = shell::output(&mut cargo(&words))
            .ok_or_else(|| Failure::new(format!("{row}: {} fails", words[6..].join(" "))))?;
        let last = printed.lines().last().unwrap_or_default();
        if last != count {
            return Err(Failure::new(format!("{row}: {count} expected, {last} counted")));
        }
        rows += 1;
    }
    println!("{rows} rows of {SUITE} agree");
    Ok(())
}
