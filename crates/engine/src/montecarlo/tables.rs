//! The parameter tables of the Monte Carlo agents.

use crate::agent::Agent;
use crate::exact::{ENDGAME, Endgame};
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

use super::agent::MonteCarlo;
use super::options::Options;

pub(crate) const KINDS: &[AgentKind] = &[
    AgentKind {
        name: "mc",
        summary: "flat Monte Carlo: every legal move gets playouts, the best average wins",
        parameters: &[
            SIMS,
            Parameter::TIME,
            Parameter { kind: ParameterKind::Choice(&["even", "ucb1", "ucb1-tuned"]), ..SELECT }
                .or("even"),
            C,
            PLAYOUT,
            RESULT,
            BONUS,
            K,
            FINAL.or("max"),
            PARALLEL,
            THREADS,
            ENDGAME,
        ],
        check: |settings| MonteCarlo::check(&Options::flat(settings)),
        build: |settings| build(Options::flat(settings), settings),
        ..AgentKind::PLAIN
    },
    AgentKind {
        name: "uct",
        summary: "Monte Carlo tree search by upper confidence bounds",
        parameters: &[
            SIMS,
            Parameter::TIME,
            SELECT,
            C,
            FPU,
            FPU_VALUE,
            BIAS,
            BIAS_WEIGHT,
            PLAYOUT,
            RESULT,
            BONUS,
            K,
            FINAL,
            EXPAND,
            PARALLEL,
            THREADS,
            TREE_MIB,
            ENDGAME,
        ],
        check: |settings| MonteCarlo::check(&Options::tree(settings)),
        build: |settings| build(Options::tree(settings), settings),
        ..AgentKind::PLAIN
    },
    AgentKind {
        name: "uct-enhanced",
        summary: "uct with UCB1-Tuned, heuristic first-play urgency, progressive bias, squares playouts",
        parameters: &[
            SIMS,
            Parameter::TIME,
            SELECT.or("ucb1-tuned"),
            C,
            FPU.or("heuristic"),
            FPU_VALUE,
            BIAS.or("evaluation"),
            BIAS_WEIGHT,
            PLAYOUT.or("squares"),
            RESULT,
            BONUS,
            K,
            FINAL,
            EXPAND,
            PARALLEL,
            THREADS,
            TREE_MIB,
            ENDGAME,
        ],
        check: |settings| MonteCarlo::check(&Options::tree(settings)),
        build: |settings| build(Options::tree(settings), settings),
        ..AgentKind::PLAIN
    },
];

fn build(options: Options, settings: &Settings) -> Result<Box<dyn Agent>, String> {
    Ok(Endgame::before(MonteCarlo::build(options)?, settings))
}

const SIMS: Parameter = Parameter {
    meaning: "the most simulations for a move; 1000 when nothing else limits it either",
    ..Parameter::SIMS
};

const SELECT: Parameter = Parameter {
    name: "select",
    kind: ParameterKind::Choice(&["ucb1", "ucb1-tuned"]),
    default: "ucb1",
    meaning: "which move the next simulation tries",
};

const C: Parameter = Parameter {
    name: "c",
    kind: ParameterKind::Real(0.0, 100.0),
    default: "1.0",
    meaning: "how much rarely tried moves are preferred, for rewards from -1 to 1",
};

const FPU: Parameter = Parameter {
    name: "fpu",
    kind: ParameterKind::Choice(&["infinite", "constant", "heuristic"]),
    default: "infinite",
    meaning: "first-play urgency, what stands for the bound of a move not tried yet: more than any bound, \
              fpu-value, or fpu-value times the squares placed",
};

const FPU_VALUE: Parameter = Parameter {
    name: "fpu-value",
    kind: ParameterKind::Real(-10_000.0, 10_000.0),
    default: "0.1",
    meaning: "the value of the first-play urgency, for rewards from -1 to 1",
};

const BIAS: Parameter = Parameter {
    name: "bias",
    kind: ParameterKind::Choice(&["none", "evaluation", "squares"]),
    default: "none",
    meaning: "progressive bias H/(visits + 1): H is an evaluation of squares and corners, or the squares",
};

const BIAS_WEIGHT: Parameter = Parameter {
    name: "bias-weight",
    kind: ParameterKind::Real(0.0, 100.0),
    default: "1.0",
    meaning: "a factor of the progressive bias",
};

const PLAYOUT: Parameter = Parameter {
    name: "playout",
    kind: ParameterKind::Choice(&["uniform", "squares", "evaluation"]),
    default: "uniform",
    meaning: "the moves of simulated games: any, one of the largest pieces that fit, or the best evaluated",
};

const RESULT: Parameter = Parameter {
    name: "result",
    kind: ParameterKind::Choice(&["win", "bonus", "sigmoid"]),
    default: "win",
    meaning: "what a simulated game is worth: the win, the win with a bonus for the margin, or a sigmoid \
              of the margin",
};

const BONUS: Parameter = Parameter {
    name: "bonus",
    kind: ParameterKind::Real(0.0, 1.0),
    default: "0.25",
    meaning: "the weight of the margin when result=bonus",
};

const K: Parameter = Parameter {
    name: "k",
    kind: ParameterKind::Real(0.0001, 100.0),
    default: "0.2",
    meaning: "how steep 1/(1 + e^-kx) is when result=sigmoid; more is closer to win or loss",
};

const FINAL: Parameter = Parameter {
    name: "final",
    kind: ParameterKind::Choice(&["max", "robust", "robust-max", "secure"]),
    default: "robust",
    meaning: "the move to play: best value, most visits, both (which may end the search early), or best \
              lower bound",
};

const EXPAND: Parameter = Parameter {
    name: "expand",
    kind: ParameterKind::Int(1, 1_000_000),
    default: "8",
    meaning: "how many visits a position needs before its moves join the tree",
};

const PARALLEL: Parameter = Parameter {
    name: "parallel",
    kind: ParameterKind::Choice(&["tree", "root", "leaf"]),
    default: "tree",
    meaning: "what several threads do: share a tree, grow one each, or play from the same leaf",
};

const THREADS: Parameter = Parameter {
    name: "threads",
    kind: ParameterKind::Int(1, 256),
    default: "1",
    meaning: "how many threads search",
};

const TREE_MIB: Parameter = Parameter {
    name: "tree-mib",
    kind: ParameterKind::Int(1, 65_536),
    default: "256",
    meaning: "the most memory of all trees together; a full tree grows no more",
};
