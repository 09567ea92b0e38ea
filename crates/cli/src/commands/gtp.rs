//! `cornerwise gtp`

use std::io::{self, BufReader, Write};

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use cornerwise_gtp::engine::{Engine, Options, session};

use crate::input;
use crate::opponent::Opponent;
use crate::output::Outcome;
use crate::registry::registry;

#[derive(ClapArgs)]
#[command(after_help = "\
Commands are lines of the input, responses end with an empty line. `list_commands` lists them, and \
docs/7-gtp.md explains them.

Examples:
  cornerwise gtp
  cornerwise gtp --variant classic --agent uct-enhanced --time 2s --threads 2
  printf 'genmove b\\nshowboard\\n' | cornerwise gtp --seed 1")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    #[arg(long, default_value = "duo")]
    variant: String,
    /// Who plays (`cornerwise agents` lists them)
    #[arg(long, value_name = "SPEC", default_value = Opponent::DEFAULT)]
    agent: String,
    /// A strength instead, novice or 1 to 9: short for --agent level:N
    #[arg(long, value_name = "N", conflicts_with = "agent")]
    level: Option<String>,
    /// How many threads the agent searches with, if it can use several
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Makes it play the same games again [default: others each time]
    #[arg(long, value_parser = input::seed)]
    seed: Option<u64>,
    /// The longest time for a move, such as 500ms, 1.5s or 2m
    #[arg(long)]
    time: Option<String>,
    /// Think on after a move until the next command, if the agent can use it
    #[arg(long)]
    ponder: bool,
}

pub fn run(args: Args, out: &mut impl Write) -> Result<Outcome> {
    let spec = args.level.map_or(args.agent, |level| format!("level:{level}"));
    let agent = match args.threads {
        None => spec,
        Some(threads) => with_threads(spec, threads)?,
    };
    let options = Options {
        variant: input::variant(&args.variant)?,
        agent,
        seed: args.seed,
        time: args.time.as_deref().map(|word| input::time("--time", word)).transpose()?,
        ponder: args.ponder,
    };
    let mut engine = Engine::new(registry().clone(), options)?;
    session(&mut engine, BufReader::new(io::stdin()), out)?;
    Ok(Outcome::Success)
}

/// The spec with so many threads; one thread is what every agent has.
fn with_threads(spec: String, threads: u16) -> Result<String> {
    match registry().set(&spec, "threads", &threads.to_string()) {
        Err(_) if threads == 1 => Ok(spec),
        set => set.with_context(|| format!("--threads {threads}")),
    }
}
