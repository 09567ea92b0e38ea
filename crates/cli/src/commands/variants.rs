//! `cornerwise variants`

use std::io::Write;

use anyhow::Result;
use clap::Args as ClapArgs;
use cornerwise_core::{Colour, Owner, Piece, PieceSet, Variant};
use serde::Serialize;

use crate::input;
use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
A variant of your own is a TOML file; start from that of a preset:
  cornerwise variants duo --toml > mine.toml
Change at least its name, then use the file wherever a variant is asked for:
  cornerwise play --terminal mine.toml")]
pub struct Args {
    /// A preset or a .toml file, for its details
    name: Option<String>,
    /// Print the variant as a TOML file
    #[arg(long, requires = "name", conflicts_with = "json")]
    toml: bool,
    /// Print JSON; without a name, every preset
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    match &args.name {
        Some(name) => {
            let variant = input::variant(name)?;
            if args.toml {
                write!(out, "{}", variant.to_toml())?;
            } else if args.json {
                writeln!(out, "{}", serde_json::to_string(&Record::of(&variant))?)?;
            } else {
                details(&variant, out)?;
            }
        }
        None if args.json => {
            let presets = presets(|_| true)?;
            let records: Vec<_> = presets.iter().map(Record::of).collect();
            writeln!(out, "{}", serde_json::to_string(&records)?)?;
        }
        None => table(out)?,
    }
    Ok(Outcome::Success)
}

/// The presets whose name is wanted.
fn presets(wanted: impl Fn(&str) -> bool) -> Result<Vec<Variant>> {
    Variant::preset_names().filter(|name| wanted(name)).map(|name| Ok(name.parse()?)).collect()
}

/// The name as one of a family of square boards: `NxN`, `NxN-3`, `NxN-4`.
fn pattern(variant: &Variant) -> Option<String> {
    let board = format!("{n}x{n}", n = variant.size());
    variant.name().strip_prefix(&board).map(|colours| format!("NxN{colours}"))
}

fn table(out: &mut impl Write) -> Result<()> {
    let mut rows = vec![
        ["name", "board", "colours", "players", "start cells", "scoring"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let row = |name: String, board: String, starts: String, variant: &Variant| {
        let colours = variant.colour_count().to_string();
        let players = variant.player_count().to_string();
        vec![name, board, colours, players, starts, variant.scoring().to_string()]
    };
    let all = presets(|_| true)?;
    for variant in all.iter().filter(|variant| pattern(variant).is_none()) {
        rows.push(row(variant.name().to_owned(), board(variant), starts(variant), variant));
    }
    // The square boards differ in their size alone, so that a family is its smallest and largest.
    let square: Vec<_> = all.iter().filter_map(|v| Some((pattern(v)?, v))).collect();
    let mut families: Vec<&str> = square.iter().map(|(family, _)| family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let members = || square.iter().filter(|(name, _)| name == family).map(|(_, v)| *v);
        let smallest = members().min_by_key(|v| v.size()).expect("a family has members");
        let largest = members().max_by_key(|v| v.size()).expect("a family has members");
        let starts = largest.colours().map(|colour| corner(largest, colour));
        let starts = starts.collect::<Vec<_>>().join(", ");
        let boards = format!("{} … {}", board(smallest), board(largest));
        rows.push(row(family.to_owned(), boards, starts, largest));
    }
    write_table(&rows, out)?;
    writeln!(out, "\n`cornerwise variants NAME` tells all about one.")?;
    Ok(())
}

fn board(variant: &Variant) -> String {
    format!("{n}x{n}", n = variant.size())
}

fn starts(variant: &Variant) -> String {
    let starts = variant.colours().map(|colour| variant.start(colour).to_string());
    starts.collect::<Vec<_>>().join(" ")
}

/// The corner of the board where a colour starts, in words.
fn corner(variant: &Variant, colour: Colour) -> String {
    let (cell, last) = (variant.start(colour), variant.size() - 1);
    match (cell.column(), cell.row()) {
        (0, 0) => "bottom left".to_owned(),
        (0, row) if row == last => "top left".to_owned(),
        (column, 0) if column == last => "bottom right".to_owned(),
        (column, row) if column == last && row == last => "top right".to_owned(),
        _ => cell.to_string(),
    }
}

/// Columns as wide as their widest entry.
fn write_table(rows: &[Vec<String>], out: &mut impl Write) -> Result<()> {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    for row in rows {
        let padded = row.iter().enumerate().map(|(i, text)| format!("{text:<w$}", w = width(i)));
        writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

fn details(variant: &Variant, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{}", variant.name())?;
    writeln!(out, "  board    {}", board(variant))?;
    writeln!(out, "  scoring  {}", variant.scoring())?;
    let pieces = variant.pieces();
    writeln!(out, "  players  {}", variant.player_count())?;
    for colour in variant.colours() {
        let owner = match variant.owner(colour) {
            Owner::Player(player) => format!("played by player {player}"),
            Owner::Shared => "played by all players in turn, scores for nobody".to_owned(),
        };
        let (name, start) = (variant.colour_name(colour), variant.start(colour).to_string());
        writeln!(out, "  colour {colour} {name:<6}  starts on {start:<3}  {owner}")?;
    }
    let all = if pieces == PieceSet::ALL { "all " } else { "" };
    writeln!(out, "  {all}{} pieces, {} squares for each colour", pieces.len(), pieces.squares())?;
    for size in 1..=5 {
        let names = pieces.iter().filter(|piece| piece.size() == size).map(Piece::name);
        let names = names.collect::<Vec<_>>().join(" ");
        if !names.is_empty() {
            writeln!(out, "    of {size}: {names}")?;
        }
    }
    Ok(())
}

/// A variant for programs, with the names of the TOML file.
#[derive(Serialize)]
struct Record {
    name: String,
    board: usize,
    players: usize,
    scoring: String,
    pieces: Vec<&'static str>,
    colours: Vec<ColourRecord>,
}

#[derive(Serialize)]
struct ColourRecord {
    name: &'static str,
    start: String,
    /// `null` when the players share the colour.
    owner: Option<usize>,
}

impl Record {
    fn of(variant: &Variant) -> Record {
        let colours = variant.colours().map(|colour| ColourRecord {
            name: variant.colour_name(colour),
            start: variant.start(colour).to_string(),
            owner: variant.owner(colour).player().map(|player| player.index() + 1),
        });
        Record {
            name: variant.name().to_owned(),
            board: variant.size(),
            players: variant.player_count(),
            scoring: variant.scoring().to_string(),
            pieces: variant.pieces().iter().map(Piece::name).collect(),
            colours: colours.collect(),
        }
    }
}
