//! `cornerwise tournament`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::{Format, GameResult, Movers, Plan, Standings, store};

use crate::matches::{Conditions, Session, Watcher, cross_table, standings_table, steps_table};
use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
Everybody meets everybody, or with --gauntlet the first agent everybody else, or with --ladder each agent the one before \
it; each group plays rounds that begin with the same opening, in which everybody takes every seat. With three or four players a group is that many agents. \
Elo is by maximum likelihood over all games, by rank where there are more than two players.

In the cross table a cell has won-drawn-lost when the row sits before the column, and when it sits after it.

A tournament that was interrupted, even killed, goes on with `--resume DIR`, or with the same command again. No game is lost \
or played twice. `cornerwise report DIR` makes a page of it.

Examples:
  cornerwise tournament random largest corners influence --games 20 --out greedy
  cornerwise tournament uct:sims=500 largest hybrid --gauntlet --games 40 --concurrency 2
  cornerwise tournament level:novice level:1 level:2 --ladder --games 100
  cornerwise tournament --resume greedy")]
pub struct Args {
    /// Who takes part (`cornerwise agents` lists the agents)
    #[arg(value_name = "SPEC", required_unless_present = "resume", conflicts_with = "resume")]
    agents: Vec<String>,
    /// How many games each group plays
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// The first agent against each of the others, instead of everybody against everybody
    #[arg(long)]
    gauntlet: bool,
    /// Each agent against the one before it, the weakest first
    #[arg(long, conflicts_with = "gauntlet")]
    ladder: bool,
    /// Go on with the tournament of a directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "gauntlet", "ladder", "games"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    conditions: Conditions,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let (plan, directory) = match &args.resume {
        Some(directory) => (store::read_plan(directory)?, Some(directory.as_path())),
        None => (plan(args)?, args.conditions.out()),
    };
    let variant = plan.variant()?;
    let mut session = Session::new(plan, directory)?;
    let names = session.plan().names();
    session.play(args.conditions.concurrency()?, &mut Spectator { names: &names })?;

    let standings = session.standings()?;
    if args.json {
        writeln!(out, "{}", session.json(&standings))?;
        return Ok(Outcome::Success);
    }
    session.write_head(out)?;
    write!(out, "\n{}", standings_table(&standings, variant.player_count()))?;
    if session.plan().format == Format::Ladder {
        write!(out, "\n{}", steps_table(&names, session.results()))?;
    } else {
        write!(out, "\n{}", cross_table(&standings))?;
    }
    Ok(Outcome::Success)
}

fn plan(args: &Args) -> Result<Plan> {
    ensure!(args.games > 0, "--games is 0; it can be 1 or more");
    let format = match (args.gauntlet, args.ladder) {
        (true, _) => Format::Gauntlet,
        (_, true) => Format::Ladder,
        _ => Format::RoundRobin,
    };
    let variant = args.conditions.variant()?;
    let mut plan = Plan::of_tournament(&variant, args.agents.clone(), format, args.games)?;
    args.conditions.apply(&mut plan)?;
    Ok(plan)
}

/// Follows who leads.
struct Spectator<'n> {
    names: &'n [String],
}

impl Watcher for Spectator<'_> {
    fn see(&mut self, _: &GameResult) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn sum_up(&self, games: &[GameResult]) -> String {
        let standings = Standings::new(self.names, games, &Movers::default());
        let leader = standings.sorted().next();
        leader.map_or(String::new(), |(_, row)| {
            let (elo, margin) = (row.rating.elo, row.rating.margin);
            format!("{} leads, Elo {elo:+.0} ± {margin:.0}", row.name)
        })
    }
}
