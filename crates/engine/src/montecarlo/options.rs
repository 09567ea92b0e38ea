//! The settings of a search, read once.

use crate::budget::Budget;
use crate::outcome::RewardRule;
use crate::parameter::Settings;

/// Which child the next simulation tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Select {
    /// The one with the fewest visits.
    Even,
    /// The highest upper confidence bound.
    Ucb1,
    /// The same with a bound that knows the variance.
    Ucb1Tuned,
}

/// What stands for the bound of a child without visits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FirstPlay {
    Infinite,
    Constant(f64),
    /// So much for every square placed.
    Squares(f64),
}

/// What a move is worth before it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bias {
    None,
    Evaluation,
    Squares,
}

/// How simulated games choose moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Playout {
    Uniform,
    Squares,
    Evaluation,
}

/// Which move is played in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Final {
    Max,
    Robust,
    RobustMax,
    Secure,
}

/// What several threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parallel {
    Tree,
    Root,
    Leaf,
}

/// All settings of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub budget: Budget,
    pub select: Select,
    pub c: f64,
    pub first_play: FirstPlay,
    pub bias: Bias,
    pub bias_weight: f64,
    pub playout: Playout,
    pub reward: RewardRule,
    pub choice: Final,
    /// Visits before a leaf gets children.
    pub expand: u32,
    pub parallel: Parallel,
    pub threads: usize,
    pub tree_mib: usize,
}

impl Options {
    /// Those of flat Monte Carlo: a tree that ends below the root, all of whose moves are tried.
    pub(super) fn flat(settings: &Settings) -> Options {
        let mut options = Options {
            budget: settings.budget(),
            select: match settings.word("select") {
                "ucb1" => Select::Ucb1,
                "ucb1-tuned" => Select::Ucb1Tuned,
                _ => Select::Even,
            },
            c: settings.real("c"),
            first_play: FirstPlay::Infinite,
            bias: Bias::None,
            bias_weight: 0.0,
            playout: match settings.word("playout") {
                "squares" => Playout::Squares,
                "evaluation" => Playout::Evaluation,
                _ => Playout::Uniform,
            },
            reward: match settings.word("result") {
                "bonus" => RewardRule::Bonus(settings.real("bonus")),
                "sigmoid" => RewardRule::Sigmoid(settings.real("k")),
                _ => RewardRule::Win,
            },
            choice: match settings.word("final") {
                "max" => Final::Max,
                "robust-max" => Final::RobustMax,
                "secure" => Final::Secure,
                _ => Final::Robust,
            },
            expand: 1,
            parallel: match settings.word("parallel") {
                "root" => Parallel::Root,
                "leaf" => Parallel::Leaf,
                _ => Parallel::Tree,
            },
            threads: settings.int("threads").map_or(1, |threads| threads as usize),
            tree_mib: 1,
        };
        options.budget.depth = Some(1);
        // One level of moves needs little memory, but every tree of a root search has one.
        if options.parallel == Parallel::Root {
            options.tree_mib = options.threads;
        }
        options
    }

    /// Those of a tree search.
    pub(super) fn tree(settings: &Settings) -> Options {
        let value = settings.real("fpu-value");
        Options {
            budget: settings.budget(),
            first_play: match settings.word("fpu") {
                "constant" => FirstPlay::Constant(value),
                "heuristic" => FirstPlay::Squares(value),
                _ => FirstPlay::Infinite,
            },
            bias: match settings.word("bias") {
                "evaluation" => Bias::Evaluation,
                "squares" => Bias::Squares,
                _ => Bias::None,
            },
            bias_weight: settings.real("bias-weight"),
            expand: settings.int("expand").map_or(1, |visits| visits as u32),
            tree_mib: settings.int("tree-mib").map_or(1, |mib| mib as usize),
            ..Options::flat(settings)
        }
    }

    /// How many trees the search grows.
    pub(super) fn tree_count(&self) -> usize {
        if self.parallel == Parallel::Root { self.threads } else { 1 }
    }
}
