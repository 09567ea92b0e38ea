//! What a colour could still reach if it alone moved.

use std::cmp::Reverse;

use cornerwise_core::{Colour, Generator, Move, Position, PositionStack};

use super::room::room;
use crate::budget::Clock;

/// A bounded search for the most squares that a colour can place when nobody else moves.
pub(crate) struct Alone<'c> {
    clock: &'c Clock,
    colour: Colour,
    /// The nodes that are left.
    allowance: u64,
    best: i32,
}

impl Alone<'_> {
    /// The most squares that were found within so many nodes, and the nodes that it took. Larger
    /// pieces are tried first, so that a small allowance finds a good answer, if not the best.
    pub fn reach(position: &Position, colour: Colour, nodes: u64, clock: &Clock) -> (i32, u64) {
        let best = position.area(colour);
        if clock.is_up() {
            return (best, 0);
        }
        let mut search = Alone { clock, colour, allowance: nodes, best };
        search.extend(&mut PositionStack::new(position.alone(colour)));
        (search.best, nodes - search.allowance)
    }

    fn extend(&mut self, line: &mut PositionStack) {
        let position = line.position();
        let area = position.area(self.colour);
        self.best = self.best.max(area);
        if area + room(position, self.colour) as i32 <= self.best {
            return;
        }
        let mut moves: Vec<Move> = Vec::new();
        Generator::Fast.list(position, self.colour, &mut moves);
        moves.sort_by_key(|mv| Reverse(mv.piece().size()));
        for mv in moves {
            if self.allowance == 0 || self.allowance.is_multiple_of(64) && self.clock.is_up() {
                return;
            }
            self.allowance -= 1;
            line.push(mv);
            self.extend(line);
            line.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Stop};

    fn reach(moves: &str, nodes: u64) -> i32 {
        let mut position = Position::start("5x5".parse().unwrap());
        for mv in moves.split(';') {
            position.play(mv.parse().unwrap()).unwrap();
        }
        let clock = Clock::start(Budget::default(), &Stop::default());
        Alone::reach(&position, Colour::from_index(0), nodes, &clock).0
    }

    #[test]
    fn a_colour_alone_fills_what_it_can_reach() {
        // White takes the middle row away, all but its right end.
        let open = "a5,b5,c5,d5,a4;e1,e2,d2,d3";
        let best = reach(open, 100_000);
        assert!(best > 5, "{best}");
        // More nodes never find less, and none at all find what is there.
        assert_eq!(reach(open, 0), 5);
        assert!(reach(open, 10) <= best);
        // One square in the corner leaves the colour nothing but the diagonal cell.
        assert!(reach("a5;e1,d1,c1,b1,a1", 100_000) > 1);
    }
}
