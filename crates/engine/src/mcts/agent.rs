//! From a position to a decision.

use cornerwise_core::{Colour, Move, Position};

use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Decision, Forfeit};
use crate::evaluator::RecentMoves;
use crate::memory::{self, NoMemory};

use crate::mcts::models::{Models, SearchModels};
use crate::mcts::options::Options;
use crate::mcts::policy::Expansion;
use crate::mcts::search::Search;
use crate::mcts::time::allocation::{Lateness, TimeAllocation};
use crate::mcts::time::manager::TimeManager;
use crate::mcts::tree::Tree;
use crate::mcts::tree::root_stats::RootStats;
use crate::mcts::value::symmetry::Mirror;

/// The simulations of a search that nothing limits.
const DEFAULT_SIMULATIONS: u64 = 10_000;
/// The simulations that tell what an only move is worth.
const ONLY_MOVE_SIMULATIONS: u64 = 64;
/// Visits are counted in 32 bits, with some room for threads that all add one.
const MOST_VISITS: u32 = u32::MAX - (1 << 16);

/// The player. Its tree lives from move to move.
pub(super) struct Mcts {
    options: Options,
    models: Models,
    pub(super) tree: Tree,
    /// The position that the tree is about, with the moves that led to it.
    known: Option<(Position, Vec<Move>)>,
    /// What the searches of that position gave.
    games: RootStats,
    /// The draws by symmetry of the latest variant.
    mirror: Option<Mirror>,
    lateness: Lateness,
}

impl Mcts {
    /// A player without a game yet.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn new(options: Options, models: Models) -> Result<Mcts, String> {
        let mib = options.tree_mib;
        memory::check(mib)?;
        let tree = Tree::new(mib << 20).ok_or(NoMemory { mib })?;
        Ok(Mcts {
            options,
            models,
            tree,
            known: None,
            games: RootStats::default(),
            mirror: None,
            lateness: Lateness::default(),
        })
    }

    /// Makes the tree one of this position, with what it knew of it before if the moves that led here are
    /// known.
    fn plant(&mut self, position: &Position, before: &[(Colour, Move)], history: &[Move]) {
        let recent = RecentMoves::after(before);
        let SearchModels { leaf, guide } = self.models.of(position.variant(), self.options.network);
        let mut evaluator = guide.unwrap_or(leaf).evaluator(position.variant());
        let mut expansion = Expansion::new(self.options.tree);
        let (children, _) = expansion.children(evaluator.as_mut(), position, &recent, None);
        let since = self.known.take().and_then(|(old, past)| {
            let new = history.strip_prefix(&past[..])?;
            let mut replayed = old;
            for &mv in new {
                replayed.play(mv).ok()?;
            }
            (self.options.reuse && replayed == *position).then_some(new)
        });
        let is_kept = since.is_some_and(|moves| self.tree.advance(moves, children));
        if !is_kept {
            self.tree.plant(children);
        }
        if !is_kept || since.is_some_and(|moves| !moves.is_empty()) {
            self.games = RootStats::default();
        }
        self.known = Some((position.clone(), history.to_vec()));
    }

    /// Searches a position within a budget.
    fn search(
        &mut self,
        position: &Position,
        budget: Budget,
        time_manager: &mut TimeManager,
        context: &mut Context<'_>,
    ) -> Decision {
        let mut clock = Clock::start(budget, context.stop);
        let before = last_moves(position, context.history);
        self.plant(position, &before, context.history);
        let root = self.tree.root();
        let most = match self.tree.children(root) {
            [_] if time_manager.settle => ONLY_MOVE_SIMULATIONS,
            _ => (MOST_VISITS.saturating_sub(root.visits()) / self.options.network.weight).into(),
        };
        clock.tighten(Budget { simulations: Some(most), ..Budget::default() });
        let tables = position.tables();
        let mirror = self.mirror.take().filter(|known| known.is_of(tables));
        let mirror = self.mirror.insert(mirror.unwrap_or_else(|| Mirror::new(tables)));
        let mut search = Search {
            options: &self.options,
            models: self.models.of(position.variant(), self.options.network),
            tree: &mut self.tree,
            games: &mut self.games,
            position,
            before: &before,
            mirror,
            clock: &clock,
        };
        search.run(time_manager, context)
    }
}

impl Agent for Mcts {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let variant = position.variant();
        let models = self.models.of(variant, self.options.network);
        models.check(variant).map_err(Forfeit::Failed)?;
        let mut budget = self.options.budget.and(context.budget);
        if budget.time.is_none() && budget.simulations.is_none() && budget.nodes.is_none() {
            budget.simulations = Some(DEFAULT_SIMULATIONS);
        }
        let allocation = match &context.time_left {
            None => TimeAllocation::fixed(budget.time),
            Some(left) => {
                let own = TimeAllocation::of_clock(left, position, self.lateness);
                own.within(self.options.budget.time).within(context.limit)
            }
        };
        budget.time = allocation.most;
        let mut time_manager =
            TimeManager::new(allocation, self.options.settle, self.options.unsettled);
        let decision = self.search(position, budget, &mut time_manager, context);
        if let Some(late) = time_manager.late_by(decision.counters.time) {
            self.lateness.add(late);
        }
        Ok(decision)
    }

    fn ponder(&mut self, position: &Position, context: &mut Context<'_>) {
        let variant = position.variant();
        let models = self.models.of(variant, self.options.network);
        if self.options.reuse && models.check(variant).is_ok() {
            self.search(position, Budget::default(), &mut TimeManager::endless(), context);
        }
    }

    fn new_game(&mut self, _: u64) {
        self.known = None;
    }
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
