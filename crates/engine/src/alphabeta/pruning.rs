//! The agent `alphabeta`.

use cornerwise_core::{Player, Position};

use super::choice::{self, Choice};
use super::effort::{Effort, RootMove};
use super::history::History;
use super::judge::{Judge, Values, is_decided, points, share};
use super::maxn::MaxN;
use super::negamax::Negamax;
use super::order::{self, Orderer};
use super::table::Table;
use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Candidate, Counters, Decision, Forfeit};
use crate::evaluation::{self, Evaluation};
use crate::exact::{ENDGAME, Endgame};
use crate::memory::{self, NoMemory};
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::AgentKind;

const PARANOID: Parameter = Parameter {
    name: "paranoid",
    kind: ParameterKind::Flag,
    default: "no",
    meaning: "with three or four players: whether all others are taken to play against the mover",
};
const TABLE_MIB: Parameter = Parameter {
    name: "table-mib",
    kind: ParameterKind::Int(0, 1 << 20),
    default: "64",
    meaning: "the size of the table of searched positions in MiB; 0 for none",
};

pub(super) const KIND: AgentKind = AgentKind {
    name: "alphabeta",
    summary: "iterative deepening with alpha-beta; max-n with three and four players",
    parameters: &evaluation::with_weights::<11, 20>([
        Parameter::DEPTH,
        Parameter::TIME,
        Parameter::NODES,
        evaluation::CHOICE.or("influence"),
        order::CHOICE,
        PARANOID,
        choice::ONLY_FIVES,
        choice::WIDTH,
        choice::NARROWING,
        TABLE_MIB,
        ENDGAME,
    ]),
    build: |settings| Ok(Endgame::before(Box::new(AlphaBeta::new(settings)?), settings)),
    ..AgentKind::PLAIN
};

/// The depth when nothing limits the search, and with several opponents who are not taken as one.
const DEFAULT_DEPTH: u32 = 3;
const DEFAULT_MAXN_DEPTH: u32 = 2;
/// No game is longer: four colours with 21 pieces.
const LONGEST: u32 = 84;

struct AlphaBeta {
    budget: Budget,
    evaluation: Evaluation,
    is_paranoid: bool,
    choice: Choice,
    /// Only one of the tables has memory at a time, according to the number of players.
    table: Table<i32>,
    maxn_table: Table<Values>,
    history: History,
}

impl AlphaBeta {
    fn new(settings: &Settings) -> Result<AlphaBeta, NoMemory> {
        let order = settings.word(order::CHOICE.name).parse();
        let orderer = Orderer::new(order.expect("the parameter allows only known names"));
        let table_mib = settings.int(TABLE_MIB.name).unwrap_or(0) as usize;
        memory::check(table_mib)?;
        Ok(AlphaBeta {
            budget: settings.budget(),
            evaluation: evaluation::from_settings(settings),
            is_paranoid: settings.flag(PARANOID.name),
            choice: Choice::new(orderer, settings),
            table: Table::new(table_mib),
            maxn_table: Table::new(table_mib),
            history: History::default(),
        })
    }
}

impl Agent for AlphaBeta {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let judge = Judge {
            evaluation: self.evaluation.clone(),
            root: position.player_to_play().expect("the game is not over"),
            is_paranoid: self.is_paranoid || position.variant().player_count() == 2,
        };
        let budget = self.budget.and(context.budget);
        let default = match judge.is_paranoid {
            _ if budget.time.is_some() || budget.nodes.is_some() => LONGEST,
            true => DEFAULT_DEPTH,
            false => DEFAULT_MAXN_DEPTH,
        };
        let deepest = budget.depth.unwrap_or(default).min(LONGEST) as usize;
        let mut effort = Effort::new(Clock::start(budget, context.stop));
        let decision = if judge.is_paranoid {
            self.one_against_all(position, &judge, deepest, &mut effort, context)
        } else {
            self.everyone_for_itself(position, &judge, deepest, &mut effort, context)
        };
        Ok(decision?)
    }
}

impl AlphaBeta {
    fn one_against_all(
        &mut self,
        position: &Position,
        judge: &Judge,
        deepest: usize,
        effort: &mut Effort,
        context: &mut Context<'_>,
    ) -> Result<Decision, NoMemory> {
        self.maxn_table.release();
        self.table.begin_search()?;
        self.history.clear();
        let (table, history) = (&mut self.table, &mut self.history);
        let mut search = Negamax::new(position, judge, &self.choice, table, history, effort);
        let mut moves = search.root_moves();
        let mut depth = 1;
        loop {
            let is_certain = search.iterate(depth, &mut moves);
            let values = two_sided(position, judge.root, moves[0].value, is_certain);
            // An iteration that was given up has not reached its depth.
            let reached = depth - usize::from(search.effort.is_up);
            let decision = decision(&moves, values, reached, search.effort);
            if is_certain || search.effort.is_up || depth >= deepest {
                return Ok(decision);
            }
            if let Some(report) = &mut context.report {
                report(&decision);
            }
            depth += 1;
        }
    }

    fn everyone_for_itself(
        &mut self,
        position: &Position,
        judge: &Judge,
        deepest: usize,
        effort: &mut Effort,
        context: &mut Context<'_>,
    ) -> Result<Decision, NoMemory> {
        self.table.release();
        self.maxn_table.begin_search()?;
        let players = position.variant().player_count();
        let mut search = MaxN::new(position, judge, &self.choice, &mut self.maxn_table, effort);
        let mut moves = search.root_moves();
        let mut last = decision(&moves, None, 0, search.effort);
        let mut depth = 1;
        loop {
            let Some((values, is_certain)) = search.iterate(depth, &mut moves) else {
                last.counters = counters(depth - 1, search.effort);
                return Ok(last);
            };
            let shares = || values[..players].iter().map(|&value| share(value)).collect();
            last = decision(&moves, is_certain.then(shares), depth, search.effort);
            if is_certain || depth >= deepest {
                return Ok(last);
            }
            if let Some(report) = &mut context.report {
                report(&last);
            }
            depth += 1;
        }
    }
}

/// Every player's share of the win, if the value of the searching player tells.
fn two_sided(
    position: &Position,
    player: Player,
    value: Option<i32>,
    is_certain: bool,
) -> Option<Vec<f64>> {
    let players = position.variant().player_count();
    let own = value.filter(|&value| is_certain || is_decided(value)).map(share)?;
    // Among several opponents it is not known who gets the rest, unless there is none.
    (players == 2 || own == 1.0).then(|| {
        let mut shares = vec![1.0 - own; players];
        shares[player.index()] = own;
        shares
    })
}

pub(super) fn decision(
    moves: &[RootMove],
    values: Option<Vec<f64>>,
    depth: usize,
    effort: &Effort,
) -> Decision {
    let candidate =
        |root: &RootMove| Some(Candidate::valued(root.mv, root.nodes, points(root.value?)));
    Decision {
        mv: moves[0].mv,
        values,
        scores: None,
        candidates: moves.iter().filter_map(candidate).collect(),
        line: moves[0].line.clone(),
        counters: counters(depth, effort),
    }
}

pub(super) fn counters(depth: usize, effort: &Effort) -> Counters {
    Counters {
        nodes: effort.nodes,
        simulations: 0,
        depth: depth as u32,
        time: effort.clock.elapsed(),
    }
}
