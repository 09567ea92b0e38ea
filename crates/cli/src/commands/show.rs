//! `cornerwise show`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_core::draw::{self, Ink, Size, Style, Theme};
use cornerwise_core::record::Record;
use cornerwise_core::{Colour, Move, Ply, Position, Tables, Variant};

use crate::input;
use crate::output::{self, Outcome};

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  cornerwise show duo --moves \"f9,e10,f10,g10,f11; j5\"
  cornerwise show game.blksgf --ply 12
  cornerwise show games.jsonl --game 3 --svg game.svg --theme dark")]
pub struct Args {
    /// A game (.blksgf or .jsonl), or a variant: a preset such as duo, classic or 7x7, or a .toml file
    #[arg(value_name = "FILE|VARIANT")]
    game: String,
    /// Stop after so many moves of the game, forced passes not counted [default: all]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    ply: Option<String>,
    /// Moves of a variant, separated by semicolons
    #[arg(long)]
    moves: Option<String>,
    /// Which game of a file with several, counted from 1 [default: 1]
    #[arg(long = "game", value_name = "K", allow_hyphen_values = true)]
    game_number: Option<String>,
    /// Draw an SVG picture into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw a PNG picture into this file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// The colours of a picture: light or dark [default: light]
    #[arg(long)]
    theme: Option<String>,
    /// The width and height of a picture [default: 32 a cell]
    #[arg(long, value_name = "PIXELS", allow_hyphen_values = true)]
    size: Option<String>,
    /// Print characters without colours, even on a terminal
    #[arg(long)]
    plain: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let style = style(args)?;
    let scene = scene(args)?;
    let last = scene.last.as_slice();
    if args.svg.is_none() && args.png.is_none() {
        let ink = if args.plain { Ink::Plain } else { output::ink() };
        write!(out, "{}", draw::text(&scene.position, last, ink))?;
        return Ok(Outcome::Success);
    }
    // Both pictures are made before one is written, so that an error leaves no file behind.
    let svg = args.svg.as_ref().map(|path| (path, draw::svg(&scene.position, last, &style)));
    let png = match &args.png {
        Some(path) => Some((path, draw::png(&scene.position, last, &style)?)),
        None => None,
    };
    if let Some((path, svg)) = svg {
        output::write_file(path, svg.as_bytes())?;
    }
    if let Some((path, png)) = png {
        output::write_file(path, &png)?;
    }
    Ok(Outcome::Success)
}

fn style(args: &Args) -> Result<Style> {
    let picture = args.svg.is_some() || args.png.is_some();
    if let (Some(svg), Some(png)) = (&args.svg, &args.png) {
        let name = svg.display();
        ensure!(!output::is_same_file(svg, png), "--svg and --png are the same file, {name}");
    }
    ensure!(picture || args.theme.is_none(), "--theme goes with --svg or --png");
    ensure!(picture || args.size.is_none(), "--size goes with --svg or --png");
    let mut style = Style::default();
    if let Some(theme) = &args.theme {
        style.theme = theme.parse::<Theme>()?;
    }
    if let Some(word) = &args.size {
        let (least, most) = Size::EDGES.into_inner();
        let pixels = word.parse().ok().filter(|pixels| Size::EDGES.contains(pixels));
        let pixels = pixels.with_context(|| {
            format!("--size {word}: a picture has {least} to {most} pixels a side")
        })?;
        style.size = Size::Edge(pixels);
    }
    Ok(style)
}

/// What is drawn.
struct Scene {
    position: Position,
    last: Option<(Colour, Move)>,
}

fn scene(args: &Args) -> Result<Scene> {
    let ply = args.ply.as_deref().map(|word| input::whole("--ply", word)).transpose()?;
    if is_game_file(&args.game) {
        ensure!(args.moves.is_none(), "--moves goes with a variant, not with a file");
        let number = args.game_number.as_deref();
        let number = number.map_or(Ok(1), |word| input::whole("--game", word))?;
        let path = Path::new(&args.game);
        let record = input::record(path, number)?;
        return recorded(&record, ply)
            .with_context(|| format!("{}, game {number}", path.display()));
    }
    ensure!(args.game_number.is_none(), "--game goes with a file, not with a variant");
    typed(input::variant(&args.game)?, args.moves.as_deref().unwrap_or(""), ply)
}

/// Whether a word is meant as a file with games, existing or not, rather than as a variant.
fn is_game_file(word: &str) -> bool {
    let extension = Path::new(word).extension();
    let is_variant = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    !is_variant && (extension.is_some() || word.contains(std::path::MAIN_SEPARATOR))
}

/// The scene after moves that were typed.
fn typed(variant: Variant, moves: &str, ply: Option<usize>) -> Result<Scene> {
    let mut position = Position::start(variant);
    let words = || moves.split(';').map(str::trim).filter(|word| !word.is_empty());
    let end = input::position_after(position.clone(), words())?;
    let shown = input::within(ply, end.moves_played())?;
    let mut last = None;
    for word in words() {
        let Ply::Move(mv) = word.parse()? else { continue };
        if position.moves_played() == shown {
            break;
        }
        last = position.to_play().map(|colour| (colour, mv));
        position.play(mv)?;
    }
    Ok(Scene { position, last })
}

/// The scene in the main line of a record. What follows it may be wrong, so that a broken game can be
/// looked at up to where it breaks.
fn recorded(record: &Record, ply: Option<usize>) -> Result<Scene> {
    let node = input::node(record, ply)?;
    let is_move = |node| matches!(record.ply(node), Some((_, Ply::Move(_))));
    let position = record.position_at(&Tables::new(record.variant().clone()), node)?;
    let until = record.tree().path(node);
    let last = until.iter().rev().find(|&&node| is_move(node) || record.is_set_up(node));
    let last = last.and_then(|&node| match record.ply(node) {
        Some((colour, Ply::Move(mv))) => Some((colour, mv)),
        _ => None,
    });
    Ok(Scene { position, last })
}
