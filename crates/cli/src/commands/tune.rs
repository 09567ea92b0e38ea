//! `cornerwise tune`

use std::env;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::tuning::{self, Gains, Tuned, Tuner, TuningPlan};
use serde_json::{Value, json};

use crate::hall::Conditions;
use crate::interrupt;
use crate::output::{Outcome, columns, write_file};
use crate::progress::Progress;
use crate::registry::registry;
use crate::shell;

/// As long as nobody can wait for.
const MOST_ITERATIONS: u64 = 1_000_000_000;

#[derive(ClapArgs)]
#[command(after_help = "\
SPSA: every iteration moves all parameters at once, each up or down by chance, and lets the agent so changed play against
the one that is changed the other way: a pair of games from one opening with swapped colours, or with more players a round in
which everybody takes every seat. Then all parameters go a bit towards the winner. With --against both play the same games against
that opponent instead, as one against opponents in all other seats.

Iteration k, from 0, tries values at c/(k+1)^0.101 of the range to both sides, and goes by a/(A+k+1)^0.602 times the
gradient, the difference of the scores by the distance of the sides. c (--distance) must be far enough for games to tell the sides
apart; a (--step) is the length of the steps; A (--stability) keeps the first ones from being much longer than the others. When
values run to the ends of their ranges at once, steps are too long; when they hardly move, too short.

The declared range of a parameter is often far wider than what makes sense; give one of your own. Whole numbers, and numbers with
a step, are tried in these steps, at least one to each side.

Ctrl-C ends the run and tells what was found so far. With --out nothing is lost: DIR/tune.jsonl has a line for each iteration,
DIR/tune.svg is the plot, and the same command goes on, also with more --iterations.

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

    let answer = Answer::new(args, &tuner)?;
    answer.draw()?;
    if args.json {
        writeln!(out, "{}", answer.json())?;
    } else {
        answer.write(out)?;
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

/// What there is to say of a run.
struct Answer<'a> {
    args: &'a Args,
    tuner: &'a Tuner,
    tuned: Vec<Tuned>,
    /// The agent with the values that were found.
    spec: String,
}

impl<'a> Answer<'a> {
    fn new(args: &'a Args, tuner: &'a Tuner) -> Result<Answer<'a>> {
        let tuned = Tuned::of(&tuner.plan().knobs, tuner.iterations());
        let values: Vec<f64> = tuned.iter().map(|tuned| tuned.tuned).collect();
        let spec = tuner.plan().spec_with(registry(), &values)?;
        Ok(Answer { args, tuner, tuned, spec })
    }

    /// Draws the plot, into the directory and wherever else it is wanted.
    fn draw(&self) -> Result<()> {
        let kept = self.args.conditions.out().map(|directory| directory.join("tune.svg"));
        let paths: Vec<_> = kept.iter().chain(&self.args.plot).collect();
        if paths.is_empty() {
            return Ok(());
        }
        let plan = self.tuner.plan();
        let title = format!("{} on {}", self.spec, plan.play.variant()?.name());
        let svg = tuning::plot(&title, &plan.knobs, self.tuner.iterations());
        paths.iter().try_for_each(|path| write_file(path, svg.as_bytes()))
    }

    fn write(&self, out: &mut impl Write) -> Result<()> {
        let (plan, iterations) = (self.tuner.plan(), self.tuner.iterations());
        if interrupt::asked() {
            let (done, asked) = (iterations.len(), self.args.iterations);
            writeln!(out, "interrupted after {done} of {asked} iterations")?;
            if self.args.conditions.out().is_some() {
                let again = env::args().collect::<Vec<_>>();
                writeln!(out, "to go on: {}", shell::command(again))?;
            }
        }
        let told = ["format", "games"];
        let conditions = plan.play.conditions().into_iter();
        let conditions = conditions.filter(|(name, _)| !told.contains(&name.as_str()));
        let conditions: Vec<_> =
            conditions.map(|(name, value)| format!("{name}: {value}")).collect();
        let (count, games) = (iterations.len(), plan.games());
        let opponent = plan.against.as_deref().unwrap_or("itself");
        writeln!(out, "{} against {opponent}, {}", plan.spec, conditions.join(", "))?;
        writeln!(out, "{count} iterations of {games} games\n")?;

        let head = ["parameter", "range", "start", "tuned", "in the last quarter"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (knob, tuned) in plan.knobs.iter().zip(&self.tuned) {
            let [least, greatest] = [tuned.least, tuned.greatest].map(|value| knob.written(value));
            rows.push(vec![
                knob.name.clone(),
                format!("{}..{}", knob.low, knob.high),
                knob.start.to_string(),
                tuned.tuned.to_string(),
                format!("{least}..{greatest}"),
            ]);
        }
        writeln!(out, "{}", columns(&rows))?;
        let forfeits: u64 = iterations.iter().map(|iteration| iteration.forfeits).sum();
        if forfeits > 0 {
            writeln!(out, "{forfeits} games were lost by a failure, not by their moves\n")?;
        }
        writeln!(out, "spec    {}", self.spec)?;
        writeln!(out, "verify  {}", self.verification())?;
        Ok(())
    }

    /// The command that tells whether the new values are better than the old ones, by other games than those they were found with.
    fn verification(&self) -> String {
        let (old, new) = (self.tuner.plan().spec.as_str(), self.spec.as_str());
        let mut words = match &self.args.against {
            None => {
                vec!["cornerwise", "match", new, old, "--games", "5000", "--sprt", "elo0=0,elo1=20"]
            }
            Some(other) => {
                vec!["cornerwise", "tournament", other, new, old, "--gauntlet", "--games", "400"]
            }
        };
        let flags = self.args.conditions.flags();
        let seed = self.args.conditions.seed().wrapping_add(1).to_string();
        words.extend(flags.iter().map(String::as_str));
        words.extend(["--seed", &seed]);
        shell::command(words)
    }

    fn json(&self) -> Value {
        let iterations = self.tuner.iterations();
        json!({
            "plan": self.tuner.plan(),
            "iterations": iterations.len(),
            "asked": self.args.iterations,
            "interrupted": interrupt::asked(),
            "parameters": self.tuned,
            "theta": iterations.last().map(|iteration| &iteration.theta),
            "spec": self.spec,
            "verify": self.verification(),
        })
    }
}
