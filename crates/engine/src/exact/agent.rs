//! The agent that plays perfectly when it can see the end.

use cornerwise_core::Position;

use crate::agent::{Agent, Context};
use crate::budget::{Budget, Clock};
use crate::decision::{Counters, Decision, Forfeit};
use crate::memory;
use crate::parameter::{Parameter, ParameterKind};
use crate::registry::AgentKind;

use super::endgame::perfect;
use super::solver::Solver;
use super::table::Table;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "exact",
    summary: "perfect play where the end is in sight, a promising move elsewhere",
    parameters: &[
        Parameter::NODES.or("300000"),
        Parameter::TIME,
        Parameter {
            name: "table-mib",
            kind: ParameterKind::Int(Table::LEAST_MIB as i64, 65_536),
            default: "64",
            meaning: "the size of the table of positions in MiB",
        },
        Parameter {
            name: "threads",
            kind: ParameterKind::Int(1, 256),
            default: "1",
            meaning: "how many threads search",
        },
    ],
    build: |settings| {
        let table_mib = settings.int("table-mib").unwrap_or(64) as usize;
        memory::check(table_mib)?;
        Ok(Box::new(Exact {
            budget: settings.budget(),
            table_mib,
            threads: settings.int("threads").unwrap_or(1) as usize,
        }))
    },
    ..AgentKind::PLAIN
}];

struct Exact {
    budget: Budget,
    table_mib: usize,
    threads: usize,
}

impl Agent for Exact {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let clock = Clock::start(self.budget.and(context.budget), context.stop);
        let mut solver = Solver::new(position, self.table_mib)?;
        let solution = solver.run(&clock, self.threads);
        let mut decision = match solution {
            Some(solution) => perfect(position, solution),
            None => Decision::of(solver.likely(&clock).expect("the game is not over")),
        };
        decision.counters = Counters {
            nodes: solver.monitor().nodes(),
            depth: decision.line.len() as u32,
            time: clock.elapsed(),
            ..Counters::default()
        };
        Ok(decision)
    }
}
