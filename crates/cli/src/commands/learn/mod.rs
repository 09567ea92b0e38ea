//! `cornerwise learn`

mod linear;
mod play;
mod policy_value;

use std::io::Write;

use anyhow::Result;
use clap::{Args as ClapArgs, Subcommand};

use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
What the agent mcts knows is learnt from games. An agent plays against itself, and keeps how often it \
tried each move; then the linear model is fitted to the same files: its policy, how probable each move \
is before anything is searched, and its value, who wins and with which score.

Examples:
  cornerwise learn play duo --agent mcts:sims=2000 --games 2000 --out duo.jsonl
  cornerwise learn linear policy duo.jsonl --out policy.txt
  cornerwise learn linear value duo.jsonl --out value.txt
  cornerwise match mcts:sims=1000,policy-weights=policy.txt,value-weights=value.txt mcts:sims=1000")]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Let an agent play against itself, and keep what it searched
    Play(play::Args),
    /// Train a network with a policy and a value on such games
    PolicyValue(policy_value::Args),
    /// Fit the linear model to such games
    Linear(linear::Args),
    /// The old name of `linear policy`
    #[command(hide = true)]
    Priors(linear::policy::Args),
    /// The old name of `linear value`
    #[command(hide = true)]
    Prospects(linear::value::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match &args.step {
        Step::Play(args) => play::run(args, out),
        Step::PolicyValue(args) => policy_value::run(args, out),
        Step::Linear(args) => linear::run(args, out),
        Step::Priors(args) => linear::policy::run(args, out),
        Step::Prospects(args) => linear::value::run(args, out),
    }
}
