//! Small pictures of pieces for the terminal.

use cornerwise_core::{Orientation, Piece, PieceSet};

/// The widest line.
const WIDTH: usize = 78;
/// Pieces lie flat, so that none is higher than three squares: two lines of half blocks.
const LINES: usize = 2;

/// The pieces side by side, with their names below, in as many rows as needed.
pub fn pictures(pieces: PieceSet) -> String {
    let mut text = String::new();
    let mut rows = vec![Vec::new(); LINES + 1];
    let mut used = 0;
    // The largest pieces first: they are to be played first.
    let mut order: Vec<Piece> = pieces.iter().collect();
    order.sort_by_key(|piece| std::cmp::Reverse(piece.size()));
    for piece in order {
        let picture = picture(piece);
        let width = picture.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let width = width.max(piece.name().len());
        if used + width + 2 > WIDTH {
            finish_rows(&mut rows, &mut text);
            used = 0;
        }
        let name = piece.name().to_owned();
        for (row, cell) in rows.iter_mut().zip(picture.into_iter().chain([name])) {
            row.push(format!("  {cell:<width$}"));
        }
        used += width + 2;
    }
    finish_rows(&mut rows, &mut text);
    text
}

fn finish_rows(rows: &mut [Vec<String>], text: &mut String) {
    for row in rows {
        let line = row.concat();
        let line = line.trim_end();
        // A row of low pieces has nothing in its upper line.
        if !line.is_empty() {
            text.push_str(line);
            text.push('\n');
        }
        row.clear();
    }
}

/// The flattest orientation of a piece, two rows of squares a line, the lowest row last.
fn picture(piece: Piece) -> Vec<String> {
    let extent = |orientation: Orientation| {
        let offsets = orientation.offsets();
        let height = offsets.iter().map(|&(_, row)| row).max().unwrap_or(0);
        (height, orientation.index())
    };
    let turned = Orientation::all().filter(|orientation| orientation.piece() == piece);
    let flat = turned.min_by_key(|&orientation| extent(orientation)).expect("a piece has a shape");
    let offsets = flat.offsets();
    let left = offsets.iter().map(|&(column, _)| column).min().unwrap_or(0);
    let right = offsets.iter().map(|&(column, _)| column).max().unwrap_or(0);
    let filled = |column: i8, row: i8| offsets.contains(&(column, row));
    let line = |lower: i8| -> String {
        (left..=right)
            .map(|column| match (filled(column, lower + 1), filled(column, lower)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            })
            .collect()
    };
    (0..LINES as i8).rev().map(|i| line(2 * i)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_drawn() {
        let squares = |text: &str| -> usize {
            text.chars()
                .map(|c| match c {
                    '█' => 2,
                    '▀' | '▄' => 1,
                    _ => 0,
                })
                .sum()
        };
        for piece in Piece::all() {
            assert_eq!(squares(&picture(piece).concat()), piece.size(), "{piece}");
        }
        let all = pictures(PieceSet::ALL);
        assert_eq!(squares(&all), 89);
        assert!(all.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(pictures(PieceSet::EMPTY).is_empty());
    }
}
