//! Moves in four characters: column, row, piece, orientation.
//!
//! `56t2` is the piece `t` in orientation 2 with its reference cell in column 5 from the left and row 6 from the
//! top; columns and rows are hexadecimal digits from 1 to e. Orientations of symmetric pieces that look the same
//! are the same move: all are read, the lowest one is written. A pass is `0000`.

use cornerwise_core::{Cell, Move, Ply};

use super::board::SIZE;

/// A pass.
pub const PASS: &str = "0000";

/// An offset from the reference cell, columns to the right and rows down.
type Offset = (i8, i8);

/// The pieces `a` to `u` in orientation 0.
const PIECES: [&[Offset]; 21] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(0, -1), (0, 0), (1, 0)],
    &[(0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, -1), (0, 0), (-1, 1), (0, 1)],
    &[(0, -1), (0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(-1, 0), (0, 0), (0, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, -2), (0, -1), (0, 0), (-1, 1), (0, 1)],
    &[(0, -2), (0, -1), (-1, 0), (0, 0), (-1, 1)],
    &[(0, -1), (-1, 0), (0, 0), (-1, 1), (0, 1)],
    &[(-1, -1), (0, -1), (0, 0), (-1, 1), (0, 1)],
    &[(0, -1), (0, 0), (1, 0), (0, 1), (0, 2)],
    &[(0, -1), (0, 0), (-1, 1), (0, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (1, 0), (2, 0)],
    &[(-1, -1), (0, -1), (0, 0), (1, 0), (1, 1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (1, 1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
    &[(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
];

const ORIENTATIONS: u8 = 8;

/// Why four characters are no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a move: {reason}")]
pub struct NotationError {
    text: String,
    reason: &'static str,
}

/// Reads four characters, in any case.
///
/// ```
/// use cornerwise_gtp::contest::notation::{read, write};
/// let ply = read(*b"56t2").unwrap();
/// assert_eq!(ply.to_string(), "e8,d9,e9,e10,f10");
/// assert_eq!(write(ply), "56t2");
/// ```
///
/// # Errors
/// Says which character is wrong, or that the piece is not on the board.
pub fn read(text: [u8; 4]) -> Result<Ply, NotationError> {
    if text == *b"0000" {
        return Ok(Ply::Pass);
    }
    let error = |reason| {
        let visible = |byte: &u8| if byte.is_ascii_graphic() { *byte as char } else { '\u{fffd}' };
        NotationError { text: text.iter().map(visible).collect(), reason }
    };
    let [x, y, piece, orientation] = text.map(|byte| byte.to_ascii_lowercase());
    let column = coordinate(x).ok_or_else(|| error("the column is not 1 to e"))?;
    let row = coordinate(y).ok_or_else(|| error("the row is not 1 to e"))?;
    let number = piece.checked_sub(b'a').map(usize::from).filter(|&number| number < PIECES.len());
    let number = number.ok_or_else(|| error("the piece is not a to u"))?;
    let orientation = orientation.checked_sub(b'0').filter(|&number| number < ORIENTATIONS);
    let orientation = orientation.ok_or_else(|| error("the orientation is not 0 to 7"))?;
    let mv = placement(Cell::new(column, SIZE - 1 - row), number, orientation);
    mv.map(Ply::Move).ok_or_else(|| error("the piece is not on the board"))
}

/// Writes a move on the 14×14 board, or a pass.
#[must_use]
pub fn write(ply: Ply) -> String {
    let Ply::Move(mv) = ply else { return PASS.to_owned() };
    let centre = Cell::new(SIZE / 2, SIZE / 2);
    let is_piece =
        |&number: &usize| placement(centre, number, 0).is_some_and(|it| it.piece() == mv.piece());
    let number = (0..PIECES.len()).find(is_piece).expect("every piece has a letter");
    for orientation in 0..ORIENTATIONS {
        for cell in mv.cells() {
            if placement(cell, number, orientation) == Some(mv) {
                let (x, y) = (digit(cell.column()), digit(SIZE - 1 - cell.row()));
                let piece = (b'a' + number as u8) as char;
                return format!("{x}{y}{piece}{orientation}");
            }
        }
    }
    unreachable!("{mv} is not on the board, or has no orientation")
}

/// The column from the left or row from the top of a digit, counted from 0.
fn coordinate(digit: u8) -> Option<usize> {
    (digit as char).to_digit(16)?.checked_sub(1).map(|at| at as usize).filter(|&at| at < SIZE)
}

fn digit(at: usize) -> char {
    char::from_digit(at as u32 + 1, 16).expect("the board has fewer columns than digits")
}

/// The piece with its reference cell here, if it is on the board.
fn placement(reference: Cell, piece: usize, orientation: u8) -> Option<Move> {
    let cells: Option<Vec<Cell>> = PIECES[piece]
        .iter()
        .map(|&offset| {
            let (columns, rows) = turn(offset, orientation);
            reference.offset(columns, -rows).filter(|cell| cell.is_on(SIZE))
        })
        .collect();
    Move::covering(cells?)
}

fn turn((x, y): Offset, orientation: u8) -> Offset {
    match orientation {
        0 => (x, y),
        1 => (-x, y),
        2 => (-y, x),
        3 => (y, x),
        4 => (-x, -y),
        5 => (x, -y),
        6 => (y, -x),
        _ => (-y, -x),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cornerwise_core::Tables;

    use super::*;

    /// Every text that could be a move.
    fn texts() -> impl Iterator<Item = [u8; 4]> {
        let coordinates = || b"123456789abcde".iter();
        coordinates().flat_map(move |&x| {
            coordinates().flat_map(move |&y| {
                (b'a'..=b'u').flat_map(move |piece| (b'0'..b'8').map(move |o| [x, y, piece, o]))
            })
        })
    }

    #[test]
    fn every_placement_is_written_as_one_text_and_read_again() {
        let tables = Tables::new("duo".parse().unwrap());
        let mut written = HashSet::new();
        for &mv in tables.placements() {
            let text = write(Ply::Move(mv));
            let bytes: [u8; 4] = text.as_bytes().try_into().unwrap();
            assert_eq!(read(bytes), Ok(Ply::Move(mv)), "{text}");
            assert!(written.insert(text));
        }
        assert_eq!(written.len(), 13_729);
    }

    #[test]
    fn aliases_are_read_and_the_lowest_is_written() {
        let mut read_ones = HashSet::new();
        for text in texts() {
            let Ok(ply) = read(text) else { continue };
            read_ones.insert(ply);
            let lowest = write(ply);
            // The letter is the piece's, and no alias has a lower orientation.
            assert_eq!(lowest.as_bytes()[2], text[2]);
            assert!(lowest.as_bytes()[3] <= text[3], "{lowest} for {ply}");
        }
        assert_eq!(read_ones.len(), 13_729);
        assert_eq!(read(*b"55H7"), read(*b"44h0"));
    }

    #[test]
    fn the_letters_are_the_pieces() {
        let names = "1 2 I3 V3 I4 L4 T4 O Z4 I5 L5 N P U Y T5 V5 W Z5 F X";
        for (letter, name) in (b'a'..=b'u').zip(names.split(' ')) {
            let Ok(Ply::Move(mv)) = read([b'7', b'7', letter, b'0']) else { panic!("{name}") };
            assert_eq!(mv.piece().name(), name);
        }
    }

    #[test]
    fn the_start_cells_are_ours() {
        assert_eq!(read(*b"55a0").unwrap().to_string(), "e10");
        assert_eq!(read(*b"AAa0").unwrap().to_string(), "j5");
        assert_eq!(read(*b"0000"), Ok(Ply::Pass));
        assert_eq!(write(Ply::Pass), "0000");
    }

    #[test]
    fn what_is_no_move_is_told() {
        for (text, reason) in [
            (b"05a0", "\"05a0\" is not a move: the column is not 1 to e"),
            (b"5fa0", "\"5fa0\" is not a move: the row is not 1 to e"),
            (b"55v0", "\"55v0\" is not a move: the piece is not a to u"),
            (b"5550", "\"5550\" is not a move: the piece is not a to u"),
            (b"55a8", "\"55a8\" is not a move: the orientation is not 0 to 7"),
            (b"11u0", "\"11u0\" is not a move: the piece is not on the board"),
            (
                b"\x00\xff\nx",
                "\"\u{fffd}\u{fffd}\u{fffd}x\" is not a move: the column is not 1 to e",
            ),
        ] {
            assert_eq!(read(*text).unwrap_err().to_string(), reason);
        }
    }
}
