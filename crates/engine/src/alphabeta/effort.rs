//! The limits of a search while it runs.

use cornerwise_core::Move;

use crate::budget::Clock;

/// Counts positions and knows when to end.
#[derive(Debug)]
pub(crate) struct Effort {
    pub clock: Clock,
    pub nodes: u64,
    /// Whether the search is to be left as it is.
    pub is_up: bool,
}

/// So many leaves are judged between two looks at the clock. Even slow evaluations take a few microseconds.
const LEAVES: u64 = 64;

impl Effort {
    pub(crate) fn new(clock: Clock) -> Effort {
        Effort { clock, nodes: 0, is_up: false }
    }

    /// Counts a position that is searched further; answers whether to give up.
    #[inline]
    pub(crate) fn visit(&mut self) -> bool {
        self.nodes += 1;
        self.look()
    }

    /// Counts a position that is only judged; answers whether to give up.
    #[inline]
    pub(crate) fn visit_leaf(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LEAVES) { self.look() } else { self.is_up }
    }

    #[inline]
    fn look(&mut self) -> bool {
        self.is_up = self.is_up || self.clock.nodes_are_up(self.nodes) || self.clock.is_up();
        self.is_up
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// The value for the mover, or an upper bound of it when it is not the best; `None` before it was searched.
    pub value: Option<i32>,
    /// The expected line of play, beginning with the move.
    pub line: Vec<Move>,
    /// Positions visited below it in the last iteration.
    pub nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: None, line: vec![mv], nodes: 0 }
    }
}
