//! The speed of searching agents, and a count of what they do.

use cornerwise_core::{Position, game_rng};
use cornerwise_engine::{Budget, Context, Decision, Stop, agent};
use cpu_time::ThreadTime;
use serde::Serialize;

/// How fast an agent is on one thread.
#[derive(Serialize)]
pub struct AgentSpeed {
    pub variant: &'static str,
    pub agent: &'static str,
    /// How many random moves were played before.
    pub after: usize,
    pub unit: &'static str,
    pub per_second: f64,
}

/// Variant, agent and the number of random moves before the position.
const MEASURED: [(&str, &str, usize); 8] = [
    ("duo", "mc:sims=20000", 0),
    ("duo", "uct:sims=20000", 0),
    ("duo", "uct-enhanced:sims=20000", 0),
    ("classic", "uct:sims=10000", 0),
    ("duo", "mcts:sims=20000", 0),
    ("classic", "mcts:sims=10000", 0),
    ("duo", "alphabeta:depth=3", 12),
    ("7x7", "exact:nodes=100000", 2),
];

/// A position after random moves.
fn position(variant: &str, moves: usize) -> Position {
    let mut position = Position::start(variant.parse().expect("a preset's name"));
    let mut rng = game_rng(1, 0);
    for _ in 0..moves {
        let Some(mv) = position.sample_move(&mut rng) else { break };
        position.play_unchecked(mv);
    }
    position
}

fn decide(position: &Position, spec: &str, budget: Budget) -> Decision {
    let stop = Stop::default();
    let mut rng = game_rng(1, 1);
    let mut context = Context { budget, ..Context::new(&stop, &mut rng) };
    let mut agent = agent(spec).expect("a spec of the bench");
    agent.decide(position, &mut context).expect("an agent that thinks for itself")
}

/// Measures every agent once, in processor time.
pub fn measure() -> Vec<AgentSpeed> {
    let rows = MEASURED.map(|(variant, agent, after)| {
        let position = position(variant, after);
        let begin = ThreadTime::now();
        let counters = decide(&position, agent, Budget::default()).counters;
        let seconds = begin.elapsed().as_secs_f64();
        let (unit, count) = match counters.simulations {
            0 => ("nodes", counters.nodes),
            simulations => ("simulations", simulations),
        };
        AgentSpeed { variant, agent, after, unit, per_second: count as f64 / seconds }
    });
    rows.into()
}

/// What searches of fixed positions visit: nodes, the nodes of trees grown by fixed simulations, and for `mcts` how often it
/// tried each move.
pub fn signature() -> u64 {
    let searches = [
        ("duo", "alphabeta:depth=2", 12),
        ("7x7", "alphabeta:depth=3,order=combined", 4),
        ("10x10-3", "alphabeta:depth=1", 6),
        ("duo", "uct:sims=500", 10),
        ("classic", "uct-enhanced:sims=200", 20),
        ("6x6", "exact", 2),
    ];
    let count = |(variant, spec, after)| {
        let counters = decide(&position(variant, after), spec, Budget::default()).counters;
        counters.nodes + counters.simulations
    };
    let trees = [
        ("duo", "mcts:sims=2000", 8),
        ("classic", "mcts:sims=600", 20),
        ("7x7", "mcts:sims=1000", 4),
    ];
    let tried = |(variant, spec, after)| {
        let decision = decide(&position(variant, after), spec, Budget::default());
        // Another order of the moves, or another number of visits, is another sum.
        let candidates = (1..).zip(&decision.candidates);
        candidates
            .map(|(rank, candidate)| rank * candidate.visits * (1 + candidate.mv.index() as u64))
            .sum()
    };
    searches.map(count).iter().sum::<u64>() + trees.map(tried).iter().sum::<u64>()
}
