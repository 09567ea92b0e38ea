//! From a position to a decision.

use std::thread;
use std::time::Duration;

use rand::SeedableRng;

use cornerwise_core::{Colour, GameRng, Move, Position};

use crate::agent::{Agent, Context};
use crate::budget::Clock;
use crate::decision::{Candidate, Counters, Decision, Forfeit};
use crate::montecarlo::{Limits, Outcome, PerPlayer, share};

use super::knowledge::{Prospects, Recent, Weights};
use super::options::Options;
use super::symmetry::Mirror;
use super::tree::{Node, Tree};
use super::walk::{Chooser, Walker};

/// The simulations of a search that nothing limits.
const DEFAULT_SIMULATIONS: u64 = 10_000;
/// How often the agent tells what it thinks.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// Simulations between two looks at the clock.
const BATCH: u64 = 8;
/// The simulations of the first rounds; later ones have a part of those before.
const FEW_SIMULATIONS: u64 = 512;

/// The player. Its tree lives from move to move.
pub(super) struct Mcts {
    options: Options,
    /// Those of the settings, instead of the learnt ones.
    weights: Option<Weights>,
    prospects: Option<Prospects>,
    tree: Tree,
    /// The position that the tree is about, with the moves that led to it.
    known: Option<(Position, Vec<Move>)>,
}

impl Mcts {
    pub(super) fn build(
        options: Options,
        weights: Option<Weights>,
        prospects: Option<Prospects>,
    ) -> Result<Box<dyn Agent>, String> {
        let tree = Tree::new(options.tree_mib << 20)
            .ok_or_else(|| format!("there is no memory for {} MiB", options.tree_mib))?;
        Ok(Box::new(Mcts { options, weights, prospects, tree, known: None }))
    }

    /// Makes the tree one of this position, with what it knew of it before if the moves that led here are
    /// known.
    fn plant(&mut self, position: &Position, before: &[(Colour, Move)], history: &[Move]) {
        let recent = Recent::after(before);
        let mut chooser =
            Chooser::new(self.options.tree, weights_of(self.weights.as_ref(), position));
        let children = chooser.children(position, &recent, None);
        let since = self.known.take().and_then(|(old, past)| {
            let new = history.strip_prefix(&past[..])?;
            let mut replayed = old;
            for &mv in new {
                replayed.play(mv).ok()?;
            }
            (self.options.reuse && replayed == *position).then_some(new)
        });
        if !since.is_some_and(|moves| self.tree.advance(moves, children)) {
            self.tree.plant(children);
        }
        self.known = Some((position.clone(), history.to_vec()));
    }
}

impl Agent for Mcts {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let mut budget = self.options.budget.and(context.budget);
        if budget.time.is_none() && budget.simulations.is_none() && budget.nodes.is_none() {
            budget.simulations = Some(DEFAULT_SIMULATIONS);
        }
        let clock = Clock::start(budget, context.stop);
        let before = last_moves(position, context.history);
        self.plant(position, &before, context.history);
        let mirror = Mirror::new(position.tables());
        let mut search = Search {
            options: &self.options,
            weights: weights_of(self.weights.as_ref(), position),
            prospects: match &self.prospects {
                Some(given) => given,
                None => Prospects::learnt(position.variant()),
            },
            tree: &mut self.tree,
            position,
            before: &before,
            mirror: &mirror,
            clock: &clock,
            totals: Totals::default(),
        };
        Ok(search.run(context))
    }

    fn new_game(&mut self, _: u64) {
        self.known = None;
    }
}

/// The given weights, or those that were learnt for such games.
fn weights_of<'a>(given: Option<&'a Weights>, position: &Position) -> &'a Weights {
    given.unwrap_or_else(|| Weights::learnt(position.variant()))
}

/// The moves of the game with their colours, if they are known to lead to this position.
fn last_moves(position: &Position, history: &[Move]) -> Vec<(Colour, Move)> {
    let mut replayed = Position::new(position.tables());
    let mut moves = Vec::with_capacity(history.len());
    for &mv in history {
        let Some(colour) = replayed.to_play() else { return Vec::new() };
        if replayed.play(mv).is_err() {
            return Vec::new();
        }
        moves.push((colour, mv));
    }
    moves
}

/// What all simulations of a search gave.
#[derive(Clone, Default)]
struct Totals {
    simulations: u64,
    depth: usize,
    /// Whether the limits allow no more.
    is_up: bool,
    /// For every move of the root: games, every player's shares of the win and scores.
    moves: Vec<(u64, PerPlayer, PerPlayer)>,
}

impl Totals {
    fn new(moves: usize) -> Totals {
        Totals { moves: vec![Default::default(); moves], ..Totals::default() }
    }

    fn add_game(&mut self, child: usize, outcome: &Outcome) {
        self.simulations += 1;
        let (games, shares, scores) = &mut self.moves[child];
        *games += 1;
        for player in 0..Colour::MAX {
            shares[player] += outcome.shares[player];
            scores[player] += outcome.scores[player];
        }
    }

