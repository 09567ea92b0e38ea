//! Principal-variation search: one player against all others.

use std::mem;
use std::ops::ControlFlow;

use cornerwise_core::{Colour, Move, Orientation, Position, PositionStack};

use super::choice::{Choice, Picks};
use super::effort::{Effort, RootMove};
use super::frontier::for_each_leaf;
use super::history::History;
use super::judge::{Judge, Outcome};
use super::table::{Bound, Table, WHOLE};
use super::variation::Variations;

/// Beyond all values, and its opposite is too.
const INFINITE: i32 = i32::MAX;

/// A search of one position.
pub(crate) struct Negamax<'a> {
    pub judge: &'a Judge,
    pub choice: &'a Choice,
    pub table: &'a mut Table<i32>,
    pub history: &'a mut History,
    pub effort: &'a mut Effort,
    line: PositionStack,
    /// The moves of every ply, kept for their memory.
    picks: Vec<Picks>,
    variations: Variations,
    scratch: Vec<Move>,
    /// Whether a value was guessed or a move left out since this was last cleared.
    is_estimate: bool,
}

impl<'a> Negamax<'a> {
    pub(crate) fn new(
        position: &Position,
        judge: &'a Judge,
        choice: &'a Choice,
        table: &'a mut Table<i32>,
        history: &'a mut History,
        effort: &'a mut Effort,
    ) -> Negamax<'a> {
        Negamax {
            judge,
            choice,
            table,
            history,
            effort,
            line: PositionStack::new(position.clone()),
            picks: Vec::new(),
            variations: Variations::default(),
            scratch: Vec::new(),
            is_estimate: false,
        }
    }

    /// The moves to search at the root, in order.
    pub(crate) fn root_moves(&mut self) -> Vec<RootMove> {
        self.choice.root_moves(&mut self.line, self.history)
    }

    /// Searches every root move to a depth and puts the best first. When it has to be given up, the best of
    /// what was finished is first. Answers whether the result is certain, not guessed.
    pub(crate) fn iterate(&mut self, depth: usize, moves: &mut [RootMove]) -> bool {
        self.is_estimate = Choice::is_narrow(self.line.position(), moves.len());
        let mut best = -INFINITE;
        let mut done = 0;
        for (at, root) in moves.iter_mut().enumerate() {
            let before = self.effort.nodes;
            let value = self.child(root.mv, 0, depth, best, INFINITE, at == 0);
            if self.effort.is_up {
                break;
            }
            root.nodes = self.effort.nodes - before;
            root.value = Some(value);
            if value > best {
                best = value;
                root.line.truncate(1);
                root.line.extend_from_slice(self.variations.from(1));
            }
            done = at + 1;
        }
        // Values that were not reached are of the last iteration; those moves stay behind, in their order.
        moves[..done].sort_by_key(|root| std::cmp::Reverse(root.value));
        !self.is_estimate && !self.effort.is_up
    }

    /// Whether the searching player is to move at the end of the line.
    #[inline]
    fn is_ours(&self) -> bool {
        self.line.position().player_to_play() == Some(self.judge.root)
    }

    /// The value of a move for the side that makes it, in the window between the bounds. All but the first
    /// move are only asked whether they are better than the lower bound, and searched again if so.
    fn child(
        &mut self,
        mv: Move,
        ply: usize,
        depth: usize,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> i32 {
        let ours = self.is_ours();
        self.line.push(mv);
        let value = if self.line.position().is_over() || depth == 1 {
            self.variations.clear(ply + 1);
            self.is_estimate |= !self.line.position().is_over();
            self.effort.visit_leaf();
            signed(i32::of(self.judge, self.line.position()), ours)
        } else {
            let same = self.is_ours() == ours;
            let mut search = |alpha: i32, beta: i32| {
                if same {
                    self.search(ply + 1, depth - 1, alpha, beta)
                } else {
                    -self.search(ply + 1, depth - 1, -beta, -alpha)
                }
            };
            if first || beta - 1 <= alpha || alpha == -INFINITE {
                search(alpha, beta)
            } else {
                let value = search(alpha, alpha + 1);
                if value > alpha && value < beta { search(alpha, beta) } else { value }
            }
        };
        self.line.pop();
        value
    }

    /// The value of the position at the end of the line for the side to move; a bound of it when it is
    /// not between alpha and beta. The game is not over, and the depth is at least 1.
    fn search(&mut self, ply: usize, depth: usize, mut alpha: i32, beta: i32) -> i32 {
        self.variations.clear(ply);
        if self.effort.visit() {
            return alpha;
        }
        let key = self.choice.key(self.line.position(), ply);
        let mut known = None;
        if let Some(entry) = self.table.get(key) {
            known = Some(entry.mv);
            if usize::from(entry.depth) >= depth {
                let holds = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= beta,
                    Bound::Upper => entry.value <= alpha,
                };
                if holds {
                    self.is_estimate |= entry.depth != WHOLE;
                    return entry.value;
                }
            }
        }
        let Some(colour) = self.line.position().to_play() else { return alpha };
        let estimate_before = mem::take(&mut self.is_estimate);
        let begin = alpha;
        let (best, chosen) = if depth == 1 && self.choice.width == 0 {
            self.frontier(ply, colour, alpha, beta)
        } else {
            let mut picks = self.picks_of(ply);
            picks.fill(self.choice, &mut self.line, ply, self.history, known);
            self.is_estimate |= picks.is_narrowed;
            let mut best = (-INFINITE, None);
            while let Some(mv) = picks.next() {
                let value = self.child(mv, ply, depth, alpha, beta, best.1.is_none());
                if self.effort.is_up {
                    break;
                }
                if value > best.0 || best.1.is_none() {
                    best = (value, Some(mv));
                }
                if value > alpha {
                    alpha = value;
                    self.variations.extend(ply, mv);
                }
                if value >= beta {
                    self.history.cut(ply, depth, colour, mv);
                    break;
                }
            }
            self.picks[ply] = picks;
            best
        };
        if let Some(mv) = chosen.filter(|_| !self.effort.is_up) {
            let bound = match best {
                value if value >= beta => Bound::Lower,
                value if value <= begin => Bound::Upper,
                _ => Bound::Exact,
            };
            // What cannot be guessed wrong is right for every depth.
            let depth =
                if self.is_estimate { depth.min(usize::from(WHOLE) - 1) as u8 } else { WHOLE };
            self.table.put(key, mv, best, depth, bound);
        }
        self.is_estimate |= estimate_before;
        best
    }

    /// The last ply: every move is judged, the killers and five-square pieces first.
    fn frontier(
        &mut self,
        ply: usize,
        colour: Colour,
        alpha: i32,
        beta: i32,
    ) -> (i32, Option<Move>) {
        let mut picks = self.picks_of(ply);
        let moves = &mut picks.moves;
        let is_narrowed = self.choice.list(&self.line, colour, moves);
        self.is_estimate |= is_narrowed;
        let position = self.line.position();
        let killers = self.history.killers(ply);
        let legal = killers.map(|mv| mv.filter(|&mv| !is_narrowed && position.is_legal(mv)));
        let is_five = |mv: &&Move| mv.orientation().index() < Orientation::FIVES;
        let fives = moves.iter().filter(is_five);
        let small = moves.iter().filter(|mv| !is_five(mv));
        let ordered = legal.into_iter().flatten().chain(fives.copied()).chain(small.copied());
        let ours = self.line.position().player_to_play() == Some(self.judge.root);

        let mut best = (-INFINITE, None);
        let effort = &mut *self.effort;
        let scratch = &mut self.scratch;
        let mut estimate = self.is_estimate;
        for_each_leaf(self.judge, &mut self.line, ordered, scratch, |mv, value: i32, is_end| {
            let value = signed(value, ours);
            estimate |= !is_end;
            if effort.visit_leaf() {
                return ControlFlow::Break(());
            }
            if value > best.0 {
                best = (value, Some(mv));
            }
            if value >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.picks[ply] = picks;
        self.is_estimate = estimate;
        if let (value, Some(mv)) = best {
            if value >= beta {
                self.history.cut(ply, 1, colour, mv);
            }
            if value > alpha {
                self.variations.clear(ply + 1);
                self.variations.extend(ply, mv);
            }
        }
        best
    }

    fn picks_of(&mut self, ply: usize) -> Picks {
        if self.picks.len() <= ply {
            self.picks.resize_with(ply + 1, Picks::default);
        }
        mem::take(&mut self.picks[ply])
    }
}

/// The searching player's value as the side to move sees it.
#[inline]
fn signed(value: i32, ours: bool) -> i32 {
    if ours { value } else { -value }
}
