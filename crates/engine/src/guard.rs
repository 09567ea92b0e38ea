//! What agents take of the machine, and how much of it strangers may ask for.

use crate::exact::{ENDGAME, ENDGAME_MIB};
use crate::parameter::{Parameter, ParameterKind, Settings};

/// The memory of an agent beside its trees and tables, in MiB.
const BASE_MIB: i64 = 1;

/// What an agent takes of the machine at most.
///
/// ```
/// use cornerwise_engine::Registry;
/// let needs = Registry::default().needs("mixed:of=1*(uct:tree-mib=8)+1*(mcts:tree-mib=16,threads=2)").unwrap();
/// assert_eq!((needs.threads, needs.mib), (2, 27));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Threads that search at the same time.
    pub threads: i64,
    /// Memory in MiB.
    pub mib: i64,
}

impl Needs {
    /// What the parameters of one agent ask for, without the agents inside of it.
    pub(crate) fn of(rows: &[Parameter], settings: &Settings) -> Needs {
        let mut needs = Needs { threads: 1, mib: BASE_MIB };
        for row in rows.iter().filter(|row| matches!(row.kind, ParameterKind::Int(..))) {
            let value = settings.int(row.name).unwrap_or(0);
            match row.name {
                "threads" => needs.threads = value,
                name if name == ENDGAME.name && value > 0 => needs.mib += ENDGAME_MIB as i64,
                name if name.ends_with("mib") => needs.mib += value,
                _ => {}
            }
        }
        needs
    }

    /// With an agent inside: each keeps its memory, and one thinks at a time.
    #[must_use]
    pub(crate) fn with(self, inner: Needs) -> Needs {
        Needs { threads: self.threads.max(inner.threads), mib: self.mib + inner.mib }
    }
}

/// Limits of specs that come from people who are not trusted.
///
/// ```
/// use cornerwise_engine::{Guard, Registry};
/// let registry = Registry::default().guarded(Guard { threads: 1, mib: 64 });
/// assert!(registry.agent("level:3").is_ok());
/// for spec in [
///     "mcts:weights=/etc/passwd",
///     "mixed:of=1*(mcts:book=x)",
///     "uct:threads=9",
///     "uct:tree-mib=999",
///     "mixed:of=1*(uct:tree-mib=40)+1*(uct:tree-mib=40)",
/// ] {
///     assert!(registry.agent(spec).is_err(), "{spec}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The most threads of one agent.
    pub threads: i64,
    /// The most MiB of one agent, with all agents inside of it.
    pub mib: i64,
}

impl Guard {
    /// Agents are made of agents, each of them a call deeper.
    const LONGEST_SPEC: usize = 400;

    /// Checks the values of a spec, and what its agent needs in all.
    pub(crate) fn check(
        &self,
        spec: &str,
        rows: &[Parameter],
        settings: &Settings,
        needs: Needs,
    ) -> Result<(), String> {
        if spec.len() > Guard::LONGEST_SPEC {
            return Err(format!("longer than {} characters", Guard::LONGEST_SPEC));
        }
        for row in rows {
            let ParameterKind::File(words) = row.kind else { continue };
            let value = settings.word(row.name);
            if !value.is_empty() && value != row.default && !words.contains(&value) {
                return Err(format!("{} names a file, which is not allowed here", row.name));
            }
        }
        for (name, value, most) in
            [("threads", needs.threads, self.threads), ("MiB", needs.mib, self.mib)]
        {
            if value > most {
                return Err(format!("takes {value} {name}; {most} are allowed here"));
            }
        }
        Ok(())
    }
}
