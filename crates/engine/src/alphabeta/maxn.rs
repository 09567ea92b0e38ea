//! Full-width search in which every player wants the most for itself.

use std::cmp::{Ordering, Reverse};
use std::mem;
use std::ops::ControlFlow;

use cornerwise_core::{Move, Player, Position, PositionStack};

use super::choice::{Choice, Picks};
use super::effort::{Effort, RootMove};
use super::frontier::for_each_leaf;
use super::history::History;
use super::judge::{Judge, Outcome, Values};
use super::table::{Bound, Table, WHOLE};
use super::variation::Variations;

/// A search of one position. With a judge that knows two sides only, this is minimax.
pub(crate) struct MaxN<'a> {
    pub judge: &'a Judge,
    pub choice: &'a Choice,
    pub table: &'a mut Table<Values>,
    pub effort: &'a mut Effort,
    /// Nothing is cut off here; the order of moves has no history.
    history: History,
    line: PositionStack,
    picks: Vec<Picks>,
    variations: Variations,
    scratch: Vec<Move>,
    is_estimate: bool,
}

impl<'a> MaxN<'a> {
    pub(crate) fn new(
        position: &Position,
        judge: &'a Judge,
        choice: &'a Choice,
        table: &'a mut Table<Values>,
        effort: &'a mut Effort,
    ) -> MaxN<'a> {
        MaxN {
            judge,
            choice,
            table,
            effort,
            history: History::default(),
            line: PositionStack::new(position.clone()),
            picks: Vec::new(),
            variations: Variations::default(),
            scratch: Vec::new(),
            is_estimate: false,
        }
    }

    /// The moves to search at the root, in order.
    pub(crate) fn root_moves(&mut self) -> Vec<RootMove> {
        self.choice.root_moves(&mut self.line, &self.history)
    }

    /// Searches every root move to a depth and puts the best first. When it has to be given up, the moves
    /// stay as they were. Answers the values after the best move and whether they are certain, not guessed.
    pub(crate) fn iterate(
        &mut self,
        depth: usize,
        moves: &mut [RootMove],
    ) -> Option<(Values, bool)> {
        self.is_estimate = Choice::is_narrow(self.line.position(), moves.len());
        let player = self.line.position().player_to_play()?;
        let mut searched = moves.to_vec();
        let mut best: Option<Values> = None;
        for root in &mut searched {
            let before = self.effort.nodes;
            let values = self.child(root.mv, 0, depth);
            if self.effort.is_up {
                return None;
            }
            root.nodes = self.effort.nodes - before;
            root.value = Some(values[player.index()]);
            root.line.truncate(1);
            root.line.extend_from_slice(self.variations.from(1));
            if best.is_none_or(|best| prefers(player, &values, &best)) {
                best = Some(values);
            }
        }
        searched.sort_by_key(|root| Reverse(root.value));
        moves.clone_from_slice(&searched);
        best.map(|values| (values, !self.is_estimate))
    }

    fn child(&mut self, mv: Move, ply: usize, depth: usize) -> Values {
        self.line.push(mv);
        let values = if self.line.position().is_over() || depth == 1 {
            self.variations.clear(ply + 1);
            self.is_estimate |= !self.line.position().is_over();
            self.effort.visit_leaf();
            Values::of(self.judge, self.line.position())
        } else {
            self.search(ply + 1, depth - 1)
        };
        self.line.pop();
        values
    }

    /// The values of the position at the end of the line. The game is not over, and the depth is at least 1.
    fn search(&mut self, ply: usize, depth: usize) -> Values {
        self.variations.clear(ply);
        let player = self.line.position().player_to_play();
        let Some(player) = player.filter(|_| !self.effort.visit()) else {
            return Values::default();
        };
        let key = self.choice.key(self.line.position(), ply);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| usize::from(entry.depth) >= depth) {
            self.is_estimate |= entry.depth != WHOLE;
            return entry.value;
        }
        let estimate_before = mem::take(&mut self.is_estimate);
        if self.picks.len() <= ply {
            self.picks.resize_with(ply + 1, Picks::default);
        }
        let mut picks = mem::take(&mut self.picks[ply]);
        let best = if depth == 1 && self.choice.width == 0 {
            self.frontier(ply, player, &mut picks)
        } else {
            picks.fill(self.choice, &mut self.line, ply, &self.history, known.map(|e| e.mv));
            self.is_estimate |= picks.is_narrowed;
            let mut best: Option<(Values, Move)> = None;
            while let Some(mv) = picks.next() {
                let values = self.child(mv, ply, depth);
                if self.effort.is_up {
                    break;
                }
                if best.is_none_or(|(best, _)| prefers(player, &values, &best)) {
                    best = Some((values, mv));
                    self.variations.extend(ply, mv);
                }
            }
            best
        };
        self.picks[ply] = picks;
        if let Some((values, mv)) = best.filter(|_| !self.effort.is_up) {
            // What cannot be guessed wrong is right for every depth.
            let depth =
                if self.is_estimate { depth.min(usize::from(WHOLE) - 1) as u8 } else { WHOLE };
            self.table.put(key, mv, values, depth, Bound::Exact);
        }
        self.is_estimate |= estimate_before;
        best.map_or_else(Values::default, |(values, _)| values)
    }

    /// The last ply: every move is judged.
    fn frontier(
        &mut self,
        ply: usize,
        player: Player,
        picks: &mut Picks,
    ) -> Option<(Values, Move)> {
        let colour = self.line.position().to_play()?;
        let mut estimate =
            self.is_estimate | self.choice.list(&self.line, colour, &mut picks.moves);
        let mut best: Option<(Values, Move)> = None;
        let effort = &mut *self.effort;
        let moves = picks.moves.iter().copied();
        let scratch = &mut self.scratch;
        for_each_leaf(self.judge, &mut self.line, moves, scratch, |mv, values: Values, is_end| {
            estimate |= !is_end;
            if best.is_none_or(|(best, _)| prefers(player, &values, &best)) {
                best = Some((values, mv));
            }
            if effort.visit_leaf() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.is_estimate = estimate;
        let (_, mv) = best?;
        self.variations.clear(ply + 1);
        self.variations.extend(ply, mv);
        best
    }
}

/// Whether a player would rather have these values: more for itself or, where that is the same, less for
/// the others, the first of them first. So the value of a position does not depend on the order of moves.
pub(crate) fn prefers(player: Player, values: &Values, to: &Values) -> bool {
    let own = player.index();
    match values[own].cmp(&to[own]) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => values < to,
    }
}
