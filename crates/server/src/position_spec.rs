//! Positions as text: a variant, perhaps a board that is set up, and moves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use cornerwise_core::{
    Cell, CellSet, Colour, Game, Move, PlayError, Ply, Position, Tables, Variant, excerpt,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::refusal::{Code, Refusal};
use crate::why::Why;

/// More entries than any game has turns.
const MOST_MOVES: usize = 400;

/// A board with pieces on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The rows from the top: `.` for a free cell, `1` to `4` for a colour.
    pub board: Vec<String>,
    /// The number of the colour to play; if it cannot move, it is the next one that can.
    pub to_play: usize,
}

/// A position as somebody sends it: what the moves lead to, from the start or from a board that is set up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The name of a preset.
    #[schema(example = "duo")]
    pub variant: String,
    /// What is set up before the moves.
    #[serde(default)]
    pub setup: Option<Setup>,
    /// The moves; forced passes may be written as `pass` or left out.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A position whose moves were read. Whether they are legal shows when the game is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionSpec {
    /// The name of a preset.
    pub variant: String,
    /// What is set up before the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// The moves, and passes that were written.
    #[serde(default)]
    pub moves: Vec<Ply>,
}

/// Tables of variants, made once.
#[derive(Default)]
pub struct TablesCache(Mutex<HashMap<String, Arc<Tables>>>);

impl TablesCache {
    /// The tables of a preset.
    ///
    /// # Errors
    /// When there is no such preset.
    pub fn tables(&self, name: &str) -> Result<Arc<Tables>, Refusal> {
        let mut known = self.0.lock().expect("nobody panics with it");
        if let Some(tables) = known.get(name) {
            return Ok(Arc::clone(tables));
        }
        let variant: Variant = name
            .parse()
            .map_err(|error| Refusal::new(Code::Malformed, format!("variant: {error}")))?;
        let tables = Tables::new(variant);
        known.insert(name.to_owned(), Arc::clone(&tables));
        Ok(tables)
    }
}

impl PositionRequest {
    /// Reads the moves.
    ///
    /// # Errors
    /// Says which move is ill written.
    pub fn read(self) -> Result<PositionSpec, Refusal> {
        if self.moves.len() > MOST_MOVES {
            let text = format!("{} moves; no game has more than {MOST_MOVES}", self.moves.len());
            return Err(Refusal::new(Code::Malformed, text));
        }
        let read = |(at, word): (usize, &String)| {
            word.parse().map_err(|error| {
                let text = format!("move {} ({}): {error}", at + 1, excerpt(word));
                Refusal::new(Code::Malformed, text)
            })
        };
        let moves = self.moves.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(PositionSpec { variant: self.variant, setup: self.setup, moves })
    }

    /// The game that the moves make.
    ///
    /// # Errors
    /// Says which move is ill written or breaks which rule.
    pub fn game(self, tables_cache: &TablesCache) -> Result<Game, Refusal> {
        self.read()?.game(tables_cache)
    }
}

impl PositionSpec {
    /// Where the moves begin.
    fn start(&self, tables_cache: &TablesCache) -> Result<Position, Refusal> {
        let tables = tables_cache.tables(&self.variant)?;
        match &self.setup {
            None => Ok(Position::new(&tables)),
            Some(setup) => setup.position(&tables),
        }
    }

    /// The game that the moves make.
    ///
    /// # Errors
    /// When there is no such variant, the board cannot be set up, or a move breaks a rule.
    pub fn game(&self, tables_cache: &TablesCache) -> Result<Game, Refusal> {
        let mut game = Game::new(self.start(tables_cache)?);
        let mut passes = 0;
        for (at, ply) in self.moves.iter().enumerate() {
            let place = |text: String| format!("move {} ({ply}): {text}", at + 1);
            match *ply {
                Ply::Pass => {
                    passes += 1;
                    if passes > game.position().passes_before() {
                        let text = place("a colour that can move may not pass".to_owned());
                        return Err(Refusal::new(Code::Illegal, text));
                    }
                }
                Ply::Move(mv) => {
                    passes = 0;
                    play(&mut game, mv).map_err(|refusal| Refusal {
                        message: place(refusal.message.clone()),
                        ..refusal
                    })?;
                }
            }
        }
        Ok(game)
    }
}

/// Plays a move of the colour to play.
fn play(game: &mut Game, mv: Move) -> Result<(), Refusal> {
    let over = || Refusal::new(Code::Illegal, "the game is over");
    let colour = game.position().to_play().ok_or_else(over)?;
    let why = Why::of_move(game.position(), colour, mv);
    if !why.legal {
        return Err(Refusal::of_placement(why));
    }
    game.play(mv).map_err(|error| Refusal::new(Code::Illegal, error.to_string()))
}

impl Setup {
    /// The position with these pieces on the board.
    ///
    /// # Errors
    /// Says which row, group of cells or piece is wrong.
    pub fn position(&self, tables: &Arc<Tables>) -> Result<Position, Refusal> {
        let variant = tables.variant();
        let malformed = |text: String| Refusal::new(Code::Malformed, format!("setup: {text}"));
        let colours = variant.colour_count();
        if !(1..=colours).contains(&self.to_play) {
            return Err(malformed(format!(
                "to_play is {}; the colours are 1 to {colours}",
                self.to_play
            )));
        }
        let cells = self.cells(variant).map_err(malformed)?;
        let mut pieces = Vec::new();
        for (colour, mut rest) in variant.colours().zip(cells) {
            while let Some(cell) = rest.iter().next() {
                let group = group(cell, rest, variant.size());
                let name = variant.colour_name(colour);
                let mv = Move::covering(group.iter()).ok_or_else(|| Refusal {
                    cells: crate::why::names(group.iter()),
                    ..Refusal::new(
                        Code::Illegal,
                        format!("setup: {name} has {} connected cells around {cell}; pieces of one colour never share an edge, and have at most 5 squares", group.len()),
                    )
                })?;
                pieces.push((colour, mv));
                rest = rest - group;
            }
        }
        let told = |error: PlayError| {
            let text = match error {
                PlayError::PieceUsed { colour, piece } => {
                    format!("{} has piece {piece} twice", variant.colour_name(colour))
                }
                other => other.to_string(),
            };
            Refusal::new(Code::Illegal, format!("setup: {text}"))
        };
        Position::set_up(tables, pieces, Colour::from_index(self.to_play - 1)).map_err(told)
    }

