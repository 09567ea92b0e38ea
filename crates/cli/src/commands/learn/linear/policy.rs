//! `cornerwise learn linear policy`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use cornerwise_engine::evaluator::linear::PolicyWeights;
use cornerwise_learn::linear::policy::{Fit, Stage};

use super::fit_args::{FitArgs, file_name};
use crate::input;
use crate::output::Outcome;
use crate::progress::Progress;

#[derive(ClapArgs)]
#[command(after_help = "\
Softmax regression: the weights with the least cross-entropy between the shares of the visits and the \
probabilities of all legal moves, found with Adam on batches of games; then those of the second look, \
at what moves lead to, by Newton's method. Positions with one move teach nothing. Games of two colours, \
of players with several colours and of more players have weights of their own and cannot be mixed.

The table tells, for the games learnt from and for those held out, the cross-entropy in nats with the \
weights at the start and with those that were found, the entropy of the visits, which is the least that \
it can be, and how often the most visited move is the most probable one and among the first five.

Examples:
  cornerwise learn linear policy duo.jsonl --out duo.txt
  cornerwise learn linear policy duo.jsonl more.jsonl --start data/linear/policy/duo.txt --epochs 10 --rate 0.01 --out better.txt
  cornerwise learn linear policy new.jsonl --start data/linear/policy/duo.txt --epochs 0 --out looked-again.txt")]
pub struct Args {
    #[command(flatten)]
    common: FitArgs,
    /// A file of weights to start with [default: all are 0]
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<PathBuf>,
    /// How often every game is learnt from by the first look; 0 for the second look alone
    #[arg(long, value_name = "N", default_value_t = Fit::default().epochs)]
    epochs: u64,
    /// The length of the first steps; it falls to 0 evenly
    #[arg(long, value_name = "R", default_value_t = Fit::default().rate)]
    rate: f64,
    /// What half the sum of the squared weights counts beside the cross-entropy
    #[arg(long, value_name = "L2", default_value_t = Fit::default().decay)]
    decay: f64,
    /// How many games each step is made from
    #[arg(long, value_name = "N", default_value_t = Fit::default().batch)]
    batch: usize,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Args { ref common, epochs, rate, decay, batch, .. } = *args;
    let FitArgs { holdout, seed, .. } = *common;
    let threads = common.threads()?;
    let fit = Fit { epochs, rate, decay, batch, holdout, seed, threads }.checked()?;
    let start = match &args.start {
        None => PolicyWeights::from_fn(|_| 0.0),
        Some(path) => {
            let weights = input::text_file(path)?.parse();
            weights.with_context(|| path.display().to_string())?
        }
    };
    let data = common.read()?;

    let progress = Progress::new("epochs", epochs);
    let mut passes = 0;
    let result = fit.run(data.samples(), &start, |stage| match stage {
        Stage::Epoch { trained, held_out } => {
            progress
                .note(format!("cross-entropy {trained:.4} in training, {held_out:.4} held out"));
            progress.advance(1);
        }
        Stage::Afterstate => {
            passes += 1;
            progress.note(format!("second look, pass {passes}"));
        }
    })?;
    drop(progress);

    let mut settings = Vec::new();
    if let Some(start) = &args.start {
        settings.push(("--start", file_name(start)));
    }
    settings.extend([
        ("--epochs", epochs.to_string()),
        ("--rate", rate.to_string()),
        ("--decay", decay.to_string()),
        ("--batch", batch.to_string()),
    ]);
    let title = "Weights of the linear policy, fitted to the visits of a search.";
    common.write(("policy", title), &settings, &data, &result, out)
}
