//! `cornerwise bench`

mod agents;
mod figures;
mod networks;
mod signature;
mod speed;

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;

use crate::output::Outcome;
use figures::Figures;

#[derive(ClapArgs)]
#[command(after_help = "\
Speeds are the median of short windows of processor time on one thread; they depend on the machine. The last line is a signature that does not: it changes only when the rules, the \
random games or the searches change.")]
pub struct Args {
    /// How long to measure each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5)]
    seconds: f64,
    /// Play all 100,000 steps of the step table, however long the slow generators take
    #[arg(long)]
    full: bool,
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let sensible = (0.01..=3600.0).contains(&args.seconds);
    ensure!(sensible, "--seconds {} is not between 0.01 and 3600", args.seconds);
    let figures = Figures::measure(Duration::from_secs_f64(args.seconds), args.full);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&figures)?)?;
    } else {
        figures.print(out)?;
    }
    Ok(Outcome::Success)
}
