//! The most that a colour can place when nobody interferes.

use super::bits::Bits;
use super::board::Board;
use super::key::Key;
use super::meter::Meter;
use super::side::{Lists, Side};

/// Remembered results, 2 MiB of them; one replaces another at the same place.
const MEMORY: usize = 1 << 18;
/// The bits of a remembered word that are not from the key: squares, and whether they are exact or an upper
/// bound.
const EXACT: u64 = 1 << 7;
const SQUARES: u64 = EXACT - 1;

/// Finds the most squares that a side can place alone.
///
/// The order of the moves does not matter then, so that the search goes over anchors instead of moves:
/// the piece that will cover an anchor may as well come next, or else nothing will ever cover it.
pub(super) struct Alone {
    memory: Vec<u64>,
}

impl Alone {
    pub fn new() -> Alone {
        Alone { memory: vec![0; MEMORY] }
    }

    /// The most squares if they are more than `need`, else an upper bound that is not.
    pub fn most<const N: usize>(
        &mut self,
        board: &Board<N>,
        lists: &mut Lists,
        meter: &mut Meter<'_>,
        side: &Side<N>,
        need: i32,
    ) -> i32 {
        if side.is_finished() {
            return 0;
        }
        let ceiling = ceiling(board, side.free, side.live);
        if ceiling <= need {
            return ceiling;
        }
        let key = Key::alone(side);
        let place = key.place as usize % MEMORY;
        let check = key.check & !(EXACT | SQUARES);
        let known = self.memory[place];
        if known & !(EXACT | SQUARES) == check {
            let squares = (known & SQUARES) as i32;
            if known & EXACT != 0 || squares <= need {
                return squares;
            }
        }
        meter.tick();
        let anchor = side.anchors.first();
        let mark = lists.mark();
        let mut best = 0;
        for at in 0..side.len() {
            let id = lists.of(side)[at];
            if !board.cells[id as usize].meets(anchor) {
                continue;
            }
            let squares = board.census.squares(board.pieces[id as usize]);
            let after = lists.after_own(board, side, id);
            let rest = self.most(board, lists, meter, &after, need.max(best) - squares);
            lists.release(mark);
            best = best.max(squares + rest);
            if best == ceiling || meter.is_stopped() {
                break;
            }
        }
        if best < ceiling {
            let without = lists.narrowed(board, side, anchor, side.left);
            best = best.max(self.most(board, lists, meter, &without, need.max(best)));
            lists.release(mark);
        }
        if !meter.is_stopped() {
            let exact = if best > need { EXACT } else { 0 };
            self.memory[place] = check | exact | best as u64;
        }
        best
    }
}

/// A quick upper bound of the squares that a side can place in some cells.
///
/// Pieces of one colour share no edge, so that every pair of neighbouring free cells is inside of one
/// piece or has a cell that stays empty. A piece of s squares has s - 1 pairs inside, one more if it
/// contains a block of two by two; an empty cell accounts for as many as it has free neighbours.
#[inline]
pub(super) fn ceiling<const N: usize>(board: &Board<N>, free: Bits<N>, live: u32) -> i32 {
    let cells = free.len();
    let crowd = board.neighbours(free);
    let pairs = crowd.iter().sum::<i32>() / 2 - board.census.blocks(live);
    let fits = |squares: i32, pieces: i32| {
        let empty = cells - squares;
        let split = crowd.iter().map(|&many| many.min(empty)).sum::<i32>();
        empty >= 0 && pairs - (squares - pieces) <= split
    };
    let (mut squares, mut pieces) = (0, 0);
    for size in (1..=5).rev() {
        for _ in 0..board.census.count(live, size) {
            pieces += 1;
            if !fits(squares + size as i32, pieces) {
                let more = (1..size as i32).rev().find(|&more| fits(squares + more, pieces));
                return squares + more.unwrap_or(0);
            }
            squares += size as i32;
        }
    }
    squares
}
