//! More than two colours: every player for itself.

use std::sync::atomic::AtomicBool;

use cornerwise_core::{Move, Player, Position, PositionStack, Scoring};

use crate::budget::Clock;

use super::key::Key;
use super::meter::{Meter, Monitor};
use super::table::{Entry, Table};

/// The most squares that a player's two colours have left: no score is further below 0.
const LOWEST: i32 = 2 * 89;

/// The search of a position by max-n: every player chooses what is best for itself, first by its share
/// of the win and then by its score. Of two players with several colours each, both look at the
/// difference. Equally good moves count as the first of them would.
pub(super) struct Many<'a> {
    line: PositionStack,
    table: &'a Table,
    meter: Meter<'a>,
    offset: i32,
}

impl<'a> Many<'a> {
    pub fn new(
        position: &Position,
        table: &'a Table,
        clock: &'a Clock,
        monitor: &'a Monitor,
        answered: &'a AtomicBool,
    ) -> Many<'a> {
        Many {
            line: PositionStack::new(position.clone()),
            table,
            meter: Meter::new(clock, monitor, monitor.nodes(), answered),
            offset: match position.variant().scoring() {
                Scoring::Area => 0,
                Scoring::Advanced => LOWEST,
            },
        }
    }

    /// The perfect line to the end of the game. `None` when the clock ends the search.
    pub fn solve(&mut self) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        while !self.line.position().is_over() {
            let (mv, _) = self.best()?;
            moves.push(mv);
            self.line.push(mv);
        }
        self.meter.close();
        Some(moves)
    }

    /// The best move of the position at the end of the line, which is not over, and the scores it leads to.
    fn best(&mut self) -> Option<(Move, Vec<i32>)> {
        let player = self.line.position().player_to_play()?;
        let mut best: Option<(Move, Vec<i32>)> = None;
        let moves = self.line.position().legal_moves();
        let at_root = self.line.depth() == 0;
        for (tried, &mv) in moves.iter().enumerate() {
            if at_root {
                self.meter.monitor.set_moves(tried, moves.len());
            }
            self.line.push(mv);
            let scores = self.scores();
            self.line.pop();
            let scores = scores?;
            if best.as_ref().is_none_or(|best| outcome(&scores, player) > outcome(&best.1, player))
            {
                best = Some((mv, scores));
            }
        }
        best
    }

    /// The scores that perfect play leads to.
    fn scores(&mut self) -> Option<Vec<i32>> {
        let position = self.line.position();
        if position.is_over() {
            return Some(position.player_scores());
        }
        let players = position.variant().player_count();
        let key = Key::of_hash(position.hash());
        if let Some(data) = self.table.get(key) {
            return Some(self.unpack(data, players));
        }
        self.meter.tick();
        if self.meter.is_stopped() {
            return None;
        }
        let before = self.meter.count;
        let (_, scores) = self.best()?;
        let effort = (self.meter.count - before).max(1).ilog2() as u8;
        self.table.put(Entry { key, data: self.pack(&scores), effort });
        Some(scores)
    }

    fn pack(&self, scores: &[i32]) -> u32 {
        let byte = |data, &score: &i32| data << 8 | (score + self.offset) as u32;
        scores.iter().rev().fold(0, byte)
    }

    fn unpack(&self, data: u32, players: usize) -> Vec<i32> {
        data.to_le_bytes()[..players].iter().map(|&byte| i32::from(byte) - self.offset).collect()
    }
}

/// How much a player likes an end of the game: its share of the win in 12ths, then its score.
fn outcome(scores: &[i32], player: Player) -> (i32, i32) {
    let own = scores[player.index()];
    if let [first, second] = scores {
        return (2 * own - first - second, 0);
    }
    let best = scores.iter().max().copied().unwrap_or(own);
    let winners = scores.iter().filter(|&&score| score == best).count() as i32;
    (if own == best { 12 / winners } else { 0 }, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_win_is_worth_less_than_a_sole_one_and_more_than_none() {
        let player = Player::from_index(1);
        assert!(outcome(&[3, 4, 2], player) > outcome(&[9, 9, 2], player));
        assert!(outcome(&[9, 9, 2], player) > outcome(&[11, 10, 2], player));
        assert!(outcome(&[11, 10, 2], player) > outcome(&[11, 9, 2], player));
        assert!(outcome(&[3, 4], player) > outcome(&[9, 9], player));
    }
}
