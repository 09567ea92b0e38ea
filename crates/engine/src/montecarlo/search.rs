//! One simulation: select → expand → simulate → back up.

use crate::math::Elementary;

use rand::RngExt;

use cornerwise_core::{Colour, GameRng, Generator, Move, Player, Position};

use super::heuristic::{Evaluation, squares};
use super::options::{Bias, FirstPlay, Options, Select};
use super::tree::{NewChild, Node, Tree};
use crate::outcome::Outcome;

/// What a thread needs to search a tree; nothing is allocated for a simulation.
pub(super) struct Searcher<'a> {
    pub options: &'a Options,
    pub tree: &'a Tree,
    root: &'a Position,
    /// The deepest level that may join the tree.
    most_depth: usize,
    rng: GameRng,
    /// The position that the simulation at hand has come to.
    pub position: Position,
    /// The nodes below the root on the way there, and who moved.
    path: Vec<(&'a Node, Player)>,
    /// The number of the first one among the root's children.
    root_child: usize,
    list: Vec<Move>,
    children: Vec<NewChild>,
    /// The longest path so far.
    pub depth: usize,
}

impl<'a> Searcher<'a> {
    pub(super) fn new(
        options: &'a Options,
        tree: &'a Tree,
        root: &'a Position,
        rng: GameRng,
    ) -> Searcher<'a> {
        Searcher {
            options,
            tree,
            root,
            most_depth: options.budget.depth.map_or(usize::MAX, |depth| depth as usize),
            rng,
            position: root.clone(),
            path: Vec::new(),
            root_child: 0,
            list: Vec::new(),
            children: Vec::new(),
            depth: 0,
        }
    }

    /// Plays one simulation and learns from it.
    pub(super) fn simulate(&mut self) {
        self.descend(1);
        let outcome = self.play_out();
        self.back_up(&outcome);
    }

    /// Selects moves down to a leaf of the tree, for so many simulations, and expands the leaf when it has
    /// been visited often enough.
    pub(super) fn descend(&mut self, simulations: u32) {
        self.position.clone_from(self.root);
        self.path.clear();
        let mut node = self.tree.root();
        node.enter(simulations);
        loop {
            let mut children = self.tree.children(node);
            if children.is_empty() && self.expand(node, simulations) {
                children = self.tree.children(node);
            }
            if children.is_empty() {
                break;
            }
            let chosen = self.select(node, children);
            if self.path.is_empty() {
                self.root_child = chosen;
            }
            node = &children[chosen];
            node.enter(simulations);
            let player = self.position.player_to_play().expect("the game goes on below a node");
            self.path.push((node, player));
            self.position.play_unchecked(node.mv());
        }
        self.depth = self.depth.max(self.path.len());
    }

    /// The child with the highest bound; the first one among equals, which were shuffled.
    fn select(&self, node: &Node, children: &[Node]) -> usize {
        let options = self.options;
        let log = 2.0 * f64::from(node.visits()).logarithm();
        let mut best = (f64::NEG_INFINITY, 0);
        for (number, child) in children.iter().enumerate() {
            let visits = child.visits();
            if visits == 0 {
                // The children are in order of urgency: the next ones are no better.
                return if first_play(options.first_play, child) > best.0 {
                    number
                } else {
                    best.1
                };
            }
            let visits = f64::from(visits);
            let mean = child.sum() / visits;
            let bound = match options.select {
                Select::Even => -visits,
                Select::Ucb1 => mean + options.c * (log / visits).sqrt(),
                Select::Ucb1Tuned => {
                    let variance = child.squares() / visits - mean * mean + (log / visits).sqrt();
                    mean + options.c * (log / visits * variance.min(0.25)).sqrt()
                }
            };
            let bound = bound + options.bias_weight * child.bias() / (visits + 1.0);
            if bound > best.0 {
                best = (bound, number);
            }
        }
        best.1
    }

    /// Lets the moves after a leaf join the tree if it is time.
    fn expand(&mut self, leaf: &Node, simulations: u32) -> bool {
        let Some(colour) = self.position.to_play() else { return false };
        let due =
            leaf.visits() - simulations >= self.options.expand && self.path.len() < self.most_depth;
        due && self.tree.grow(leaf, || {
            let children = &mut self.children;
            order_children(
                self.options,
                &self.position,
                colour,
                &mut self.rng,
                &mut self.list,
                children,
            );
            children
        })
    }

    /// Plays the game to its end.
    pub(super) fn play_out(&mut self) -> Outcome {
        self.options.playout.play(&mut self.position, &mut self.rng, &mut self.list);
        Outcome::of(&self.position, self.options.reward)
    }

    /// Adds the rewards of a simulation to the nodes on the way.
    pub(super) fn back_up(&self, outcome: &Outcome) {
        for (node, player) in &self.path {
            node.leave(outcome.rewards[player.index()]);
        }
        self.tree.record(self.root_child, outcome);
    }
}

/// What stands for the bound of a move that was never tried.
fn first_play(fpu: FirstPlay, child: &Node) -> f64 {
    match fpu {
        FirstPlay::Infinite => f64::INFINITY,
        FirstPlay::Constant(value) => value,
        FirstPlay::Squares(value) => value * squares(child.mv()),
    }
}

/// Lists the moves of a position with their biases, the most urgent first, equals in random order.
pub(super) fn order_children(
    options: &Options,
    position: &Position,
    colour: Colour,
    rng: &mut GameRng,
    list: &mut Vec<Move>,
    children: &mut Vec<NewChild>,
) {
    Generator::Fast.list(position, colour, list);
    for last in (1..list.len()).rev() {
        list.swap(last, rng.random_range(0..=last as u32) as usize);
    }
    let evaluation = Evaluation::new(position, colour);
    children.clear();
    children.extend(list.iter().map(|&mv| NewChild {
        mv,
        fpu: match options.first_play {
            FirstPlay::Squares(value) => (value * squares(mv)) as f32,
            FirstPlay::Infinite | FirstPlay::Constant(_) => 0.0,
        },
        bias: match options.bias {
            Bias::None => 0.0,
            Bias::Squares => squares(mv) as f32,
            Bias::Evaluation => evaluation.of(mv) as f32,
        },
    }));
    if matches!(options.first_play, FirstPlay::Squares(_)) || options.bias != Bias::None {
        children.sort_unstable_by(|a, b| {
            b.fpu.total_cmp(&a.fpu).then_with(|| b.bias.total_cmp(&a.bias))
        });
    }
}
