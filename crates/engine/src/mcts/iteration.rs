//! One simulation: select a path down the tree by PUCT, expand its leaf, evaluate it, back up.

use cornerwise_core::{Colour, GameRng, Move, Player, Position, Variant};

use crate::evaluator::{Evaluator, RecentMoves};
use crate::outcome::Outcome;

use crate::mcts::models::SearchModels;
use crate::mcts::options::{NetworkOptions, Options, TreeOptions};
use crate::mcts::playout::move_set::MoveSet;
use crate::mcts::playout::{End, Playout, Trail};
use crate::mcts::policy::Expansion;
use crate::mcts::tree::proof::solve;
use crate::mcts::tree::{Node, Tree};
use crate::mcts::value::reward::RewardShaper;
use crate::mcts::value::symmetry::Mirror;
use crate::running_stats::RunningStats;

/// What the untried value of a move counts beside results.
const FPU_VISITS: f32 = 1.0;
/// With so many visits a node is worth the time of an exact solution.
const IMPORTANT: u32 = 64;

/// What is supposed of the results before there are any: their deviation, and for how many results that counts.
const SUPPOSED_DEVIATION: f64 = 0.3;
const SUPPOSED_RESULTS: f64 = 20.0;

/// The models of a search at work for a thread.
pub(super) struct Evaluators<'a> {
    /// The one that expands and evaluates leaves.
    leaf: Box<dyn Evaluator + 'a>,
    /// The network that is asked about positions that have been visited often enough.
    guide: Option<Box<dyn Evaluator + 'a>>,
}

