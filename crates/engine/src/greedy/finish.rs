//! The best end of a game of two players, by trying everything.

use std::cmp::Reverse;

use cornerwise_core::{Line, Move, Player, Position, Scoring};

use super::room::room;
use crate::budget::Clock;
use crate::features::colours_of;

/// The end that both players' best play leads to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finish {
    /// All moves to the end, the best one now first.
    pub line: Vec<Move>,
    /// Every player's final score.
    pub scores: Vec<i32>,
    /// Every player's share of the win.
    pub shares: Vec<f64>,
}

/// Finds the best end if so many nodes are enough for it, and tells the nodes that it took. The first
/// player maximises the lead in points, the second one minimises it.
pub(crate) fn finish(position: &Position, nodes: u64, clock: &Clock) -> (Option<Finish>, u64) {
    let mut search = Search { clock, allowance: nodes };
    let mut best = Vec::new();
    let found = search.lead(&mut Line::new(position.clone()), -MOST, MOST, &mut best);
    let finish = found.map(|_| {
        let mut end = position.clone();
        best.reverse();
        for &mv in &best {
            end.play_unchecked(mv);
        }
        Finish { line: best, scores: end.player_scores(), shares: end.win_shares() }
    });
    (finish, nodes - search.allowance)
}

/// More than any lead.
const MOST: i32 = 10_000;
/// What the rules add at most for placing every piece of a colour.
const BONUS: i32 = 20;

struct Search<'c> {
    clock: &'c Clock,
    /// The nodes that are left.
    allowance: u64,
}

impl Search<'_> {
    /// The first player's lead at the end, exact between the bounds; `None` when the nodes do not
    /// suffice. The moves to it are written last to first.
    fn lead(
        &mut self,
        line: &mut Line,
        mut low: i32,
        mut high: i32,
        best: &mut Vec<Move>,
    ) -> Option<i32> {
        best.clear();
        let position = line.position();
        let Some(player) = position.player_to_play() else {
            return Some(lead(position));
        };
        let first = player == FIRST;
        // A player who cannot reach the bound even alone need not try.
        let limit = if first {
            lead(position) + gain(position, FIRST)
        } else {
            lead(position) - gain(position, SECOND)
        };
        if first && limit <= low || !first && limit >= high {
            return Some(limit);
        }
        let mut moves = position.legal_moves();
        moves.sort_by_key(|mv| Reverse(mv.piece().size()));
        let mut value = if first { -MOST } else { MOST };
        let mut below = Vec::new();
        for mv in moves {
            if self.allowance == 0 || self.allowance.is_multiple_of(64) && self.clock.is_up() {
                return None;
            }
            self.allowance -= 1;
            line.push(mv);
            let found = self.lead(line, low, high, &mut below);
            line.pop();
            let found = found?;
            if first && found > value || !first && found < value {
                value = found;
                best.clone_from(&below);
                best.push(mv);
            }
            if first {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        Some(value)
    }
}

const FIRST: Player = Player::from_index(0);
const SECOND: Player = Player::from_index(1);

fn lead(position: &Position) -> i32 {
    position.player_score(FIRST) - position.player_score(SECOND)
}

/// No less than a player's score can still grow.
fn gain(position: &Position, player: Player) -> i32 {
    let bonus = match position.variant().scoring() {
        Scoring::Area => 0,
        Scoring::Advanced => BONUS,
    };
    let of_colour = |colour| {
        let room = room(position, colour);
        let all = room > 0 && room == position.pieces(colour).squares();
        room as i32 + if all { bonus } else { 0 }
    };
    colours_of(position, player).map(of_colour).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Stop};
    use cornerwise_core::game_rng;

    /// The lead by trying everything; `None` when that takes more than these nodes.
    fn brute_force(position: &Position, nodes: &mut u32) -> Option<i32> {
        let Some(player) = position.player_to_play() else { return Some(lead(position)) };
        let mut leads = Vec::new();
        for mv in position.legal_moves() {
            *nodes = nodes.checked_sub(1)?;
            let mut after = position.clone();
            after.play_unchecked(mv);
            leads.push(brute_force(&after, nodes)?);
        }
        if player == FIRST { leads.into_iter().max() } else { leads.into_iter().min() }
    }

    #[test]
    fn the_end_is_the_one_that_brute_force_finds() {
        let clock = Clock::start(Budget::default(), &Stop::default());
        let mut compared = 0;
        for name in ["5x5", "6x6", "duo", "classic-2"] {
            for seed in 0..5 {
                let mut past = vec![Position::start(name.parse().unwrap())];
                let mut rng = game_rng(seed, 0);
                while let Some(mv) = past.last().unwrap().sample_move(&mut rng) {
                    let mut next = past.last().unwrap().clone();
                    next.play_unchecked(mv);
                    past.push(next);
                }
                // From the last turn back, as far as brute force goes.
                for position in past.iter().rev().skip(1) {
                    let Some(lead) = brute_force(position, &mut 20_000) else { break };
                    let (found, nodes) = finish(position, 20_000, &clock);
                    let found = found.expect("it is faster than brute force");
                    assert_eq!(found.scores[0] - found.scores[1], lead, "{name} {seed}");
                    assert_eq!(finish(position, nodes - 1, &clock).0, None);
                    compared += 1;
                }
            }
        }
        assert!(compared > 50, "{compared}");
    }
}
