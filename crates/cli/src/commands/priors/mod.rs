//! `cornerwise priors`

mod fit;
mod play;
mod table;

use std::io::Write;

use anyhow::Result;
use clap::{Args as ClapArgs, Subcommand};

use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
The priors of moves, how probable each is before anything is searched, guide the agent mcts. They are
learnt in two steps: an agent plays against itself, and keeps how often it tried each move; then
weights are fitted whose probabilities are nearest to these visits.

Examples:
  cornerwise priors play duo --agent mcts:sims=2000 --games 2000 --out duo.jsonl
  cornerwise priors fit duo.jsonl --out duo.txt
  cornerwise match mcts:sims=1000,weights=duo.txt mcts:sims=1000")]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Let an agent play against itself, and keep how often it tried each move
    Play(play::Args),
    /// Fit weights to the visits in files of such games
    Fit(fit::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match &args.step {
        Step::Play(args) => play::run(args, out),
        Step::Fit(args) => fit::run(args, out),
    }
}
