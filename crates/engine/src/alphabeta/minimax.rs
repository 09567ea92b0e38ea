//! The agent `minimax`.

use rand::RngExt;

use cornerwise_core::{Move, Position};

use super::cache::Cache;
use super::choice::Choice;
use super::effort::{Effort, RootMove};
use super::judge::{Judge, Values, share};
use super::maxn::MaxN;
use super::order::{Order, Orderer};
use super::pruning::{counters, decision};
use super::record::{Key, Record};
use super::table::Table;
use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Decision, Forfeit};
use crate::evaluation::{self, Evaluation};
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

const CACHE: Parameter = Parameter {
    name: "cache",
    kind: ParameterKind::File(&[]),
    default: "none",
    meaning: "a file that keeps the best moves of searched positions",
};
const CACHE_MIB: Parameter = Parameter {
    name: "cache-mib",
    kind: ParameterKind::Int(1, 1 << 20),
    default: "64",
    meaning: "the most MiB that the cache file grows to",
};

pub(super) const KIND: AgentKind = AgentKind {
    name: "minimax",
    summary: "looks at all moves to a fixed depth and plays one of the best at random",
    parameters: &evaluation::with_weights::<6, 15>([
        Parameter::DEPTH.or("2"),
        Parameter::TIME,
        Parameter::NODES,
        evaluation::CHOICE,
        CACHE,
        CACHE_MIB,
    ]),
    build,
    ..AgentKind::PLAIN
};

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let most = settings.int(CACHE_MIB.name).unwrap_or(1) as usize;
    let cache = match settings.word(CACHE.name) {
        "" => None,
        path => Some(Cache::open(path, most << 20)?),
    };
    Ok(Box::new(Minimax {
        budget: settings.budget(),
        evaluation: evaluation::from_settings(settings),
        evaluation_name: evaluation::description(settings),
        cache,
    }))
}

struct Minimax {
    budget: Budget,
    evaluation: Evaluation,
    /// What tells this evaluation from others in the cache.
    evaluation_name: String,
    cache: Option<Cache>,
}

/// What a search to some depth found.
struct Found {
    moves: Vec<RootMove>,
    values: Values,
    is_certain: bool,
    depth: usize,
}

impl Agent for Minimax {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let budget = self.budget.and(context.budget);
        let mut effort = Effort::new(Clock::start(budget, context.stop));
        let depth = budget.depth.unwrap_or(1) as usize;
        let players = position.variant().player_count();

        let key = Key::new(position.variant(), &self.evaluation_name, depth, position.hash());
        if let Some(record) = self.recall(&key, position) {
            let mut values = Values::default();
            values[..players].copy_from_slice(&record.values);
            let player = position.player_to_play().expect("the game is not over");
            let root =
                |mv: Move| RootMove { value: Some(values[player.index()]), ..RootMove::new(mv) };
            let moves = record.moves.into_iter().map(root).collect();
            let found = Found { moves, values, is_certain: false, depth };
            return Ok(choose(found, players, &effort, context));
        }

        let Some(found) = self.search(position, depth, &mut effort) else {
            // Not even one ply was looked at.
            let mv = position.sample_move(context.rng).expect("the game is not over");
            return Ok(Decision { counters: counters(0, &effort), ..Decision::of(mv) });
        };
        if let Some(cache) = &mut self.cache
            && found.depth == depth
        {
            let values = found.values[..players].to_vec();
            let moves = best(&found.moves).iter().map(|root| root.mv).collect();
            cache.put(key, Record { ply: position.moves_played(), values, moves });
        }
        Ok(choose(found, players, &effort, context))
    }
}

impl Minimax {
    /// What the cache has of a position, if it can be true.
    fn recall(&mut self, key: &Key, position: &Position) -> Option<Record> {
        let record = self.cache.as_mut()?.get(key)?;
        let is_sound = record.values.len() == position.variant().player_count()
            && record.moves.iter().all(|&mv| position.is_legal(mv));
        is_sound.then_some(record)
    }

    /// Searches to the depth, or as deep as the budget allows; `None` if that is nothing at all.
    fn search(&self, position: &Position, depth: usize, effort: &mut Effort) -> Option<Found> {
        let judge = Judge {
            evaluation: self.evaluation.clone(),
            root: position.player_to_play()?,
            is_paranoid: position.variant().player_count() == 2,
        };
        let orderer = Orderer::new(Order::Size);
        let choice = Choice { orderer, only_fives: 0, width: 0, narrowing: 1.0 };
        let mut table = Table::new(0);
        let mut search = MaxN::new(position, &judge, &choice, &mut table, effort);
        let mut moves = search.root_moves();
        let mut found = None;
        // The shallow searches cost little and are there if the time runs out.
        for depth in 1..=depth {
            let Some((values, is_certain)) = search.iterate(depth, &mut moves) else { break };
            found = Some(Found { moves: moves.clone(), values, is_certain, depth });
        }
        found
    }
}

/// The moves that share the best value.
fn best(moves: &[RootMove]) -> &[RootMove] {
    let count = moves.iter().take_while(|root| root.value == moves[0].value).count();
    &moves[..count]
}

/// One of the best moves at random.
fn choose(
    mut found: Found,
    players: usize,
    effort: &Effort,
    context: &mut Context<'_>,
) -> Decision {
    let chosen = context.rng.random_range(0..best(&found.moves).len());
    found.moves[..=chosen].rotate_right(1);
    let shares = || found.values[..players].iter().map(|&value| share(value)).collect();
    decision(&found.moves, found.is_certain.then(shares), found.depth, effort)
}
