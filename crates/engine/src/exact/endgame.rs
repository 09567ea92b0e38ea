//! Perfect play at the end of the game, for agents that choose their moves otherwise.

use std::time::Duration;

use cornerwise_core::Position;

use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Counters, Decision, Forfeit};
use crate::parameter::{Parameter, ParameterKind, Settings};

use super::solver::{Solution, Solver};

/// The row with which an agent offers to solve the end.
pub(crate) const ENDGAME: Parameter = Parameter {
    name: "endgame",
    kind: ParameterKind::Int(0, 1_000_000_000),
    default: "0",
    meaning: "nodes for solving the end exactly before the search; 0 for not trying",
};

/// A table for as many nodes as an agent spends on the end of a game.
pub(crate) const ENDGAME_MIB: usize = 16;
/// With more legal moves than this, of all colours together, a solution is hardly ever found in time.
const FEW_MOVES: usize = 100;
/// The part of the time that is spent on trying.
const TIME_SHARE: u32 = 4;

/// The perfect decision, if so many nodes suffice for it while the clock runs, and the nodes it took.
pub(crate) fn finish(position: &Position, nodes: u64, clock: &Clock) -> (Option<Decision>, u64) {
    let clock = clock.part(Budget { nodes: Some(nodes), ..Budget::default() });
    let Ok(mut solver) = Solver::new(position, ENDGAME_MIB) else { return (None, 0) };
    let solution = solver.run(&clock, 1);
    let nodes = solver.monitor().nodes();
    let decision = solution.map(|solution| {
        let mut decision = perfect(position, solution);
        decision.counters.nodes = nodes;
        decision.counters.time = clock.elapsed();
        decision
    });
    (decision, nodes)
}

/// The decision for the first move of a solution.
pub(super) fn perfect(position: &Position, solution: Solution) -> Decision {
    let mut end = position.clone();
    solution.line.iter().for_each(|&mv| end.play_unchecked(mv));
    let mv = solution.line[0];
    Decision {
        values: Some(end.win_shares()),
        scores: Some(solution.scores.iter().map(|&score| f64::from(score)).collect()),
        counters: Counters { depth: solution.line.len() as u32, ..Counters::default() },
        line: solution.line,
        ..Decision::of(mv)
    }
}

/// An agent that tries to solve the end before it asks another one.
pub(crate) struct Endgame {
    inner: Box<dyn Agent>,
    nodes: u64,
    /// What the inner agent's own settings allow.
    time: Option<Duration>,
}

impl Endgame {
    /// The agent itself, or with the end solved before it if the settings say so.
    pub(crate) fn before(inner: Box<dyn Agent>, settings: &Settings) -> Box<dyn Agent> {
        match settings.int(ENDGAME.name) {
            None | Some(0) => inner,
            Some(nodes) => {
                Box::new(Endgame { inner, nodes: nodes as u64, time: settings.budget().time })
            }
        }
    }
}

impl Agent for Endgame {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        context.restrict(self.time);
        let time = context.budget.time.map(|time| time / TIME_SHARE);
        let share = Budget { time, ..Budget::default() };
        let clock = Clock::start(share, context.stop);
        let moves = position.variant().colours().map(|colour| position.count_moves_of(colour));
        if moves.sum::<usize>() <= FEW_MOVES
            && let (Some(decision), _) = finish(position, self.nodes, &clock)
        {
            return Ok(decision);
        }
        context.spend(clock.elapsed());
        self.inner.decide(position, context)
    }

    fn ponder(&mut self, position: &Position, context: &mut Context<'_>) {
        self.inner.ponder(position, context);
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }
}