impl<'a> Evaluators<'a> {
    pub(super) fn new(models: SearchModels<'a>, variant: &Variant) -> Evaluators<'a> {
        Evaluators {
            leaf: models.leaf.evaluator(variant),
            guide: models.guide.map(|model| model.evaluator(variant)),
        }
    }
}

/// What a thread needs to search a tree; nothing is allocated for a simulation.
pub(super) struct Worker<'a> {
    options: &'a Options,
    root: &'a Position,
    recent_at_root: RecentMoves,
    rng: GameRng,
    mirror: &'a Mirror,
    evaluators: Evaluators<'a>,
    expansion: Expansion,
    playout: Playout,
    judge: RewardShaper,
    /// The results of every player, and their deviation: how much there is to find out.
    results: [RunningStats; Colour::MAX],
    deviation: f32,
    /// The position that the simulation at hand has come to, and what was played last there.
    position: Position,
    recent: RecentMoves,
    trail: Trail,
    /// The numbers of the nodes on the way there below the root, and who moves to them.
    path: Vec<(u32, Player)>,
    later_moves: MoveSet,
    /// The longest path so far.
    pub depth: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        options: &'a Options,
        root: &'a Position,
        before: &[(Colour, Move)],
        mirror: &'a Mirror,
        evaluators: Evaluators<'a>,
        rng: GameRng,
    ) -> Worker<'a> {
        let recent_at_root = RecentMoves::after(before);
        Worker {
            options,
            root,
            recent_at_root,
            rng,
            mirror,
            evaluators,
            expansion: Expansion::new(options.tree),
            playout: Playout::new(options.playout),
            judge: RewardShaper::new(options.reward),
            results: [RunningStats::with_prior(SUPPOSED_RESULTS, SUPPOSED_DEVIATION); Colour::MAX],
            deviation: SUPPOSED_DEVIATION as f32,
            position: root.clone(),
            recent: recent_at_root,
            trail: Trail::new(before.to_vec()),
            path: Vec::new(),
            later_moves: MoveSet::new(),
            depth: 0,
        }
    }

    /// Plays one simulation and learns from it; answers its end and the number of the root's child that it
    /// went to.
    pub(super) fn simulate(&mut self, tree: &Tree) -> (usize, Outcome) {
        let (child, guided) = self.descend(tree);
        let proof = self.path.last().and_then(|&(leaf, _)| tree.proof(leaf));
        let outcome = proof.or(guided).unwrap_or_else(|| self.finish());
        self.back_up(tree, &outcome);
        if proof.is_none() && guided.is_some() {
            self.back_up_weight(tree, &outcome);
        }
        if proof.is_some() {
            self.back_up_proof(tree);
        } else {
            // A result that is certain says nothing about how much there is to find out elsewhere.
            self.note(&outcome);
        }
        (child, outcome)
    }

    /// Goes down to a leaf, or to a position that the network is asked about; answers the number of the root's child, and what the
    /// network expects.
    fn descend(&mut self, tree: &Tree) -> (usize, Option<Outcome>) {
        self.position.clone_from(self.root);
        self.recent = self.recent_at_root;
        self.trail.restart();
        self.path.clear();
        let virtual_loss = self.options.tree.virtual_loss;
        let mut root_child = 0;
        let mut node = tree.root();
        node.enter(0.0);
        let mut guided = None;
        while !node.is_proven() && !self.prove(tree, node) {
            guided = self.ask_guide(tree, node);
            if guided.is_some() {
                break;
            }
            let mut children = tree.children(node);
            if children.is_empty() && self.expand(tree, node) {
                children = tree.children(node);
            }
            if children.is_empty() {
                break;
            }
            let chosen = self.select(node, children);
            if self.path.is_empty() {
                root_child = chosen;
            }
            let number = node.first_child() + chosen as u32;
            node = &children[chosen];
            node.enter(virtual_loss);
            let mv = node.mv();
            let colour = self.position.to_play().expect("the game goes on below a node");
            self.path.push((number, self.position.player_of(colour)));
            self.recent.add(colour, mv);
            self.trail.push(colour, mv);
            self.position.play_unchecked(mv);
        }
        self.depth = self.depth.max(self.path.len());
        (root_child, guided)
    }

    /// The child with the largest PUCT bound: its mean reward, mixed with that of RAVE, and an exploration term by its prior.
    /// An untried child has the mean of its siblings less the FPU reduction.
    fn select(&self, node: &Node, children: &[Node]) -> usize {
        let TreeOptions { c, fpu, rave, .. } = self.options.tree;
        let mut visits = 0;
        let mut sum = 0.0;
        for child in children {
            visits += child.visits();
            sum += child.sum();
        }
        let untried = if visits == 0 { 0.0 } else { (sum / f64::from(visits)) as f32 } - fpu;
        // Results that hardly differ need no exploration to be told apart, others need more.
        let explore = c * self.deviation * (node.visits() as f32).sqrt();
        let per_visit = if rave > 0.0 { 1.0 / rave } else { 0.0 };
        let mut best = (f32::NEG_INFINITY, 0);
        for (number, child) in children.iter().enumerate() {
            let visits = child.visits() as f32;
            let known = visits + FPU_VISITS;
            let mut value = (child.sum() as f32 + FPU_VISITS * untried) / known;
            if rave > 0.0 {
                let later = child.rave_visits() as f32;
                if later > 0.0 {
                    let part = later / (later + known + later * known * per_visit);
                    value += part * (child.rave_sum() as f32 / later - value);
                }
            }
            let bound = value + explore * child.prior() / (1.0 + visits);
            if bound > best.0 {
                best = (bound, number);
            }
        }
        best.1
    }

    /// Tries to find the certain result of a node below the root that has become important.
    fn prove(&mut self, tree: &Tree, node: &Node) -> bool {
        let nodes = self.options.tree.prove;
        if nodes == 0 || node.visits() != IMPORTANT || self.position.is_over() {
            return false;
        }
        let Some(&(number, _)) = self.path.last() else { return false };
        let Some(end) = solve(&self.position, nodes) else { return false };
        tree.prove(number, self.judge.decided(&end));
        true
    }

    /// Asks the network about a node below the root when it is time: its children get the network's priors, and what the network
    /// expects is the result of the simulation.
    fn ask_guide(&mut self, tree: &Tree, node: &Node) -> Option<Outcome> {
        let NetworkOptions { visits, width, .. } = self.options.network;
        let guide = self.evaluators.guide.as_mut()?.as_mut();
        // The root has the network's priors from the start.
        let is_time = !self.path.is_empty() && node.visits() >= visits && !node.is_guided();
        if !is_time || self.position.is_over() {
            return None;
        }
        let Worker { expansion, position, recent, .. } = self;
        let children = tree.children(node);
        if !children.is_empty() {
            if !node.guide() {
                return None;
            }
            expansion.renew(guide, position, recent, children);
        } else if tree.grow(node, || expansion.children(guide, position, recent, Some(width))) {
            node.guide();
        } else {
            return None;
        }
        let value = guide.value(position, recent);
        Some(self.judge.expected(position, value))
    }

    /// Lets the moves after a leaf join the tree if it is time.
    fn expand(&mut self, tree: &Tree, leaf: &Node) -> bool {
        let TreeOptions { expand, width, .. } = self.options.tree;
        // The network may like moves that the other model did not.
        let width = self.evaluators.guide.as_ref().map_or(width, |_| self.options.network.width);
        if self.position.is_over() || leaf.visits() <= expand {
            return false;
        }
        let evaluator = self.evaluators.leaf.as_mut();
        tree.grow(leaf, || {
            self.expansion.children(evaluator, &self.position, &self.recent, Some(width))
        })
    }

    /// Plays the game to its end, or as far as it is needed.
    fn finish(&mut self) -> Outcome {
        if self.options.tree.symmetry && self.mirror.is_draw(&self.position) {
            let value = self.evaluators.leaf.value(&self.position, &self.recent);
            return self.judge.expected(&self.position, value.drawn(&self.position));
        }
        let end = self.playout.play(&mut self.position, &mut self.trail, &mut self.rng);
        let outcome = match end {
            End::Decided => self.judge.decided(&self.position),
            End::Open => {
                for &(colour, mv) in &self.trail.moves()[self.path.len()..] {
                    self.recent.add(colour, mv);
                }
                let value = self.evaluators.leaf.value(&self.position, &self.recent);
                self.judge.expected(&self.position, value)
            }
        };
        self.playout
            .learn(&self.position, &self.trail, |player| outcome.shares[player.index()] > 0.5);
        outcome
    }

    /// Adds the rewards of a simulation to the nodes on the way, and to the moves that were played later.
    fn back_up(&mut self, tree: &Tree, outcome: &Outcome) {
        let virtual_loss = self.options.tree.virtual_loss;
        for &(node, player) in &self.path {
            tree.node(node).leave(virtual_loss, outcome.rewards[player.index()]);
        }
        if self.options.tree.rave > 0.0 {
            self.back_up_rave(tree, outcome);
        }
    }

    /// Counts what the network expects as more visits than the one that has been added.
    fn back_up_weight(&self, tree: &Tree, outcome: &Outcome) {
        let more = self.options.network.weight - 1;
        tree.root().add_visits(more, 0.0);
        for &(node, player) in &self.path {
            tree.node(node).add_visits(more, outcome.rewards[player.index()]);
        }
    }

    /// Learns how much results differ.
    fn note(&mut self, outcome: &Outcome) {
        let players = self.root.variant().player_count();
        let mut variance = 0.0;
        for (stats, &reward) in self.results.iter_mut().zip(&outcome.rewards[..players]) {
            stats.add(reward);
            variance += stats.variance();
        }
        self.deviation = (variance / players as f64).sqrt() as f32;
    }

    /// A position has a certain result when one of its moves wins for certain, or all of them have one.
    fn back_up_proof(&self, tree: &Tree) {
        for pair in self.path.windows(2).rev() {
            let [(parent, _), (child, mover)] = [pair[0], pair[1]];
            let Some(mut best) = tree.proof(child) else { return };
            let mover = mover.index();
            if best.shares[mover] < 1.0 {
                let node = tree.node(parent);
                if !node.is_complete() {
                    return;
                }
                let numbers = (node.first_child()..).take(tree.children(node).len());
                for outcome in numbers.map(|number| tree.proof(number)) {
                    let Some(outcome) = outcome else { return };
                    if outcome.rewards[mover] > best.rewards[mover] {
                        best = outcome;
                    }
                }
            }
            tree.prove(parent, best);
        }
    }

    /// Adds the rewards to the RAVE (AMAF) statistics: a move counts at every node before it.
    fn back_up_rave(&mut self, tree: &Tree, outcome: &Outcome) {
        let moves = self.trail.moves();
        let below = &moves[self.path.len()..];
        for &(colour, mv) in below {
            self.later_moves.insert(colour, mv);
        }
        // From the leaf's parent upwards: the moves after a node are those so far.
        for depth in (0..self.path.len()).rev() {
            let (colour, mv) = moves[depth];
            let parent = if depth == 0 { tree.root() } else { tree.node(self.path[depth - 1].0) };
            let reward = outcome.rewards[self.path[depth].1.index()];
            for child in tree.children(parent) {
                if self.later_moves.contains(colour, child.mv()) {
                    child.add_rave(reward);
                }
            }
            self.later_moves.insert(colour, mv);
        }
        for &(colour, mv) in moves {
            self.later_moves.remove(colour, mv);
        }
    }
}
