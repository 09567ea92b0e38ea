//! The table below a text drawing: how each colour stands, and whose turn it is.

use std::fmt;

use super::palette::Palette;
use super::style::Theme;
use super::text::{Ink, coloured, sign};
use crate::piece::{Piece, PieceSet};
use crate::position::Position;
use crate::variant::{Colour, Owner};

/// The table, which is drawn when it is displayed.
pub(super) struct Standings<'p> {
    pub position: &'p Position,
    pub ink: Ink,
}

impl fmt::Display for Standings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standings { position, ink } = *self;
        let variant = position.variant();
        // Where each player has one colour, the colour's name says enough.
        let teams = variant.player_count() != variant.colour_count();
        let player = if teams { "  player" } else { "" };
        writeln!(f, "\n     colour  score  moves{player}  pieces left")?;
        for colour in variant.colours() {
            let turn = if position.to_play() == Some(colour) { '>' } else { ' ' };
            let name = variant.colour_name(colour);
            let (score, moves) = (position.score(colour), position.count_moves_of(colour));
            let player = match variant.owner(colour) {
                _ if !teams => String::new(),
                Owner::Player(player) => format!("  {:<6}", player.to_string()),
                Owner::Shared => format!("  {:<6}", "shared"),
            };
            let swatch = swatch(position, colour, ink);
            let left = pieces_left(position.pieces(colour), variant.pieces());
            writeln!(f, "{turn} {swatch} {name:<6}  {score:>5}  {moves:>5}{player}  {left}")?;
        }
        writeln!(f, "\n{}", verdict(position))
    }
}

/// A sample of a colour's pieces.
fn swatch(position: &Position, colour: Colour, ink: Ink) -> String {
    match ink {
        Ink::Plain => String::from_iter([sign(position, colour); 2]),
        Ink::Ansi => {
            let paint = Palette::new(position.variant(), Theme::Dark).paint(colour);
            coloured("  ", paint.terminal.mark, paint.terminal.fill)
        }
    }
}

fn pieces_left(left: PieceSet, set: PieceSet) -> String {
    if left == set {
        return format!("all {}", set.len());
    }
    if left.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<&str> = left.iter().map(Piece::name).collect();
    format!("{}: {}", left.len(), names.join(" "))
}

/// Whose turn it is, or who has won.
fn verdict(position: &Position) -> String {
    let variant = position.variant();
    if let Some(colour) = position.to_play() {
        let name = capitalised(variant.colour_name(colour));
        let player = match variant.owner(colour) {
            Owner::Player(_) if variant.player_count() == variant.colour_count() => String::new(),
            _ => format!(" (player {})", position.player_of(colour)),
        };
        return format!("{name}{player} to play, {} pieces on the board.", position.moves_played());
    }
    let scores = position.player_scores();
    let ranks = position.ranks();
    let winners: Vec<String> = variant
        .players()
        .filter(|player| ranks[player.index()] == 1)
        .map(|player| {
            let mut own = variant.colours_of(player);
            match (own.next(), own.next()) {
                (Some(colour), None) => variant.colour_name(colour).to_owned(),
                _ => format!("player {player}"),
            }
        })
        .collect();
    let mut sorted = scores;
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let scores: Vec<String> = sorted.iter().map(i32::to_string).collect();
    let scores = scores.join(", ");
    match &winners[..] {
        [winner] => format!("Game over: {winner} wins ({scores})."),
        all if all.len() == variant.player_count() => format!("Game over: a draw ({scores})."),
        several => format!("Game over: {} share the win ({scores}).", several.join(" and ")),
    }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}
