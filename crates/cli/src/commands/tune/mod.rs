//! `cornerwise tune`

mod report;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::tuning::{Gains, Tuner, TuningPlan};

use crate::interrupt;
use crate::matches::Conditions;
use crate::output::Outcome;
use crate::progress::Progress;
use crate::registry::registry;
use report::Report;

/// As long as nobody can wait for.
const MOST_ITERATIONS: u64 = 1_000_000_000;

#[derive(ClapArgs)]
#[command(after_help = "\
SPSA: every iteration moves all parameters at once, each up or down by chance, and lets the agent \
so changed play against the one that is changed the other way: a pair of games from one opening \
with swapped colours, or with more players a round in which everybody takes every seat. Then all \
parameters go a bit towards the winner. With --against both play the same games against that \
opponent instead, as one against opponents in all other seats.

Iteration k, from 0, tries values at c/(k+1)^0.101 of the range to both sides, and goes by \
a/(A+k+1)^0.602 times the gradient, the difference of the scores by the distance of the sides. c \
(--distance) must be far enough for games to tell the sides apart; a (--step) is the length of the \
steps; A (--stability) keeps the first ones from being much longer than the others. When values \
run to the ends of their ranges at once, steps are too long; when they hardly move, too short.

The declared range of a parameter is often far wider than what makes sense; give one of your own. \
Whole numbers, and numbers with a step, are tried in these steps, at least one to each side.

Ctrl-C ends the run and tells what was found so far. With --out nothing is lost: DIR/tune.jsonl \
has a line for each iteration, DIR/tune.svg is the plot, and the same command goes on, also with \
more --iterations.

Examples:
  cornerwise tune uct:sims=300 --over c=0.2..2 --iterations 500 --out tuned-c
  cornerwise tune uct:sims=300,result=bonus --over c=0.2..2,bonus --concurrency 2 --out tuned
  cornerwise tune uct --over expand=1..50 --sims 200 --against alphabeta:depth=2 --pairs 4 --plot expand.svg")]
pub struct Args {
    /// The agent, with the values to start from (`cornerwise agents NAME` lists its parameters)
    #[arg(value_name = "SPEC")]
    spec: String,
    /// What is tuned: numbers among the agent's parameters, each with a range if you like, such as
    /// c=0.2..2,bonus,expand=2..20:2 (from 2 to 20 in steps of 2) [default range: the declared one]
    #[arg(long, value_name = "KEYS")]
    over: String,
    /// Play against this agent instead of each other
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// How many iterations, with those of earlier runs
    #[arg(long, value_name = "N", default_value_t = 200)]
    iterations: u64,
    /// How many pairs of games, or rounds, each iteration plays
    #[arg(long, value_name = "K", default_value_t = 1)]
    pairs: u64,
    /// The gain a, the length of steps
    #[arg(long, value_name = "a", default_value_t = Gains::default().a)]
    step: f64,
    /// The gain c, how far from the current values the sides are at first, as a share of the range
    #[arg(long, value_name = "c", default_value_t = Gains::default().c)]
    distance: f64,
    /// The stability constant A; about a tenth of the iterations is usual
    #[arg(long, value_name = "A", default_value_t = Gains::default().stability)]
    stability: f64,
    #[command(flatten)]
    conditions: Conditions,
    /// Draw how the values moved, as an SVG picture
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let range = 1..=MOST_ITERATIONS;
    let asked = args.iterations;
    ensure!(range.contains(&asked), "--iterations is {asked}; it can be 1 to {MOST_ITERATIONS}");
    if let Some(path) = &args.plot {
        let is_svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        ensure!(is_svg, "--plot {}: the name must end in .svg", path.display());
    }
    let concurrency = args.conditions.concurrency()?;
    let mut tuner = Tuner::new(plan(args)?, registry(), args.conditions.out())?;
    tune(&mut tuner, asked, concurrency)?;

    let report = Report::new(args, &tuner)?;
    report.draw()?;
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else {
        report.write(out)?;
    }
    Ok(Outcome::Success)
}

fn plan(args: &Args) -> Result<TuningPlan> {
    let variant = args.conditions.variant()?;
    let against = args.against.as_deref();
    let gains = Gains { a: args.step, c: args.distance, stability: args.stability };
    let mut plan =
        TuningPlan::new(registry(), &variant, &args.spec, &args.over, against, args.pairs)?;
    plan.gains = gains.checked()?;
    args.conditions.apply(&mut plan.play)?;
    Ok(plan)
}

/// Goes on until all iterations are done, or Ctrl-C.
fn tune(tuner: &mut Tuner, asked: u64, concurrency: usize) -> Result<()> {
    interrupt::listen()?;
    let kept = tuner.iterations().len() as u64;
    if kept > 0 {
        eprintln!("{kept} iterations were done before, of {asked} that are wanted");
    }
    let knobs = tuner.plan().knobs.clone();
    let progress = Progress::new("iterations", asked.saturating_sub(kept));
    tuner.run(asked, concurrency, &interrupt::stop(), |iteration| {
        let values = knobs.iter().zip(&iteration.theta);
        let values = values.map(|(knob, &value)| format!("{} {}", knob.name, knob.written(value)));
        progress.note(values.collect::<Vec<_>>().join(", "));
        progress.advance(1);
    })?;
    Ok(())
}
