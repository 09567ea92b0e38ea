//! `cornerwise learn policy-value`

use std::env;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_learn::AdamWSettings;
use cornerwise_learn::network::LossWeights;
use cornerwise_learn::policy_value::{
    NetworkSettings, Progress as Event, Report, Scores, Settings, Training,
};

use crate::input;
use crate::interrupt;
use crate::output::{Outcome, columns};
use crate::progress::Progress;
use crate::shell;

/// More threads than any machine has would only be a slip of the hand.
const MOST_THREADS: usize = 1024;

#[derive(ClapArgs)]
#[command(after_help = "\
Trains a residual network with a policy and a value on games that were searched. Some games are held out by their seeds; \
on their positions, but for those that also occur in training, the network is measured after every epoch, beside the linear model.

The directory has run.toml with everything that decides the result, metrics.jsonl, the last two checkpoints, and after \
every epoch network.safetensors for `mcts:net=FILE`. Ctrl-C ends the run with a checkpoint, and the same command goes on from \
the last one, also after a crash. It learns from as many games as it began with, even if the files have grown. The result is the \
same on any number of threads.

Examples:
  cornerwise learn policy-value duo --data duo.jsonl --out runs/duo-1
  cornerwise learn policy-value duo --data duo-1.jsonl duo-2.parquet --out runs/duo-2 --channels 48 --blocks 6 --threads 2")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// Files of games by `cornerwise learn play`, .jsonl or .parquet
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The directory of the run, which goes on if it is there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// On how many threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// How often every position is learnt from; fractions are possible
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: f64,
    /// How many positions each step is made from
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch)]
    batch: usize,
    /// What all chance depends on, but for the choice of the games held out
    #[arg(long, default_value_t = Settings::default().seed, value_parser = input::seed)]
    seed: u64,
    /// The share of the games that is held out
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().holdout)]
    holdout: f64,
    /// Which games are held out; the same for runs that are to be compared
    #[arg(long, value_name = "SEED", default_value_t = Settings::default().holdout_seed, value_parser = input::seed)]
    holdout_seed: u64,
    /// How many positions wait in memory to be drawn by chance
    #[arg(long, value_name = "N", default_value_t = Settings::default().window)]
    window: usize,
    /// Learn from no mirrored positions
    #[arg(long)]
    no_augment: bool,
    /// The share of the steps, at the end, in which weights and activations are rounded to 8 bits as they are in play
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().quantised)]
    quantised: f64,
    #[command(flatten, next_help_heading = "Network")]
    network: NetworkArgs,
    #[command(flatten, next_help_heading = "Steps")]
    optimizer: OptimizerArgs,
    #[command(flatten, next_help_heading = "Parts of the loss")]
    loss: LossArgs,
}

#[derive(ClapArgs)]
struct NetworkArgs {
    /// Channels of the trunk, a multiple of 16
    #[arg(long, value_name = "N", default_value_t = NetworkSettings::default().channels)]
    channels: usize,
    /// Residual blocks
    #[arg(long, value_name = "N", default_value_t = NetworkSettings::default().blocks)]
    blocks: usize,
    /// Where activations are cut off
    #[arg(long, value_name = "X", default_value_t = NetworkSettings::default().limit)]
    limit: f32,
    /// Replace the linear model instead of correcting it
    #[arg(long)]
    no_linear: bool,
}

#[derive(ClapArgs)]
struct OptimizerArgs {
    /// The highest learning rate; it rises evenly and then falls by half a cosine
    #[arg(long, value_name = "R", default_value_t = AdamWSettings::default().rate)]
    rate: f64,
    /// The rate at the end, as a share of the highest one
    #[arg(long, value_name = "SHARE", default_value_t = AdamWSettings::default().final_rate)]
    final_rate: f64,
    /// The steps in which the rate rises
    #[arg(long, value_name = "STEPS", default_value_t = AdamWSettings::default().warm_up)]
    warm_up: u64,
    /// The decoupled weight decay
    #[arg(long, value_name = "D", default_value_t = AdamWSettings::default().decay)]
    decay: f64,
    /// The greatest norm of a gradient; longer ones are shortened
    #[arg(long, value_name = "NORM", default_value_t = AdamWSettings::default().clip)]
    clip: f64,
    /// The share of the averaged weights that a step leaves; 0 for no average
    #[arg(long, value_name = "SHARE", default_value_t = AdamWSettings::default().average)]
    average: f64,
}

