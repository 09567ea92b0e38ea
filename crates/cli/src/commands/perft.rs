//! `cornerwise perft`

use std::io::Write;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_core::{Generator, perft, perft_divide};

use crate::input;
use crate::output::Outcome;

/// No game has more plies than four colours with 21 pieces and passes.
const DEEPEST: usize = 200;

#[derive(ClapArgs)]
pub struct Args {
    /// A preset such as duo, classic or 7x7, or a .toml file
    variant: String,
    /// How many plies deep; a forced pass is one ply, and a finished game counts once
    depth: usize,
    /// Which move generator counts: naive, corner or fast
    #[arg(long, default_value = "fast")]
    generator: String,
    /// Also print the count below each first move
    #[arg(long)]
    divide: bool,
    /// Moves to play first, separated by semicolons
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    ensure!(args.depth <= DEEPEST, "depth {} is more than {DEEPEST}", args.depth);
    let generator: Generator = args.generator.parse()?;
    let position = input::position(input::variant(&args.variant)?, &args.moves)?;
    let count = if args.divide {
        let counts = perft_divide(&position, args.depth, generator);
        for (mv, count) in &counts {
            let mv = mv.map_or("pass".to_owned(), |mv| mv.to_string());
            writeln!(out, "{mv}: {count}")?;
        }
        counts.iter().map(|(_, count)| count).sum()
    } else {
        perft(&position, args.depth, generator)
    };
    writeln!(out, "{count}")?;
    Ok(Outcome::Success)
}
