//! `cornerwise repro`

mod report;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use cornerwise_arena::{Arena, Experiment, Plan, Scale, findings, stored_experiments};

use crate::input;
use crate::interrupt;
use crate::matches::concurrency;
use crate::output::{Outcome, columns};
use crate::progress::Progress;
use crate::registry::registry;
use report::Report;

#[derive(ClapArgs)]
#[command(after_help = "\
Without a name, lists the experiments. Each is the matches behind a table of a published work, as a TOML file: those that come \
with Cornerwise are in `experiments`, and a file of your own can be named too.

The quick scale takes minutes, with few games and little time for a move; --full plays as many games with as much time as \
the work did, which for some takes days. The table has the published figures beside ours, and says nothing of why they differ. \
Intervals are 95 % ones: Wilson's of games won alone, Student's of mean squares left.

Ctrl-C ends it and tells what was played so far. With --out the games of each match are kept in a directory inside, as those \
of `match`; nothing is lost, and the same command goes on.

Examples:
  cornerwise repro
  cornerwise repro greedy-duo
  cornerwise repro uct-mc --concurrency 2 --out uct-mc --markdown")]
pub struct Args {
    /// An experiment's name, or a .toml file
    name: Option<String>,
    /// As many games, and as much time, as in the published work
    #[arg(long)]
    full: bool,
    /// A directory that keeps the games; with games of the same experiment in it, goes on with them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Print Markdown
    #[arg(long)]
    markdown: bool,
    /// Print a JSON object
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Some(name) = &args.name else {
        list(out)?;
        return Ok(Outcome::Success);
    };
    let concurrency = concurrency(args.concurrency)?;
    let experiment = experiment(name)?;
    let scale = if args.full { Scale::Full } else { Scale::Quick };
    let plans = experiment.matches.iter().map(|part| experiment.plan(part, scale));
    let plans: Vec<Plan> = plans.collect::<Result<_, _>>()?;
    interrupt::listen()?;
    let asked = plans.iter().map(|plan| plan.games).sum();
    let progress = Progress::new("games", asked);
    let mut report = Report { experiment: &experiment, scale, asked, played: 0, rows: Vec::new() };
    for (part, plan) in experiment.matches.iter().zip(plans) {
        let directory = args.out.as_ref().map(|out| out.join(&part.name));
        let mut arena = Arena::new(plan, registry(), directory.as_deref())?;
        progress.note(part.name.clone());
        if arena.kept() > 0 {
            progress.advance(arena.kept() as u64);
        }
        arena.run(concurrency, &interrupt::stop(), |_, _| {
            progress.advance(1);
            ControlFlow::Continue(())
        })?;
        report.played += arena.results().len() as u64;
        report.rows.extend(findings(part, arena.plan(), arena.results()));
        if interrupt::asked() {
            break;
        }
    }
    drop(progress);
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else if args.markdown {
        report.markdown(out)?;
    } else {
        report.write(out)?;
    }
    Ok(Outcome::Success)
}

/// The experiment of a name or a file.
fn experiment(name: &str) -> Result<Experiment> {
    let path = Path::new(name);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        let text = input::text_file(path)?;
        return Experiment::read(&text, registry()).with_context(|| name.to_owned());
    }
    let Some((_, text)) = stored_experiments().find(|(stored, _)| *stored == name) else {
        let names: Vec<_> = stored_experiments().map(|(name, _)| name).collect();
        let name = name.replace(char::is_control, "\u{fffd}");
        bail!("unknown experiment \"{name}\"; there are {}, and .toml files", names.join(", "));
    };
    Ok(Experiment::read(text, registry())?)
}

fn list(out: &mut impl Write) -> Result<()> {
    let mut rows = vec![["name", "what is compared", "in", "year"].map(str::to_owned).to_vec()];
    for (name, text) in stored_experiments() {
        let Experiment { title, work, year, .. } = Experiment::read(text, registry())?;
        rows.push(vec![name.to_owned(), title, work, year.to_string()]);
    }
    write!(out, "{}", columns(&rows))?;
    Ok(())
}