#[derive(ClapArgs)]
struct LossArgs {
    /// What the cross-entropy of the policy counts
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().policy)]
    policy_weight: f32,
    /// What that of a second policy to flattened visits counts
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().soft_policy)]
    soft_policy_weight: f32,
    /// What the outcome counts
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().value)]
    value_weight: f32,
    /// The share of the search's value in the outcome to learn; the rest is the result
    #[arg(long, value_name = "SHARE", default_value_t = LossWeights::default().root_value)]
    root_value: f32,
    /// What the final scores count
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().scores)]
    scores_weight: f32,
    /// What the margin counts
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().margin)]
    margin_weight: f32,
    /// What the owners of the cells count
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().ownership)]
    ownership_weight: f32,
    /// What the reply of the next player counts
    #[arg(long, value_name = "W", default_value_t = LossWeights::default().reply)]
    reply_weight: f32,
}

impl Args {
    fn settings(&self) -> Settings {
        let Args { network, optimizer, loss, .. } = self;
        Settings {
            epochs: self.epochs,
            batch: self.batch,
            holdout: self.holdout,
            holdout_seed: self.holdout_seed,
            seed: self.seed,
            window: self.window,
            augment: !self.no_augment,
            quantised: self.quantised,
            network: NetworkSettings {
                channels: network.channels,
                blocks: network.blocks,
                limit: network.limit,
                linear: !network.no_linear,
            },
            loss: LossWeights {
                policy: loss.policy_weight,
                soft_policy: loss.soft_policy_weight,
                value: loss.value_weight,
                scores: loss.scores_weight,
                margin: loss.margin_weight,
                ownership: loss.ownership_weight,
                reply: loss.reply_weight,
                root_value: loss.root_value,
            },
            optimizer: AdamWSettings {
                rate: optimizer.rate,
                final_rate: optimizer.final_rate,
                warm_up: optimizer.warm_up,
                decay: optimizer.decay,
                clip: optimizer.clip,
                average: optimizer.average,
            },
        }
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let threads = args.threads;
    ensure!(
        (1..=MOST_THREADS).contains(&threads),
        "--threads is {threads}; it can be 1 to {MOST_THREADS}"
    );
    let variant = input::variant(&args.variant)?;
    let mut training = Training::open(&args.out, &variant, &args.data, args.settings(), threads)?;
    interrupt::listen()?;
    let mut progress = None;
    let mut rows: Vec<Vec<String>> = vec![HEAD.map(str::to_owned).to_vec()];
    let end = training.run(&interrupt::stop(), |event| match event {
        Event::Counted { games, positions, steps, done } => {
            eprintln!(
                "{} games to learn from with {} positions, {} held out with {}",
                games[0], positions[0], games[1], positions[1]
            );
            if done > 0 {
                eprintln!("{done} of {steps} steps were made before");
            }
            progress = Some(Progress::new("steps", steps.saturating_sub(done)));
        }
        Event::Step { loss } => {
            if let Some(progress) = &progress {
                progress.note(format!("loss {loss:.3}"));
                progress.advance(1);
            }
        }
        Event::Report(Report::Training { .. }) => {}
        Event::Report(Report::Linear { scores, .. }) => rows.push(row("linear model", &scores)),
        Event::Report(Report::Validation { epoch, scores, .. }) => {
            rows.push(row(&format!("epoch {epoch:.1}"), &scores));
        }
    })?;
    drop(progress);
    if rows.len() > 1 {
        write!(out, "{}", columns(&rows))?;
    }
    if end.step < end.steps {
        writeln!(out, "interrupted after {} of {} steps", end.step, end.steps)?;
        let again = env::args_os().map(|word| word.to_string_lossy().into_owned());
        writeln!(out, "to go on: {}", shell::command(again))?;
    }
    if let Some(network) = end.network {
        writeln!(out, "{}: after {} steps", network.display(), end.step)?;
    }
    Ok(Outcome::Success)
}

const HEAD: [&str; 7] =
    ["held out", "cross-entropy", "least", "first", "first five", "Brier score", "score missed by"];

fn row(name: &str, scores: &Scores) -> Vec<String> {
    vec![
        name.to_owned(),
        format!("{:.3}", scores.policy),
        format!("{:.3}", scores.least),
        format!("{:.1}%", 100.0 * scores.first),
        format!("{:.1}%", 100.0 * scores.first_five),
        format!("{:.4}", scores.brier),
        format!("{:.2}", scores.score_error),
    ]
}
