//! The flags that say how games are played.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::{Adjudication, Limits, Openings, Plan, PlanError};
use cornerwise_core::{Move, Tables, Variant};
use cornerwise_engine::TimeLeft;

use crate::input;
use crate::limits;

/// More games at once than any machine can play would only be a slip of the hand.
const MOST_AT_ONCE: usize = 1024;

/// What is played when nothing is said.
const VARIANT: &str = "duo";

#[derive(ClapArgs)]
pub struct Conditions {
    /// A preset such as duo, classic or 7x7, or a .toml file
    #[arg(long, default_value = VARIANT)]
    variant: String,
    /// What all chance depends on
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// How games begin: `empty`, `random:N` (N random moves), `balanced` (the sets that come with Cornerwise), or a
    /// .blksgf or .jsonl file of openings [default: balanced if there is a set, else random]
    #[arg(long, value_name = "WHICH")]
    openings: Option<String>,
    #[command(flatten)]
    limits: limits::Limits,
    /// A clock for each player, main time and increment, such as 60s+1s; who exceeds it loses
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// End a game when for so many moves in a row everybody gives the same player this share of the
    /// win, such as 0.99:6 [default: never]
    #[arg(long, value_name = "SHARE:MOVES")]
    adjudicate: Option<String>,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// A directory that keeps the results; with results of the same plan in it, goes on with them
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Checks how many games are wanted at once.
pub fn concurrency(given: usize) -> Result<usize> {
    let range = 1..=MOST_AT_ONCE;
    ensure!(range.contains(&given), "--concurrency is {given}; it can be 1 to {MOST_AT_ONCE}");
    Ok(given)
}

impl Conditions {
    /// The variant.
    pub fn variant(&self) -> Result<Variant> {
        input::variant(&self.variant)
    }

    /// How many games at once.
    pub fn concurrency(&self) -> Result<usize> {
        concurrency(self.concurrency)
    }

    /// Where the games are kept.
    pub fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// The flags that let other games be played like these: all but the seed, and where and how many at once.
    pub fn flags(&self) -> Vec<String> {
        let variant = Some(&self.variant).filter(|name| *name != VARIANT);
        let own = [
            ("--variant", variant),
            ("--openings", self.openings.as_ref()),
            ("--clock", self.clock.as_ref()),
            ("--adjudicate", self.adjudicate.as_ref()),
        ];
        let given = own.into_iter().filter_map(|(flag, value)| Some((flag, value?.clone())));
        given
            .chain(self.limits.flags())
            .flat_map(|(flag, value)| [flag.to_owned(), value])
            .collect()
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Puts the conditions into a plan.
    pub fn apply(&self, plan: &mut Plan) -> Result<()> {
        plan.seed = self.seed;
        plan.openings = self.openings(&plan.variant()?)?;
        let budget = self.limits.budget()?;
        let clock = |word: &String| -> Result<TimeLeft> {
            word.parse().with_context(|| "--clock".to_owned())
        };
        plan.limits = Limits {
            seconds: budget.time.map(|time| time.as_secs_f64()),
            simulations: budget.simulations,
            nodes: budget.nodes,
            clock: self.clock.as_ref().map(clock).transpose()?.map(Into::into),
        };
        plan.adjudication = self.adjudicate.as_deref().map(adjudication).transpose()?;
        Ok(())
    }

    fn openings(&self, variant: &Variant) -> Result<Openings> {
        let Some(word) = self.openings.as_deref() else {
            let balanced = Openings::named("balanced", variant);
            return Ok(balanced.or_else(|_| Openings::named("random", variant))?);
        };
        match Openings::named(word, variant) {
            Err(PlanError::UnknownOpenings) if Path::new(word).extension().is_some() => {
                of_file(Path::new(word), variant)
            }
            named => named.with_context(|| format!("--openings {word}")),
        }
    }
}

/// The main lines of a file of games.
fn of_file(path: &Path, variant: &Variant) -> Result<Openings> {
    let tables = Tables::new(variant.clone());
    let mut lines: Vec<Vec<Move>> = Vec::new();
    for (at, record) in input::records(path)?.iter().enumerate() {
        let place = || format!("{}, game {}", path.display(), at + 1);
        let name = record.variant().name();
        ensure!(
            record.variant() == variant,
            "{}: an opening of {name}, not {}",
            place(),
            variant.name()
        );
        lines.push(record.moves(&tables).with_context(place)?);
    }
    Ok(Openings::List(lines))
}

fn adjudication(word: &str) -> Result<Adjudication> {
    let parts = word.split_once(':');
    let read = |(share, moves): (&str, &str)| -> Option<Adjudication> {
        Some(Adjudication { share: share.parse().ok()?, moves: moves.parse().ok()? })
    };
    parts.and_then(read).with_context(|| {
        format!("--adjudicate {word}: not a share of the win and a number of moves, such as 0.99:6")
    })
}
