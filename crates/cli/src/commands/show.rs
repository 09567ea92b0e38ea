//! `cornerwise show`

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use cornerwise_core::draw::{self, Ink, Size, Style, Theme};
use cornerwise_core::{Colour, Move, Position};

use crate::input;
use crate::output::{self, Outcome};

#[derive(ClapArgs)]
pub struct Args {
    /// A game, .blksgf or .jsonl, or a variant: a preset such as duo, classic or 7x7, or a .toml file
    game: String,
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    #[arg(long)]
    svg: Option<PathBuf>,
    #[arg(long)]
    png: Option<PathBuf>,
    #[arg(long, default_value = "light")]
    theme: String,
    #[arg(long)]
    size: Option<u32>,
    #[arg(long)]
    plain: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let mut position = Position::start(input::variant(&args.game)?);
    let mut last: Option<(Colour, Move)> = None;
    for word in args.moves.split(';') {
        if let Ok(mv) = word.trim().parse::<Move>() {
            last = position.to_play().map(|c| (c, mv));
            position.play(mv)?;
        }
    }
    let mut style = Style { theme: args.theme.parse()?, ..Style::default() };
    if let Some(size) = args.size { style.size = Size::Edge(size); }
    if let Some(f) = &args.svg { output::write_file(f, draw::svg(&position, last.as_slice(), &style).as_bytes())?; }
    if let Some(f) = &args.png { output::write_file(f, &draw::png(&position, last.as_slice(), &style)?)?; }
    if args.svg.is_none() && args.png.is_none() {
        write!(out, "{}", draw::text(&position, last.as_slice(), if args.plain {Ink::Plain} else {Ink::Ansi}))?;
    }
    Ok(Outcome::Success)
}
