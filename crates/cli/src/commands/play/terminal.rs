//! `cornerwise play --terminal`: a game in the terminal.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::Args;
use cornerwise_core::{Owner, Player, Variant};
use cornerwise_gtp::lines::Lines;

use super::table::Table;
use crate::input;
use crate::opponent::Opponent;
use crate::output::Outcome;

#[derive(Args)]
pub struct TerminalArgs {
    /// A preset such as duo, classic or 7x7, or a .toml file
    #[arg(default_value = TerminalArgs::VARIANT, requires = "terminal")]
    variant: String,
    /// Your colour: a number or a name such as white
    #[arg(long, alias = "color", default_value = TerminalArgs::COLOUR, requires = "terminal")]
    colour: String,
    /// The agent that plays against you (`cornerwise agents` lists them)
    #[arg(long, value_name = "SPEC", default_value = Opponent::FRIENDLY, requires = "terminal")]
    opponent: String,
    /// Makes the opponent play the same game again [default: another one each time]
    #[arg(long, requires = "terminal", value_parser = input::seed)]
    seed: Option<u64>,
}

impl TerminalArgs {
    const VARIANT: &str = "duo";
    const COLOUR: &str = "1";
}

impl Default for TerminalArgs {
    fn default() -> TerminalArgs {
        TerminalArgs {
            variant: TerminalArgs::VARIANT.to_owned(),
            colour: TerminalArgs::COLOUR.to_owned(),
            opponent: Opponent::FRIENDLY.to_owned(),
            seed: None,
        }
    }
}

pub fn run(args: &TerminalArgs, out: &mut impl Write) -> Result<Outcome> {
    let variant = input::variant(&args.variant)?;
    let user = player(&variant, &args.colour)?;
    let seed = args.seed.unwrap_or_else(some_seed);
    let opponent = Opponent::new(&args.opponent, seed)?;
    let adviser = Opponent::new(Opponent::DEFAULT, seed)?;
    Table::new(variant, user, opponent, adviser).play(Lines::new(io::stdin().lock()), out)?;
    Ok(Outcome::Success)
}

/// The player whose colour a word names.
fn player(variant: &Variant, word: &str) -> Result<Player> {
    let colour = variant.colour_named(word).with_context(|| {
        let names: Vec<_> = variant.colours().map(|colour| variant.colour_name(colour)).collect();
        format!("{} has no colour \"{word}\"; it has {}", variant.name(), names.join(", "))
    })?;
    match variant.owner(colour) {
        Owner::Player(player) => Ok(player),
        Owner::Shared => bail!(
            "{} is played by everyone in turn in {}; choose another colour",
            variant.colour_name(colour),
            variant.name()
        ),
    }
}

/// A seed that is new each time and short enough to type.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_micros())
}
