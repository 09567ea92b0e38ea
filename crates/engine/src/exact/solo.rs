//! What colours can play that do not reach each other's cells.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::board::Board;
use super::side::{Lists, Side};
use super::tree_count::Folded;

/// By length, how many lines of moves a colour has, and after how many of them it has no move left.
pub(super) type Alone = Rc<[Lines]>;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub all: u128,
    pub ended: u128,
}

/// The lines of single colours, counted once each.
#[derive(Default)]
pub(super) struct Solo {
    known: HashMap<(u64, u64, u32), Alone, BuildHasherDefault<Folded>>,
}

impl Solo {
    /// The lines of a side that nobody gets in the way of.
    pub fn alone(&mut self, board: &Board<1>, lists: &mut Lists, side: &Side<1>) -> Alone {
        let key = (side.free.0[0], side.anchors.0[0], side.live);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let mut lines = vec![Lines { all: 1, ended: side.is_finished().into() }];
        for at in 0..side.len() {
            let id = lists.of(side)[at];
            if !board.cells[id as usize].meets(side.anchors) {
                continue;
            }
            let mark = lists.mark();
            let child = lists.after_own(board, side, id);
            let below = self.alone(board, lists, &child);
            lists.release(mark);
            if lines.len() <= below.len() {
                lines.resize(below.len() + 1, Lines::default());
            }
            for (sum, more) in lines[1..].iter_mut().zip(below.iter()) {
                sum.all += more.all;
                sum.ended += more.ended;
            }
        }
        let alone: Alone = lines.into();
        self.known.insert(key, Rc::clone(&alone));
        alone
    }
}

/// Tells how many lines and finished games of each length there are when colours take turns and nobody gets in
/// another's way. A length may be told several times.
pub(super) fn interleave<const C: usize>(
    alone: &[Alone; C],
    to_play: usize,
    mut tell: impl FnMut(usize, u128, u128),
) {
    // Every colour has played one of its lines of this length; whether it ended with it shows at its next turn.
    let round = Round { played: [0; C], is_out: [false; C], counts: [1; C], to_play, plies: 0 };
    round.play_on(alone, &mut tell);
}

#[derive(Clone, Copy)]
struct Round<const C: usize> {
    played: [usize; C],
    is_out: [bool; C],
    counts: [u128; C],
    to_play: usize,
    plies: usize,
}

impl<const C: usize> Round<C> {
    fn play_on(mut self, alone: &[Alone; C], tell: &mut impl FnMut(usize, u128, u128)) {
        let colour = self.to_play;
        self.to_play = (colour + 1) % C;
        if self.is_out[colour] {
            return self.play_on(alone, tell);
        }
        let played = self.played[colour];
        if alone[colour][played].ended > 0 {
            let mut out = self;
            out.is_out[colour] = true;
            out.counts[colour] = alone[colour][played].ended;
            if out.is_out == [true; C] {
                tell(out.plies, 0, out.counts.iter().product());
            } else {
                out.play_on(alone, tell);
            }
        }
        if let Some(more) = alone[colour].get(played + 1) {
            self.played[colour] += 1;
            self.counts[colour] = more.all;
            self.plies += 1;
            tell(self.plies, self.counts.iter().product(), 0);
            self.play_on(alone, tell);
        }
    }
}
