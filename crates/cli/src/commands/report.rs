//! `cornerwise report`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::report::{self, Head};
use cornerwise_arena::{Format, store};

use crate::output::{Outcome, write_file};

#[derive(ClapArgs)]
#[command(after_help = "\
The page is one file without references to anything else: tables, an Elo plot with error bars, a heat map of the cross \
table, distributions of scores, win estimates over the course of the game, and the list of games. A directory in which games \
are still being played can be reported on too.

Examples:
  cornerwise report greedy
  cornerwise report greedy --out greedy.html
  cornerwise report greedy --markdown
  cornerwise report greedy --plot greedy.svg")]
pub struct Args {
    /// A directory made by `match --out` or `tournament --out`
    directory: PathBuf,
    /// Where to write the page [default: report.html in the directory]
    #[arg(long, value_name = "FILE", conflicts_with = "markdown")]
    out: Option<PathBuf>,
    /// Print the tables as Markdown instead
    #[arg(long)]
    markdown: bool,
    /// Write the Elo plot alone to an SVG file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "markdown"])]
    plot: Option<PathBuf>,
    /// The title [default: who played]
    #[arg(long)]
    title: Option<String>,
}

/// What a report says anyway.
const TOLD: [&str; 2] = ["variant", "games"];

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let (plan, games) = store::read(&args.directory)?;
    ensure!(!games.is_empty(), "{}: no game has ended yet", args.directory.display());
    let names = plan.names();
    let title = args.title.clone().unwrap_or_else(|| match plan.format {
        Format::Match(_) => names.join(" against "),
        Format::RoundRobin => format!("{} agents, everybody against everybody", names.len()),
        Format::Ladder => format!("A ladder of {} agents", names.len()),
        Format::Gauntlet => format!("{} against {} others", names[0], names.len() - 1),
    });
    let variant = plan.variant()?;
    let head = Head {
        title,
        variant: if variant.is_preset() { variant.name().to_owned() } else { variant.to_toml() },
        entrants: names,
        // The page counts the games itself.
        conditions: plan
            .conditions()
            .into_iter()
            .filter(|(name, _)| !TOLD.contains(&name.as_str()))
            .collect(),
    };
    if args.markdown {
        write!(out, "{}", report::markdown(&head, &games))?;
        return Ok(Outcome::Success);
    }
    if let Some(path) = &args.plot {
        write_file(path, report::elo_svg(&head, &games).as_bytes())?;
        writeln!(out, "{} games: {}", games.len(), path.display())?;
        return Ok(Outcome::Success);
    }
    let path = args.out.clone().unwrap_or_else(|| args.directory.join("report.html"));
    write_file(&path, report::html(&head, &games).as_bytes())?;
    writeln!(out, "{} games: {}", games.len(), path.display())?;
    Ok(Outcome::Success)
}
