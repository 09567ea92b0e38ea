//! `cornerwise learn`

mod course;
mod play;
mod priors;
mod prospects;
mod table;

use std::io::Write;

use anyhow::Result;
use clap::{Args as ClapArgs, Subcommand};

use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
What the agent mcts knows is learnt from games. An agent plays against itself, and keeps how often it \
tried each move; then two models are fitted to the same files: the priors, how probable each move is \
before anything is searched, and the prospects, who wins and with which score.

Examples:
  cornerwise learn play duo --agent mcts:sims=2000 --games 2000 --out duo.jsonl
  cornerwise learn priors duo.jsonl --out priors.txt
  cornerwise learn prospects duo.jsonl --out prospects.txt
  cornerwise match mcts:sims=1000,weights=priors.txt,prospects=prospects.txt mcts:sims=1000")]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Let an agent play against itself, and keep what it searched
    Play(play::Args),
    /// Fit the priors of moves to the visits in files of such games
    Priors(priors::Args),
    /// Fit the prospects of players to the ends of such games
    Prospects(prospects::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match &args.step {
        Step::Play(args) => play::run(args, out),
        Step::Priors(args) => priors::run(args, out),
        Step::Prospects(args) => prospects::run(args, out),
    }
}
