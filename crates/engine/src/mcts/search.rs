//! The search for one decision: rounds of simulations by all threads, and a look at the tree between them.

use std::thread;
use std::time::Duration;

use rand::SeedableRng;

use cornerwise_core::{Colour, GameRng, Move, Position};

use crate::agent::Context;
use crate::budget::{Budget, Clock};
use crate::decision::{Counters, Decision};
use crate::montecarlo::Limits;

use crate::mcts::decision::decision;
use crate::mcts::iteration::{Evaluators, Worker};
use crate::mcts::models::SearchModels;
use crate::mcts::options::Options;
use crate::mcts::time::manager::{Progress, TimeManager};
use crate::mcts::tree::ranking::Ranking;
use crate::mcts::tree::root_stats::RootStats;
use crate::mcts::tree::sync::Apart;
use crate::mcts::tree::{Node, Tree};
use crate::mcts::value::symmetry::Mirror;

/// How often the agent tells what it thinks.
const REPORT_EVERY: Duration = Duration::from_millis(150);
/// Simulations between two looks at the clock.
const BATCH: u64 = 8;
/// In less time several threads are hardly begun before they are waited for, and every simulation counts.
const SHORT: Duration = Duration::from_millis(15);
/// The simulations of a thread before the first looks at the tree; later there is a part of those before.
const FEW_SIMULATIONS: u64 = 512;
const PART: u64 = 16;

/// What a search is about.
pub(super) struct Search<'a> {
    pub options: &'a Options,
    pub models: SearchModels<'a>,
    pub tree: &'a mut Tree,
    /// What earlier searches of the position gave.
    pub games: &'a mut RootStats,
    pub position: &'a Position,
    pub before: &'a [(Colour, Move)],
    pub mirror: &'a Mirror,
    pub clock: &'a Clock,
}

impl Search<'_> {
    /// Searches to the end of the clock, or until the time manager says that it is enough.
    pub(super) fn run(
        &mut self,
        time_manager: &mut TimeManager,
        context: &mut Context<'_>,
    ) -> Decision {
        let time = self.clock.budget().time;
        let threads = if time.is_some_and(|time| time < SHORT) { 1 } else { self.options.threads };
        let mut walkers: Vec<_> = (0..threads)
            .map(|_| {
                let rng = GameRng::from_rng(context.rng);
                let Search { options, models, position, before, mirror, .. } = self;
                let evaluators = Evaluators::new(*models, position.variant());
                Apart(Worker::new(options, position, before, mirror, evaluators, rng))
            })
            .collect();
        let few = FEW_SIMULATIONS * walkers.len() as u64;
        let mut totals = std::mem::take(self.games).again(self.root_moves().len());
        let mut look = few;
        let mut report_at = REPORT_EVERY;
        loop {
            let report_at_most = context.report.as_ref().map(|_| report_at);
            let pause =
                report_at_most.into_iter().chain(time_manager.target_after(self.clock)).min();
            self.round(&mut walkers, look - totals.simulations, pause, &mut totals);
            if let Some(report) = &mut context.report
                && self.clock.elapsed() >= report_at
            {
                report(&self.decision(&totals));
                report_at = self.clock.elapsed() + REPORT_EVERY;
            }
            // Where time does not matter, neither do pauses: the search ends at fixed numbers of simulations.
            if totals.simulations >= look || time_manager.is_timed() {
                if self.is_enough(time_manager, &totals) {
                    break;
                }
                look = look.max(totals.simulations + few.max(totals.simulations / PART));
            }
            if self.is_up(&totals) {
                break;
            }
            if self.tree.is_full() {
                self.tree.recycle();
            }
        }
        let decision = self.decision(&totals);
        *self.games = totals;
        decision
    }

    fn root_moves(&self) -> &[Node] {
        self.tree.children(self.tree.root())
    }

    /// Lets all threads simulate, so many games together, until a time at most.
    fn round(
        &self,
        walkers: &mut [Apart<Worker<'_>>],
        simulations: u64,
        until: Option<Duration>,
        totals: &mut RootStats,
    ) {
        let Budget { nodes, .. } = *self.clock.budget();
        let time = until.map(|until| until.saturating_sub(self.clock.elapsed()));
        let left = self.clock.budget().simulations.map(|most| most - totals.simulations);
        let simulations = left.into_iter().chain([simulations]).min();
        let clock = self.clock.part(Budget { time, simulations, nodes, depth: None });
        let limits = Limits::of_tree(&clock, 0, 1);
        let tree = &*self.tree;
        let moves = self.root_moves().len();
        let is_short = clock.budget().time.is_some_and(|time| time < SHORT);
        let batch = if is_short { 1 } else { BATCH };
        let work = |Apart(walker): &mut Apart<Worker<'_>>| {
            let mut totals = RootStats::new(moves);
            while !tree.is_full() {
                let batch = limits.take(batch, tree.len());
                if batch == 0 {
                    break;
                }
                for _ in 0..batch {
                    let (child, outcome) = walker.simulate(tree);
                    totals.add_game(child, &outcome);
                }
            }
            totals.depth = walker.depth;
            totals
        };
        let Some((first, others)) = walkers.split_first_mut() else { return };
        thread::scope(|scope| {
            let others: Vec<_> =
                others.iter_mut().map(|walker| scope.spawn(|| work(walker))).collect();
            totals.add(&work(first));
            for thread in others {
                totals.add(&thread.join().expect("a search ends"));
            }
        });
    }

    /// Whether the limits allow no more.
    fn is_up(&self, totals: &RootStats) -> bool {
        self.clock.is_up()
            || self.clock.simulations_are_up(totals.simulations)
            || self.clock.nodes_are_up(self.tree.len() as u64)
    }

    /// Whether the time manager wants no more.
    fn is_enough(&self, time_manager: &mut TimeManager, totals: &RootStats) -> bool {
        let progress = Progress {
            simulations: totals.simulations,
            most_simulations: self.clock.budget().simulations,
            elapsed: self.clock.elapsed(),
            visits_each: self.models.guide.map_or(1, |_| self.options.network.weight.into()),
        };
        time_manager.is_enough(&Ranking::of(self.root_moves()), &progress)
    }

    /// What the search thinks now.
    fn decision(&self, totals: &RootStats) -> Decision {
        let counters = Counters {
            nodes: self.tree.len() as u64,
            simulations: totals.simulations,
            depth: totals.depth as u32,
            time: self.clock.elapsed(),
        };
        decision(self.position, self.tree, totals, counters)
    }
}
