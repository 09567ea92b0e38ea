//! Several strategies at once: ranks of each list are added up with weights that change during the game.

use cornerwise_core::Position;

use super::alone::Alone;
use super::choice::best;
use super::ranking::add_points;
use super::strategy;
use super::sweep::{Score, Sweep};
use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Decision, Forfeit};
use crate::exact;
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;
use crate::spec;

pub(crate) const KIND: AgentKind = AgentKind {
    name: "hybrid",
    summary: "adds up the ranks of a move in several strategies; plays the end exactly",
    parameters: &[
        Parameter {
            name: "opening",
            kind: ParameterKind::Text,
            default: "6*largest+influence",
            meaning: "weights and strategies of the opening, as 2*largest+influence",
        },
        Parameter {
            name: "middle",
            kind: ParameterKind::Text,
            default: "6*largest+influence+max-min",
            meaning: "the same for the middle of the game",
        },
        Parameter {
            name: "end",
            kind: ParameterKind::Text,
            default: "6*largest+max-min+alone",
            meaning: "the same for the end; alone is what the colour could place if it alone moved, \
                      for more than two players",
        },
        Parameter {
            name: "opening-until",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.2",
            meaning: "the share of the board that is covered when the middle of the game begins",
        },
        Parameter {
            name: "middle-until",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.45",
            meaning: "the share of the board that is covered when the end begins",
        },
        Parameter {
            name: "ranks",
            kind: ParameterKind::Int(1, 1000),
            default: "20",
            meaning: "how many ranks of a list get points",
        },
        Parameter {
            name: "finish-nodes",
            kind: ParameterKind::Int(0, 1_000_000_000),
            default: "20000",
            meaning: "nodes for playing the end exactly with two players; 0 for not trying",
        },
        Parameter {
            name: "alone-nodes",
            kind: ParameterKind::Int(0, 1_000_000_000),
            default: "5000",
            meaning: "nodes for the list alone, shared by all moves",
        },
        Parameter::TIME,
        Parameter::NODES,
    ],
    check,
    build,
    ..AgentKind::PLAIN
};

/// With more legal moves than these, no sensible number of nodes reaches the end of the game.
const FINISH_MOVES: usize = 50;

/// The list of what a colour could place alone.
const ALONE: &str = "alone";

struct Hybrid {
    phases: [Phase; 3],
    /// The shares of the board at which the second and the third phase begin.
    bounds: [f64; 2],
    ranks: usize,
    finish_nodes: u64,
    alone_nodes: u64,
    budget: Budget,
    sweep: Sweep,
}

/// The lists of a phase of the game.
#[derive(Default)]
struct Phase {
    lists: Vec<(f64, Box<dyn Score>)>,
    /// The weight of the list of what the colour could place alone.
    alone: f64,
}

fn check(settings: &Settings) -> Result<(), String> {
    let [opening, middle] = bounds(settings);
    if middle < opening {
        return Err("middle-until is less than opening-until".to_owned());
    }
    phases(settings).map(drop)
}

fn bounds(settings: &Settings) -> [f64; 2] {
    [settings.real("opening-until"), settings.real("middle-until")]
}

fn phases(settings: &Settings) -> Result<[Phase; 3], String> {
    let phase =
        |name: &str| read_phase(settings.word(name)).map_err(|reason| format!("{name}: {reason}"));
    Ok([phase("opening")?, phase("middle")?, phase("end")?])
}

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let int = |name: &str| settings.int(name).unwrap_or_default();
    Ok(Box::new(Hybrid {
        phases: phases(settings)?,
        bounds: bounds(settings),
        ranks: int("ranks") as usize,
        finish_nodes: int("finish-nodes") as u64,
        alone_nodes: int("alone-nodes") as u64,
        budget: settings.budget(),
        sweep: Sweep::default(),
    }))
}

/// Reads `2*largest+influence`.
fn read_phase(text: &str) -> Result<Phase, String> {
    let mut phase = Phase::default();
    for part in spec::split(text, '+')? {
        let (weight, name) = part.split_once('*').unwrap_or(("1", part));
        let weight: f64 = weight
            .trim()
            .parse()
            .ok()
            .filter(|weight: &f64| weight.is_finite())
            .ok_or_else(|| format!("the weight \"{weight}\" is not a number"))?;
        match name.trim() {
            ALONE => phase.alone += weight,
            name => {
                let list = strategy::named(name).ok_or_else(|| {
                    let names = strategy::NAMES.join(", ");
                    format!("unknown strategy \"{name}\"; there are {names}, {ALONE}")
                })?;
                phase.lists.push((weight, list));
            }
        }
    }
    Ok(phase)
}

impl Agent for Hybrid {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let clock = Clock::start(self.budget.and(context.budget), context.stop);
        let at = self.phase(position);
        let mut decision = self.add_up(at, position, &clock, context);
        let few = position.count_moves() <= FINISH_MOVES;
        if at == 2 && few && position.variant().player_count() == 2 && self.finish_nodes > 0 {
            self.play_out(position, &clock, &mut decision);
        }
        decision.counters.time = clock.elapsed();
        Ok(decision)
    }
}

impl Hybrid {
    /// The phase of the game, by how full the board is.
    fn phase(&self, position: &Position) -> usize {
        let cells = position.variant().size().pow(2);
        let share = position.occupied().len() as f64 / cells as f64;
        self.bounds.iter().filter(|&&bound| share >= bound).count()
    }

    /// The move with the most points in the lists of a phase.
    fn add_up(
        &mut self,
        phase: usize,
        position: &Position,
        clock: &Clock,
        context: &mut Context<'_>,
    ) -> Decision {
        let phase = &mut self.phases[phase];
        let colour = position.to_play().expect("the game is not over");
        let mut moves = Vec::new();
        let mut scores = vec![Vec::new(); phase.lists.len()];
        let mut nodes = self.sweep.run(position, clock, |transition| {
            moves.push(transition.mv);
            for ((_, list), scores) in phase.lists.iter_mut().zip(&mut scores) {
                scores.push(list.score(transition));
            }
        });
        let mut points = vec![0.0; moves.len()];
        for ((weight, _), scores) in phase.lists.iter().zip(&scores) {
            add_points(scores, self.ranks, *weight, &mut points);
        }
        // Two players play against each other: what one could do alone says little there.
        let many = position.variant().player_count() > 2;
        if phase.alone != 0.0 && many && self.alone_nodes > 0 {
            let share = self.alone_nodes.min(left(clock, nodes)) / moves.len() as u64;
            let mut reach = Vec::new();
            self.sweep.run(position, clock, |transition| {
                let (squares, taken) = Alone::reach(transition.after, colour, share, clock);
                reach.push(f64::from(squares));
                nodes += taken;
            });
            // A list that the clock cut short would be unfair to the moves that are not in it.
            if reach.len() == moves.len() {
                add_points(&reach, self.ranks, phase.alone, &mut points);
            }
        }
        best(moves.into_iter().zip(points).collect(), context.rng, nodes, clock.elapsed())
    }

    /// Replaces the decision by the exact one if it can be found.
    fn play_out(&self, position: &Position, clock: &Clock, decision: &mut Decision) {
        let most = self.finish_nodes.min(left(clock, decision.counters.nodes));
        let (end, nodes) = exact::finish(position, most, clock);
        decision.counters.nodes += nodes;
        if let Some(mut end) = end {
            end.counters.nodes = decision.counters.nodes;
            *decision = end;
        }
    }
}

/// The nodes that a budget leaves.
fn left(clock: &Clock, nodes: u64) -> u64 {
    clock.budget().nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes))
}