    /// The cells of each colour.
    fn cells(&self, variant: &Variant) -> Result<[CellSet; Colour::MAX], String> {
        let size = variant.size();
        if self.board.len() != size {
            return Err(format!("the board has {} rows, not {size}", self.board.len()));
        }
        let mut cells = [CellSet::EMPTY; Colour::MAX];
        for (at, line) in self.board.iter().enumerate() {
            let row = size - 1 - at;
            let count = line.chars().count();
            if count != size {
                return Err(format!("row {} has {count} cells, not {size}", row + 1));
            }
            for (column, letter) in line.chars().enumerate() {
                let cell = Cell::new(column, row);
                match letter.to_digit(10) {
                    Some(number) if (1..=variant.colour_count()).contains(&(number as usize)) => {
                        cells[number as usize - 1].insert(cell);
                    }
                    _ if letter == '.' => {}
                    _ => {
                        return Err(format!(
                            "{cell} is {letter:?}; it can be . or a colour's number"
                        ));
                    }
                }
            }
        }
        Ok(cells)
    }
}

/// The cells that are connected with this one over edges.
fn group(cell: Cell, among: CellSet, size: usize) -> CellSet {
    let mut group: CellSet = [cell].into_iter().collect();
    loop {
        let grown = group | (group.edge_neighbours(size) & among);
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// The rows of a position's board from the top, as in [`Setup`].
pub fn board(position: &Position) -> Vec<String> {
    let size = position.variant().size();
    let letter = |cell| match position.occupant(cell) {
        None => '.',
        Some(colour) => char::from(b'0' + colour.number() as u8),
    };
    let row = |row| (0..size).map(|column| letter(Cell::new(column, row))).collect();
    (0..size).rev().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(board: &[&str], to_play: usize) -> Setup {
        Setup { board: board.iter().map(|&row| row.to_owned()).collect(), to_play }
    }

    #[test]
    fn a_board_is_set_up_as_it_is_written() {
        let tables_cache = TablesCache::default();
        let tables = tables_cache.tables("5x5").unwrap();
        let rows = ["11...", "..1..", ".....", "...2.", "..2.2"];
        let position = setup(&rows, 2).position(&tables).unwrap_err();
        assert!(position.message.contains("piece 1 twice"), "{position}");
        let rows = ["11...", "..1..", ".....", "...2.", ".22.."];
        let position = setup(&rows, 2).position(&tables).unwrap();
        assert_eq!(board(&position), rows);
        assert_eq!(position.to_play(), Some(Colour::from_index(1)));
        assert_eq!(position.placed_count(Colour::from_index(0)), 2);
    }

    #[test]
    fn what_cannot_be_set_up_is_told() {
        let tables = TablesCache::default().tables("5x5").unwrap();
        let free = ".....";
        for (rows, to_play, part) in [
            (vec![free; 4], 1, "4 rows, not 5"),
            (vec![free, free, "......", free, free], 1, "row 3 has 6 cells"),
            (vec!["3....", free, free, free, free], 1, "a5 is '3'"),
            (vec!["11111", "1....", free, free, free], 1, "6 connected cells"),
            (vec![free; 5], 3, "to_play is 3"),
        ] {
            let error = setup(&rows, to_play).position(&tables).unwrap_err();
            assert!(error.message.contains(part), "{error}");
        }
    }

    #[test]
    fn moves_are_played_and_the_wrong_one_is_named() {
        let tables_cache = TablesCache::default();
        let place = |moves: &[&str]| PositionRequest {
            variant: "5x5".to_owned(),
            setup: None,
            moves: moves.iter().map(|&word| word.to_owned()).collect(),
        };
        assert_eq!(place(&["a5", "e1"]).game(&tables_cache).unwrap().moves().len(), 2);
        let error = place(&["a5", "e2"]).game(&tables_cache).unwrap_err();
        assert_eq!(error.message, "move 2 (e2): white's first piece must cover e1");
        assert_eq!(place(&["pass"]).game(&tables_cache).unwrap_err().code, Code::Illegal);
        let error = place(&["a5", "x"]).game(&tables_cache).unwrap_err();
        assert_eq!(error.code, Code::Malformed);
        assert_eq!(error.message, "move 2 (x): \"x\" is not a cell; cells are a1 to t20");
    }

    #[test]
    fn moves_are_kept_as_text() {
        let moves = ["B5,a5", "e1", "Pass"].map(str::to_owned).to_vec();
        let request = PositionRequest { variant: "5x5".to_owned(), setup: None, moves };
        let spec = request.read().unwrap();
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(text, r#"{"variant":"5x5","moves":["a5,b5","e1","pass"]}"#);
        assert_eq!(serde_json::from_str::<PositionSpec>(&text).unwrap(), spec);
    }
}
