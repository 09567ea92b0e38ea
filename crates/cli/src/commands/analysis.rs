//! `cornerwise analysis`

use std::io::{self, Write};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_gtp::analysis::{Complaint, Service, Settings};
use cornerwise_gtp::lines::Lines;

use crate::input;
use crate::json_line::json;
use crate::output::Outcome;
use crate::registry::registry;

/// Every thread has agents of its own, and these may have large tables.
const MOST_THREADS: usize = 256;

#[derive(ClapArgs)]
#[command(after_help = "\
Requests are JSON objects, one a line on stdin; answers are lines on stdout, as they are ready. At the end \
of the input the engine answers what is asked and ends. The page docs/9-analysis.md tells all fields.

Example:
  echo '{\"id\":\"a\",\"variant\":\"duo\",\"maxVisits\":500}' | cornerwise analysis")]
pub struct Args {
    /// Who analyses, unless a request names another agent (`cornerwise agents` lists them)
    #[arg(long, value_name = "SPEC", default_value = "uct-enhanced")]
    agent: String,
    /// How many positions to analyse at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Which random choices
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    ensure!(
        (1..=MOST_THREADS).contains(&args.threads),
        "--threads is {}; it can be 1 to {MOST_THREADS}",
        args.threads
    );
    let (service, answers) = Service::start(Settings {
        registry: registry().clone(),
        agent: args.agent.clone(),
        threads: args.threads,
        seed: args.seed,
    })?;
    let reader = thread::spawn(move || read(service));
    for answer in answers {
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    reader.join().expect("reading does not panic")?;
    Ok(Outcome::Success)
}

/// Hands on what is asked until the input ends.
fn read(mut service: Service) -> Result<()> {
    let mut lines = Lines::new(io::stdin().lock());
    while let Some(line) = lines.next().context("cannot read stdin")? {
        if line.text.trim().is_empty() {
            continue;
        }
        match json(&line) {
            Ok(request) => service.request(request),
            Err(error) => {
                service.refuse(Complaint::new(format!("line {}, {error}", line.number)));
            }
        }
    }
    Ok(())
}
