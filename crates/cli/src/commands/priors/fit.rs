//! `cornerwise priors fit`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_engine::knowledge::Weights;
use cornerwise_learn::priors::{Dataset, Fit, Fitted};

use super::table;
use crate::input;
use crate::output::{Outcome, write_file};
use crate::progress::Progress;
use crate::shell;

/// More threads than any machine has would only be a slip of the hand.
const MOST_THREADS: usize = 1024;

#[derive(ClapArgs)]
#[command(after_help = "\
Softmax regression: the weights with the least cross-entropy between the shares of the visits and the
probabilities of all legal moves, found with Adam on batches of games. Positions with one move teach
nothing. Games of two colours and games of more have weights of their own and cannot be mixed.

The table tells, for the games learnt from and for those held out, the cross-entropy in nats with the
weights at the start and with those that were found, the least that it can be, and how often the most
visited move is the most probable one and among the five most probable ones.

Examples:
  cornerwise priors fit duo.jsonl --out duo.txt
  cornerwise priors fit duo.jsonl more.jsonl --start data/priors/duo.txt --epochs 10 --rate 0.01 --out better.txt")]
pub struct Args {
    /// Files of games by `cornerwise priors play`
    #[arg(value_name = "DATA.jsonl", required = true)]
    data: Vec<PathBuf>,
    /// A file of weights to start with [default: all are 0]
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<PathBuf>,
    /// How often every game is learnt from
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
    /// The share of the games that only tell how good the weights are
    #[arg(long, value_name = "SHARE", default_value_t = Fit::default().holdout)]
    holdout: f64,
    /// Which games are held out, and the order of the others
    #[arg(long, default_value_t = Fit::default().seed)]
    seed: u64,
    /// On how many threads; the weights are the same for any number
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// The file of weights to write
    #[arg(long, value_name = "WEIGHTS.txt")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Args { epochs, rate, decay, batch, holdout, seed, threads, .. } = *args;
    ensure!(
        (1..=MOST_THREADS).contains(&threads),
        "--threads is {threads}; it can be 1 to {MOST_THREADS}"
    );
    let fit = Fit { epochs, rate, decay, batch, holdout, seed, threads }.checked()?;
    let start = match &args.start {
        None => Weights::from_fn(|_| 0.0),
        Some(path) => {
            let weights = input::text_file(path)?.parse();
            weights.with_context(|| path.display().to_string())?
        }
    };
    let data = Dataset::read(&args.data)?;

    let progress = Progress::new("epochs", epochs);
    let fitted = fit.run(data.lessons(), &start, |trained, held_out| {
        progress.note(format!("cross-entropy {trained:.4} in training, {held_out:.4} held out"));
        progress.advance(1);
    })?;
    drop(progress);

    let text = format!("{}{}", comment(args, &data, &fitted), fitted.weights);
    write_file(&args.out, text.as_bytes())?;
    write!(out, "{}", table::table(&fitted))?;
    Ok(Outcome::Success)
}

/// How the weights were made, in lines that a reader of weights skips.
fn comment(args: &Args, data: &Dataset, fitted: &Fitted) -> String {
    let mut lines = vec![
        "Weights of the priors of moves, fitted to the visits of a search.".to_owned(),
        command(args),
    ];
    for source in data.sources() {
        let plan = &source.plan;
        lines.push(format!(
            "{}: {} games of {}, agent {}, seed {}, up to {} random plies",
            name(&source.path),
            source.games,
            plan.variant().map_or_else(|_| String::new(), |variant| variant.name().to_owned()),
            plan.agent,
            plan.seed,
            plan.random_plies,
        ));
    }
    lines.extend(table::sentences(fitted));
    // Whatever is in a name, it does not end the comment.
    let visible = |line: &String| line.replace(char::is_control, "\u{fffd}");
    format!("# {}\n", lines.iter().map(visible).collect::<Vec<_>>().join("\n# "))
}

/// The command with all settings, and files without their directories, which mean nothing elsewhere.
fn command(args: &Args) -> String {
    let mut words = ["cornerwise", "priors", "fit"].map(str::to_owned).to_vec();
    words.extend(args.data.iter().map(|path| name(path)));
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    if let Some(start) = &args.start {
        add("--start", name(start));
    }
    add("--epochs", args.epochs.to_string());
    add("--rate", args.rate.to_string());
    add("--decay", args.decay.to_string());
    add("--batch", args.batch.to_string());
    add("--holdout", args.holdout.to_string());
    add("--seed", args.seed.to_string());
    add("--out", name(&args.out));
    shell::command(words)
}

/// The name of a file.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
