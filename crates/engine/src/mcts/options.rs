//! The settings of a search, read once.

use cornerwise_core::SizeWeights;

use crate::budget::Budget;
use crate::parameter::Settings;

/// All settings of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub budget: Budget,
    pub tree: TreeOptions,
    pub network: NetworkOptions,
    pub playout: PlayoutOptions,
    pub reward: RewardOptions,
    pub threads: usize,
    pub tree_mib: usize,
    /// Whether the subtree of the moves played is kept.
    pub reuse: bool,
    /// Whether a search ends when its move cannot change any more.
    pub settle: bool,
    /// Whether unsettled moves get more time on a clock.
    pub unsettled: bool,
}

/// How the tree grows and is walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeOptions {
    /// How much probable and rarely tried moves are preferred.
    pub c: f32,
    /// Whether moves have priors.
    pub policy: bool,
    /// What the policy's logits are multiplied with.
    pub sharpness: f32,
    /// FPU reduction: what an untried move is worse than the mean of the tried ones.
    pub fpu: f32,
    /// The visits after which results count as much as those of later moves; 0 to leave these out.
    pub rave: f32,
    /// Visits before a leaf gets children.
    pub expand: u32,
    /// The most children of a position below the root.
    pub width: usize,
    /// How many moves below the root get a second look; 0 for none anywhere.
    pub look: usize,
    pub virtual_loss: f64,
    /// Whether only large pieces are played at first.
    pub schedule: bool,
    /// Whether mirrored play is known to lead to a draw.
    pub symmetry: bool,
    /// Nodes for finding the certain result of a position in the tree.
    pub prove: u64,
}

/// How a network guides a search whose first evaluations are those of another model.
#[derive(Clone, Copy, Debug)]
pub(super) struct NetworkOptions {
    /// The visit of a position at which the network is asked; with 1 or less it is the only model.
    pub visits: u32,
    /// As how many visits its value counts.
    pub weight: u32,
    /// The most children of a position below the root, since the network may like what the other model did not.
    pub width: usize,
}

/// How simulated games choose moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutOptions {
    /// How many of the last moves are answered near them.
    pub local: usize,
    pub sizes: SizeWeights,
    /// How much more likely a move is for every corner cell that it gains.
    pub corners: f32,
    /// Among how many moves the corners decide.
    pub tries: u32,
    pub last_good_reply: bool,
    /// Whether a game ends as soon as its winner is known.
    pub early_end: bool,
    /// Whether a game ends with an evaluation; otherwise it is played to its end.
    pub evaluate: bool,
    /// Plies per player before the evaluation.
    pub turns: f64,
}

impl PlayoutOptions {
    /// How many moves so many players make before the game is evaluated; 0 evaluates the leaf.
    pub(super) fn moves(&self, players: usize) -> usize {
        if !self.evaluate {
            return usize::MAX;
        }
        let moves = (self.turns * players as f64).round() as usize;
        // A little of a turn is a move.
        if self.turns > 0.0 { moves.max(1) } else { 0 }
    }
}

/// The reward of an end of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct RewardOptions {
    /// The weight of the rank among several players; the rest is for the win.
    pub rank: f64,
    pub score: f64,
    pub length: f64,
}

impl Options {
    pub(super) fn read(settings: &Settings) -> Options {
        let whole = |name: &str| settings.int(name).unwrap_or(0);
        Options {
            budget: settings.budget(),
            tree: TreeOptions {
                c: settings.real("c") as f32,
                policy: settings.flag("policy"),
                sharpness: settings.real("sharpness") as f32,
                fpu: settings.real("fpu") as f32,
                rave: settings.real("rave") as f32,
                expand: whole("expand") as u32,
                width: whole("width") as usize,
                look: whole("look") as usize,
                virtual_loss: settings.real("virtual-loss"),
                schedule: settings.flag("schedule"),
                symmetry: settings.flag("symmetry"),
                prove: whole("prove") as u64,
            },
            network: NetworkOptions {
                visits: whole("net-visits") as u32,
                weight: whole("net-weight") as u32,
                width: whole("net-width") as usize,
            },
            playout: PlayoutOptions {
                local: whole("local") as usize,
                sizes: SizeWeights::by_square(settings.real("sizes") as f32),
                corners: settings.real("corners") as f32,
                tries: whole("tries") as u32,
                last_good_reply: settings.flag("last-good-reply"),
                early_end: settings.flag("early-end"),
                evaluate: settings.flag("evaluate"),
                turns: settings.real("playout-turns"),
            },
            reward: RewardOptions {
                rank: settings.real("rank"),
                score: settings.real("score"),
                length: settings.real("length"),
            },
            threads: whole("threads") as usize,
            tree_mib: whole("tree-mib") as usize,
            reuse: settings.flag("reuse"),
            settle: settings.flag("settle"),
            unsettled: settings.flag("unsettled"),
        }
    }
}
