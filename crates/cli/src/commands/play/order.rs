//! What the user types.

use std::path::PathBuf;

use cornerwise_core::{Cell, Move, ParseMoveError, Piece};

/// One line of the user, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Place a piece.
    Play(Move),
    /// Place the piece over the cell if there is only one way, else list the ways.
    Place(Piece, Cell),
    /// Play a move of the last list, counted from 1.
    Choose(usize),
    /// Show a move of the last list on the board.
    Show(usize),
    /// List the legal moves of a piece or over a cell.
    List(Filter),
    Pieces,
    Board,
    Hint,
    Undo,
    New,
    Save(PathBuf),
    Help,
    Quit,
    /// An empty line.
    Nothing,
}

/// Which moves to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub piece: Option<Piece>,
    pub cell: Option<Cell>,
}

impl Filter {
    pub fn admits(self, mv: Move) -> bool {
        self.piece.is_none_or(|piece| mv.piece() == piece)
            && self.cell.is_none_or(|cell| mv.cells().any(|covered| covered == cell))
    }
}

/// The orders, told to the user.
pub const HELP: &str = "  e10,e11,f11   place the piece that covers these cells
  moves F       number the legal moves of piece F; also `moves e10`, `moves F e10`, or just `F`
  7             play number 7 of the last list
  show 7        look at number 7 on the board first
  F e10         place piece F over e10 if there is only one way, else list the ways
  moves         count the legal moves of each piece
  hint          see what the computer would play
  undo          take back your last move and what followed
  pieces        the pieces that everyone has left
  board         draw the board again
  save FILE     write the game so far to FILE.blksgf
  new           start again
  quit          leave; so does the end of input (Ctrl-D)
A cell is a column letter and a row number, a1 at the lower left. Your first piece covers your start
cell; every later one touches your own pieces at corners only. Passing happens by itself.";

impl Order {
    /// Understands a line, or says in one sentence why not.
    pub fn parse(line: &str) -> Result<Order, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else { return Ok(Order::Nothing) };
        let rest = &words[1..];
        let alone = |order: Order| {
            if rest.is_empty() { Ok(order) } else { Err(format!("`{first}` stands alone")) }
        };
        match first.to_ascii_lowercase().as_str() {
            "help" | "h" | "?" => return alone(Order::Help),
            "quit" | "q" | "exit" => return alone(Order::Quit),
            "undo" => return alone(Order::Undo),
            "hint" => return alone(Order::Hint),
            "new" => return alone(Order::New),
            "board" => return alone(Order::Board),
            "pieces" => return alone(Order::Pieces),
            "pass" => return Err("there is no need to pass: it happens by itself".to_owned()),
            "save" => {
                let name = line.trim_start()["save".len()..].trim();
                if name.is_empty() {
                    return Err("save needs a file name, such as `save game.blksgf`".to_owned());
                }
                return Ok(Order::Save(PathBuf::from(name)));
            }
            "show" => {
                let number = (rest.len() == 1).then(|| rest[0].parse().ok()).flatten();
                return number.map(Order::Show).ok_or_else(|| "show needs one number".to_owned());
            }
            "moves" => return filter(rest).map(Order::List),
            _ => {}
        }
        if let (Ok(number), []) = (first.parse(), rest) {
            return Ok(Order::Choose(number));
        }
        if let Ok(piece) = first.parse::<Piece>() {
            match rest {
                [] => return Ok(Order::List(Filter { piece: Some(piece), cell: None })),
                [cell] => {
                    let cell = cell.parse().map_err(|error: ParseMoveError| error.to_string())?;
                    return Ok(Order::Place(piece, cell));
                }
                _ => {}
            }
        }
        placement(first, &words)
    }
}

/// Reads cells, joined by commas or spaces.
fn placement(first: &str, words: &[&str]) -> Result<Order, String> {
    let text = words.join(",").replace(",,", ",");
    let cells_meant = text.contains(',') || text.bytes().any(|b| b.is_ascii_digit());
    let starts_as_cell = text.split(',').next().is_some_and(|word| word.parse::<Cell>().is_ok());
    if !cells_meant || (words.len() > 1 && !starts_as_cell) {
        let shown: String = first.chars().filter(|c| !c.is_control()).take(40).collect();
        return Err(format!("\"{shown}\" is no move and no command; `help` lists them"));
    }
    text.parse().map(Order::Play).map_err(|error| error.to_string())
}

/// Reads `[PIECE] [CELL]`.
fn filter(words: &[&str]) -> Result<Filter, String> {
    let mut filter = Filter::default();
    for word in words {
        if let (Ok(piece), None) = (word.parse(), filter.piece) {
            filter.piece = Some(piece);
        } else if let (Ok(cell), None) = (word.parse(), filter.cell) {
            filter.cell = Some(cell);
        } else {
            return Err("moves takes a piece such as F, a cell such as e10, or both".to_owned());
        }
    }
    Ok(filter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str) -> Piece {
        name.parse().unwrap()
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn orders_are_understood() {
        let filter =
            |p: Option<&str>, c: Option<&str>| Filter { piece: p.map(piece), cell: c.map(cell) };
        let cases = [
            ("", Order::Nothing),
            (" QUIT ", Order::Quit),
            ("7", Order::Choose(7)),
            ("1", Order::Choose(1)),
            ("f", Order::List(filter(Some("F"), None))),
            ("u", Order::List(filter(Some("U"), None))),
            ("moves 1", Order::List(filter(Some("1"), None))),
            ("moves e10 f", Order::List(filter(Some("F"), Some("e10")))),
            ("moves", Order::List(filter(None, None))),
            ("F e10", Order::Place(piece("F"), cell("e10"))),
            ("1 e10", Order::Place(piece("1"), cell("e10"))),
            ("e10", Order::Play("e10".parse().unwrap())),
            ("E10 e11, f11", Order::Play("e10,e11,f11".parse().unwrap())),
            ("show 3", Order::Show(3)),
            ("save my game.blksgf", Order::Save(PathBuf::from("my game.blksgf"))),
        ];
        for (line, order) in cases {
            assert_eq!(Order::parse(line), Ok(order), "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_explained() {
        let cases = [
            ("hlep", "\"hlep\" is no move and no command; `help` lists them"),
            ("what now, then", "\"what\" is no move and no command; `help` lists them"),
            ("pass", "there is no need to pass: it happens by itself"),
            ("a1,a1", "cell a1 is named twice"),
            ("a1,b2", "the cells a1,b2 do not form a piece"),
            ("u9", "\"u9\" is not a cell; cells are a1 to t20"),
            ("moves Q", "moves takes a piece such as F, a cell such as e10, or both"),
            ("quit now", "`quit` stands alone"),
            ("save", "save needs a file name, such as `save game.blksgf`"),
        ];
        for (line, error) in cases {
            assert_eq!(Order::parse(line), Err(error.to_owned()), "{line}");
        }
    }
}
