//! `cornerwise book`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Args as ClapArgs, Subcommand};
use cornerwise_core::Tables;
use cornerwise_engine::{Book, BookSearch, Recipe};

use crate::input;
use crate::interrupt;
use crate::output::{Outcome, write_file};
use crate::progress::Ticker;
use crate::registry::registry;

#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Let an agent choose moves for the first turns, and keep them
    Make(Make),
}

#[derive(ClapArgs)]
#[command(after_help = "\
The agent is asked for the start, for the positions after the moves that it tried most there, and so on. A move of the book was tried at least \
a twentieth as often as the best, and its weight is how often. Positions that are turned or mirrored images of \
each other, or come up by another order of moves, are in the book once.

The file is text: each line has the moves so far and the moves to choose from. It is written after every position; the same command goes \
on after Ctrl-C, and with more --plies it makes the book deeper. `mcts:book=FILE` plays from it.

Examples:
  cornerwise book make duo --agent mcts:sims=20000 --plies 3 --width 4 --out duo.txt
  cornerwise match mcts:time=1s,book=duo.txt mcts:time=1s --openings empty")]
struct Make {
    /// A preset such as duo, classic or 7x7
    variant: String,
    /// Who chooses the moves: an agent that tries good moves more often than others
    #[arg(long, value_name = "SPEC", default_value = "mcts:sims=20000")]
    agent: String,
    /// How many moves deep the book is
    #[arg(long, value_name = "N", default_value_t = 3)]
    plies: usize,
    /// The most moves of a position
    #[arg(long, value_name = "N", default_value_t = 4)]
    width: usize,
    /// Which random choices
    #[arg(long, default_value_t = 1, value_parser = input::seed)]
    seed: u64,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let Part::Make(args) = &args.part;
    make(args, out)
}

fn make(args: &Make, out: &mut impl Write) -> Result<Outcome> {
    for (name, number) in [("--plies", args.plies), ("--width", args.width)] {
        ensure!(number > 0, "{name} is 0; it can be 1 or more");
    }
    let mut book = open(args)?;
    interrupt::listen()?;
    let kept = book.pages().len();
    let ticker = Ticker::new();
    let search = BookSearch { plies: args.plies, stop: &interrupt::stop() };
    let whole = search.run(registry(), &mut book, |book| {
        ticker.tick(|| format!("{} positions", book.pages().len()));
        write_file(&args.out, book.to_string().as_bytes())
    })?;
    drop(ticker);
    if !whole {
        writeln!(out, "interrupted; the same command goes on")?;
    }
    let count = book.pages().len();
    writeln!(out, "{count} positions in {}, {} of them new", args.out.display(), count - kept)?;
    Ok(if whole { Outcome::Success } else { Outcome::Negative })
}

/// The book of the file if there is one, which must have been made in the same way; else a new one.
fn open(args: &Make) -> Result<Book> {
    let variant = input::variant(&args.variant)?;
    ensure!(variant.is_preset(), "{}: books are of presets", args.variant);
    let recipe = Recipe {
        variant: variant.name().to_owned(),
        agent: args.agent.clone(),
        width: args.width,
        seed: args.seed,
    };
    if !args.out.exists() {
        return Ok(Book::new(recipe, &Tables::new(variant)));
    }
    let name = args.out.display();
    let book = Book::read(&input::text_file(&args.out)?).with_context(|| name.to_string())?;
    let Recipe { variant, agent, width, seed } = book.recipe();
    ensure!(
        *book.recipe() == recipe,
        "{name} was made otherwise: {variant} --agent {agent} --width {width} --seed {seed}"
    );
    Ok(book)
}