    fn add(&mut self, other: &Totals) {
        self.simulations += other.simulations;
        self.depth = self.depth.max(other.depth);
        for (own, other) in self.moves.iter_mut().zip(&other.moves) {
            own.0 += other.0;
            for player in 0..Colour::MAX {
                own.1[player] += other.1[player];
                own.2[player] += other.2[player];
            }
        }
    }
}

/// The search for one decision.
struct Search<'a> {
    options: &'a Options,
    weights: &'a Weights,
    prospects: &'a Prospects,
    tree: &'a mut Tree,
    position: &'a Position,
    before: &'a [(Colour, Move)],
    mirror: &'a Mirror,
    clock: &'a Clock,
    totals: Totals,
}

impl Search<'_> {
    fn run(&mut self, context: &mut Context<'_>) -> Decision {
        self.totals = Totals::new(self.tree.children(self.tree.root()).len());
        let limits = Limits::of_tree(self.clock, 0, 1);
        let mut walkers: Vec<_> = (0..self.options.threads)
            .map(|_| {
                let rng = GameRng::from_rng(context.rng);
                let Search { options, weights, prospects, position, before, mirror, .. } = self;
                Walker::new(options, position, before, mirror, weights, prospects, rng)
            })
            .collect();
        let mut told = Duration::ZERO;
        while self.round(&mut walkers, &limits) {
            if let Some(report) = &mut context.report
                && self.clock.elapsed() >= told + REPORT_EVERY
            {
                told = self.clock.elapsed();
                report(&self.decision());
            }
            if self.tree.is_full() {
                self.tree.recycle();
            }
        }
        self.decision()
    }

    /// Searches for a while; `false` at the end of the search.
    fn round(&mut self, walkers: &mut [Walker<'_>], limits: &Limits<'_>) -> bool {
        let most = FEW_SIMULATIONS.max(self.totals.simulations / 16) / walkers.len() as u64;
        let tree = &*self.tree;
        let blank = Totals::new(self.totals.moves.len());
        let work = |walker: &mut Walker<'_>| {
            let mut totals = blank.clone();
            while !tree.is_full() && totals.simulations < most {
                let batch = limits.take(BATCH, tree.len());
                for _ in 0..batch {
                    let (child, outcome) = walker.simulate(tree);
                    totals.add_game(child, &outcome);
                }
                if batch == 0 {
                    totals.is_up = true;
                    break;
                }
            }
            totals.depth = walker.depth;
            totals
        };
        let Some((first, others)) = walkers.split_first_mut() else { return false };
        let found: Vec<Totals> = thread::scope(|scope| {
            let others: Vec<_> =
                others.iter_mut().map(|walker| scope.spawn(|| work(walker))).collect();
            let first = work(first);
            let others = others.into_iter().map(|thread| thread.join().expect("a search ends"));
            std::iter::once(first).chain(others).collect()
        });
        for totals in &found {
            self.totals.add(totals);
        }
        !found.iter().any(|totals| totals.is_up)
    }

    /// What the search thinks now.
    fn decision(&self) -> Decision {
        let children = self.tree.children(self.tree.root());
        let mover = self.position.player_to_play().expect("the game is not over").index();
        let players = self.position.variant().player_count();
        let order = |number: &usize| {
            let child = &children[*number];
            (child.visits(), (child.mean() * 1e9) as i64, std::cmp::Reverse(*number))
        };
        let mut numbers: Vec<usize> = (0..children.len()).collect();
        numbers.sort_by_key(|number| std::cmp::Reverse(order(number)));
        let chosen = numbers[0];
        let (games, shares, scores) = &self.totals.moves[chosen];
        let means = |sums: &PerPlayer| {
            let means = sums[..players].iter().map(|sum| sum / *games as f64).collect();
            (*games > 0).then_some(means)
        };
        let candidate = |&number: &usize| {
            let child = &children[number];
            let (games, shares, scores) = &self.totals.moves[number];
            let mean = |sum: f64| (*games > 0).then(|| sum / *games as f64);
            Candidate {
                mv: child.mv(),
                visits: child.visits().into(),
                value: share(child.mean(), players),
                prior: Some(child.prior().into()),
                win_share: mean(shares[mover]),
                score: mean(scores[mover]),
            }
        };
        let line = self.line(&children[chosen]);
        Decision {
            mv: children[chosen].mv(),
            values: means(shares),
            scores: means(scores),
            candidates: numbers.iter().map(candidate).collect(),
            counters: Counters {
                nodes: self.tree.len() as u64,
                simulations: self.totals.simulations,
                depth: self.totals.depth as u32,
                time: self.clock.elapsed(),
            },
            line,
        }
    }

    /// The most visited moves from a child of the root on.
    fn line<'n>(&'n self, mut node: &'n Node) -> Vec<Move> {
        let mut line = vec![node.mv()];
        loop {
            let visited = self.tree.children(node).iter().filter(|child| child.visits() > 0);
            let Some(next) = visited.rev().max_by_key(|child| child.visits()) else { return line };
            line.push(next.mv());
            node = next;
        }
    }
}
