//! `cornerwise solve`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_core::{Colour, Position, Variant};
use cornerwise_engine::exact::{Monitor, Solution, Solver};
use cornerwise_engine::{Budget, Clock, Stop, memory};
use serde::Serialize;

use crate::input;
use crate::interrupt;
use crate::output::{self, Outcome};
use crate::progress::Ticker;

const MOST_THREADS: usize = 1024;
const TABLE_MIB: std::ops::RangeInclusive<usize> = 4..=1 << 20;
/// How often a file is written while the work goes on.
const SAVE_EVERY: Duration = Duration::from_mins(5);
/// How often Ctrl-C is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

#[derive(ClapArgs)]
#[command(after_help = "\
The value is the first player's final score less the second's when both play perfectly: the difference of \
the areas on the square boards, of the advanced scores in duo. With more than two colours every player \
plays for its own place, then for its own score, and the scores are printed.

With --file the work is kept in a file: every few minutes, at the end, and when Ctrl-C or SIGTERM interrupts it. The same \
command goes on from there. The exit code is 1 when it was interrupted before the value was known.

Examples:
  cornerwise solve 6x6
  cornerwise solve 7x7 --moves \"b5,a6,b6,c6,a7\" --threads 2
  cornerwise solve 8x8 --table-mib 2048 --file 8x8.work")]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// Moves to play first, separated by semicolons
    #[arg(long, default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    moves: String,
    /// How many threads search; more than two colours are searched by one
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// How large the table of positions may become
    #[arg(long, value_name = "M", default_value_t = 1024)]
    table_mib: usize,
    /// Keep the work in this file and go on from it
    #[arg(long, value_name = "F")]
    file: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    ensure!(
        (1..=MOST_THREADS).contains(&args.threads),
        "--threads is {}; it can be 1 to {MOST_THREADS}",
        args.threads
    );
    ensure!(
        TABLE_MIB.contains(&args.table_mib),
        "--table-mib is {}; it can be {} to {}",
        args.table_mib,
        TABLE_MIB.start(),
        TABLE_MIB.end()
    );
    let position = input::position(input::variant(&args.variant)?, &args.moves)?;
    memory::check(args.table_mib)?;
    let mut solver = Solver::new(&position, args.table_mib)?;
    if let Some(path) = args.file.as_deref().filter(|path| path.exists()) {
        let bytes = input::binary_file(path)?;
        solver.resume(&bytes).with_context(|| path.display().to_string())?;
    }
    interrupt::listen()?;
    let (solution, saved) = work(&mut solver, args.threads, args.file.as_deref());
    let answer = Answer::of(&position, &solver, solution.as_ref(), args.threads);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        answer.write(position.variant(), out)?;
    }
    // What was found out is told even when it cannot be kept.
    saved?;
    Ok(if solution.is_some() { Outcome::Success } else { Outcome::Negative })
}

/// Runs the solver until it is done or interrupted, and keeps its file up to date. Answers whether the last state is in the
/// file.
fn work(
    solver: &mut Solver,
    threads: usize,
    file: Option<&Path>,
) -> (Option<Solution>, Result<()>) {
    let ticker = Ticker::new();
    loop {
        let solution = run_for(solver, threads, &ticker);
        let saved = file.map_or(Ok(()), |path| output::write_file(path, &solver.save()));
        if solution.is_some() || interrupt::asked() {
            return (solution, saved);
        }
        // A disk that is full now may have room the next time; the work is not given up for it.
        if let Err(error) = saved {
            eprintln!("warning: {error:#}; the work goes on");
        }
    }
}

/// Runs the solver for as long as a file may stay behind, and watches it meanwhile.
fn run_for(solver: &mut Solver, threads: usize, ticker: &Ticker) -> Option<Solution> {
    let stop = Stop::default();
    let budget = Budget { time: Some(SAVE_EVERY), ..Budget::default() };
    let clock = Clock::start(budget, &stop);
    let monitor = solver.monitor().clone();
    thread::scope(|scope| {
        let run = scope.spawn(|| solver.run(&clock, threads));
        while !run.is_finished() {
            if interrupt::asked() {
                stop.raise();
            }
            ticker.tick(|| state(&monitor));
            thread::park_timeout(LOOK_EVERY);
        }
        run.join().expect("the solver does not panic")
    })
}

/// How far the work has come, in one line.
fn state(monitor: &Monitor) -> String {
    let (lower, upper) = monitor.bounds();
    let (tried, moves) = monitor.moves();
    let nodes = monitor.nodes();
    let bounds = if lower < upper { format!(", value {lower} to {upper}") } else { String::new() };
    format!("{nodes} nodes{bounds}, {tried} of {moves} moves tried")
}

#[derive(Serialize)]
struct Answer {
    variant: String,
    to_play: Option<usize>,
    /// The first player's score less the second's; of two players.
    value: Option<i32>,
    /// Proven bounds of the value; of two colours.
    bounds: Option<(i32, i32)>,
    scores: Option<Vec<i32>>,
    line: Option<Vec<String>>,
    nodes: u64,
    seconds: f64,
    threads: usize,
}

impl Answer {
    fn of(
        position: &Position,
        solver: &Solver,
        solution: Option<&Solution>,
        threads: usize,
    ) -> Answer {
        let variant = position.variant();
        let two_players = variant.player_count() == 2;
        let value = solution.filter(|_| two_players).map(Solution::value);
        let proven = (variant.colour_count() == 2).then(|| solver.monitor().bounds());
        Answer {
            variant: variant.name().to_owned(),
            to_play: position.to_play().map(Colour::number),
            value,
            bounds: value.map(|value| (value, value)).or(proven),
            scores: solution.map(|solution| solution.scores.clone()),
            line: solution.map(|s| s.line.iter().map(ToString::to_string).collect()),
            nodes: solver.monitor().nodes(),
            seconds: solver.spent().as_secs_f64(),
            threads,
        }
    }

    fn write(&self, variant: &Variant, out: &mut impl Write) -> Result<()> {
        match (self.value, self.bounds) {
            (Some(value), _) => writeln!(out, "value    {value}")?,
            (None, Some((lower, upper))) => writeln!(out, "value    {lower} to {upper}")?,
            (None, None) if self.scores.is_none() => writeln!(out, "value    unknown")?,
            (None, None) => {}
        }
        if let (Some(scores), Some(line)) = (&self.scores, &self.line) {
            let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
            writeln!(out, "scores   {} ({})", scores.join(" "), variant.scoring())?;
            writeln!(out, "line     {}", line.join("; "))?;
        }
        writeln!(out, "nodes    {}", self.nodes)?;
        writeln!(out, "seconds  {:.3}", self.seconds)?;
        Ok(())
    }
}
