//! From a position to a decision.

use std::thread;
use std::time::Duration;

use rand::SeedableRng;

use cornerwise_core::{GameRng, Position};

use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Candidate, Counters, Decision, Forfeit};
use crate::memory::{self, NoMemory};

use super::choice::{is_settled, merge};
use super::limits::Limits;
use super::options::{Bias, Final, Options};
use super::parallel::run;
use super::search::{Searcher, order_children};
use super::tree::{RootMove, Tree};
use crate::outcome::share;

/// The simulations of a search that nothing limits.
const DEFAULT_SIMULATIONS: u64 = 1000;
/// Enough to tell what a position is worth when there is only one move.
const FORCED_SIMULATIONS: u64 = 100;
/// How often the agent tells what it thinks.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// The parts of the budget after which a robust-max search looks whether it has done enough.
const ROBUST_MAX_PARTS: [f64; 6] = [0.75, 0.8, 0.85, 0.9, 0.95, 1.0];

/// A player by Monte Carlo search. The trees' memory is kept from move to move.
pub(super) struct MonteCarlo {
    options: Options,
    trees: Vec<Tree>,
}

impl MonteCarlo {
    /// Every tree has a MiB at least.
    pub(super) fn check(options: &Options) -> Result<(), String> {
        let trees = options.tree_count();
        if options.tree_mib < trees {
            return Err(format!("{trees} trees need tree-mib={trees} at least"));
        }
        Ok(())
    }

    pub(super) fn build(options: Options) -> Result<Box<dyn Agent>, String> {
        let trees = options.tree_count();
        let mib = options.tree_mib;
        memory::check(mib)?;
        let bytes = (mib << 20) / trees;
        let trees: Option<Vec<_>> = (0..trees).map(|_| Tree::new(bytes)).collect();
        let trees = trees.ok_or(NoMemory { mib })?;
        Ok(Box::new(MonteCarlo { options, trees }))
    }
}

impl Agent for MonteCarlo {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let mut options = self.options;
        options.budget = budget(&options, position, context.budget);
        let clock = Clock::start(options.budget, context.stop);
        for tree in &mut self.trees {
            plant(tree, &options, position, context.rng);
        }
        let search = Search { options: &options, trees: &self.trees, position, clock: &clock };
        Ok(search.run(context))
    }
}

/// The tighter of the agent's and the caller's limits, and some limit in any case.
fn budget(options: &Options, position: &Position, outer: Budget) -> Budget {
    let mut budget = options.budget.and(outer);
    if budget.time.is_none() && budget.simulations.is_none() && budget.nodes.is_none() {
        budget.simulations = Some(DEFAULT_SIMULATIONS);
    }
    if position.count_moves() == 1 {
        let forced = Budget { simulations: Some(FORCED_SIMULATIONS), ..Budget::default() };
        budget = budget.and(forced);
    }
    budget
}

fn plant(tree: &mut Tree, options: &Options, position: &Position, rng: &mut GameRng) {
    let colour = position.to_play().expect("the game is not over");
    let mut children = Vec::new();
    order_children(options, position, colour, rng, &mut Vec::new(), &mut children);
    tree.plant(&children);
}

/// The search for one decision.
struct Search<'a> {
    options: &'a Options,
    trees: &'a [Tree],
    position: &'a Position,
    clock: &'a Clock,
}

impl<'a> Search<'a> {
    fn run(&self, context: &mut Context<'_>) -> Decision {
        let per_tree = self.options.threads / self.trees.len();
        let mut teams: Vec<(Limits<'a>, Vec<Searcher<'a>>)> = Vec::new();
        for (number, tree) in self.trees.iter().enumerate() {
            let limits = Limits::of_tree(self.clock, number, self.trees.len());
            let mut searcher =
                || Searcher::new(self.options, tree, self.position, GameRng::from_rng(context.rng));
            teams.push((limits, (0..per_tree).map(|_| searcher()).collect()));
        }
        let parts: &[f64] =
            if self.options.choice == Final::RobustMax { &ROBUST_MAX_PARTS } else { &[1.0] };
        let mut told = Duration::ZERO;
        for &part in parts {
            for (limits, _) in &mut teams {
                limits.set_part(part);
            }
            let mut tick = || {
                let Some(report) = &mut context.report else { return };
                if self.clock.elapsed() >= told + REPORT_EVERY {
                    told = self.clock.elapsed();
                    report(&self.decision());
                }
            };
            thread::scope(|scope| {
                let mut teams = teams.iter_mut();
                let first = teams.next();
                for (limits, searchers) in teams {
                    scope.spawn(|| run(searchers, limits, &mut || {}));
                }
                if let Some((limits, searchers)) = first {
                    run(searchers, limits, &mut tick);
                }
            });
            if is_settled(&self.root_moves()) {
                break;
            }
        }
        let searchers = teams.iter().flat_map(|(_, searchers)| searchers);
        let mut decision = self.decision();
        decision.counters.depth =
            searchers.map(|searcher| searcher.depth as u32).max().unwrap_or(0);
        decision
    }

    fn root_moves(&self) -> Vec<RootMove> {
        merge(self.trees.iter().map(Tree::root_moves))
    }

    /// What the search thinks now.
    fn decision(&self) -> Decision {
        let moves = self.root_moves();
        let chosen = &moves[self.options.choose(&moves)];
        let players = self.position.variant().player_count();
        let visits_in = |tree: &&Tree| {
            let known = tree.root_moves();
            known.iter().find(|known| known.mv == chosen.mv).map(|known| known.visits)
        };
        let tree = self.trees.iter().max_by_key(visits_in).expect("there is a tree");
        let mean = |sums: &[f64]| {
            let means = sums[..players].iter().map(|sum| sum / chosen.visits as f64).collect();
            (chosen.visits > 0).then_some(means)
        };
        let line = tree.line(self.position, chosen.mv);
        let mut decision = Decision {
            mv: chosen.mv,
            values: mean(&chosen.shares),
            scores: mean(&chosen.scores),
            candidates: moves.iter().map(|known| self.candidate(known, players)).collect(),
            counters: Counters {
                nodes: self.trees.iter().map(|tree| tree.len() as u64).sum(),
                simulations: moves.iter().map(|known| known.visits).sum(),
                depth: line.len() as u32,
                time: self.clock.elapsed(),
            },
            line,
        };
        decision.candidates.sort_by(|a, b| {
            let by_visits = b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value));
            (b.mv == chosen.mv).cmp(&(a.mv == chosen.mv)).then(by_visits)
        });
        decision
    }

    fn candidate(&self, known: &RootMove, players: usize) -> Candidate {
        let mover = self.position.player_to_play().expect("the game is not over").index();
        let mean = |sum: f64| (known.visits > 0).then(|| sum / known.visits as f64);
        Candidate {
            mv: known.mv,
            visits: known.visits,
            value: if known.visits == 0 { 0.0 } else { share(known.mean(), players) },
            prior: (self.options.bias != Bias::None).then_some(known.bias),
            win_share: mean(known.shares[mover]),
            score: mean(known.scores[mover]),
        }
    }
}
