//! `cornerwise learn prospects`

use std::io::Write;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_learn::prospects::Fit;

use super::course::Course;
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
player with the largest share wins, and by how much a player's final score is missed: first for a guess \
by the seat alone, then with the weights.

Examples:
  cornerwise learn prospects duo.jsonl
  cornerwise learn prospects duo.jsonl more.jsonl --soft 8 --out prospects.txt")]
pub struct Args {
    #[command(flatten)]
    course: Course,
    /// The difference of scores that makes a share of the win e times as large
    #[arg(long, value_name = "S", default_value_t = Fit::default().soft)]
    soft: f64,
    /// What half the sum of the squared weights counts beside what a position is missed by
    #[arg(long, value_name = "L2", default_value_t = Fit::default().decay)]
    decay: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Args { ref course, soft, decay } = *args;
    let Course { holdout, seed, .. } = *course;
    let fit = Fit { soft, decay, holdout, seed, threads: course.threads()? }.checked()?;
    let data = course.read()?;
    let ticker = Ticker::new();
    let mut passes = 0;
    let fitted = fit.run(data.lessons(), || {
        passes += 1;
        ticker.tick(|| format!("pass {passes} through the games"));
    })?;
    drop(ticker);
    let settings = [("--soft", soft.to_string()), ("--decay", decay.to_string())];
    let title = "PolicyWeights of the prospects of players, fitted to the ends of games.";
    course.tell(("prospects", title), &settings, &data, &fitted, out)
}
