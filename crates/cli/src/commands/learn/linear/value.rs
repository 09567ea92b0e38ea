//! `cornerwise learn linear value`

use std::io::Write;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_learn::linear::value::Fit;

use super::fit_args::FitArgs;
use crate::output::Outcome;
use crate::progress::Ticker;

#[derive(ClapArgs)]
#[command(after_help = "\
Two regressions for each phase of the game, over all positions that were searched. Who wins: the softmax \
of weighted sums with the least cross-entropy to the softmax of the final scores divided by --soft. \
With which score: the weighted sums with the least squared error of what a player still gains. Games of \
two colours, of players with several colours and of more players have weights of their own and cannot \
be mixed.

The table tells, for the games learnt from and for those held out, the Brier score, how often the \
player with the largest share wins, and by how much a player's final score is missed: first for a \
baseline that knows nothing but the seat, then with the weights.

Examples:
  cornerwise learn linear value duo.jsonl
  cornerwise learn linear value duo.jsonl more.jsonl --soft 8 --out value.txt")]
pub struct Args {
    #[command(flatten)]
    common: FitArgs,
    /// The difference of scores that makes a share of the win e times as large
    #[arg(long, value_name = "S", default_value_t = Fit::default().soft)]
    soft: f64,
    /// What half the sum of the squared weights counts beside the loss of a position
    #[arg(long, value_name = "L2", default_value_t = Fit::default().decay)]
    decay: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Args { ref common, soft, decay } = *args;
    let FitArgs { holdout, seed, .. } = *common;
    let fit = Fit { soft, decay, holdout, seed, threads: common.threads()? }.checked()?;
    let data = common.read()?;
    let ticker = Ticker::new();
    let mut passes = 0;
    let result = fit.run(data.samples(), || {
        passes += 1;
        ticker.tick(|| format!("pass {passes} through the games"));
    })?;
    drop(ticker);
    let settings = [("--soft", soft.to_string()), ("--decay", decay.to_string())];
    let title = "Weights of the linear value, fitted to the ends of games.";
    common.write(("value", title), &settings, &data, &result, out)
}
