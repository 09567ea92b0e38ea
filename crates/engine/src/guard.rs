//! What strangers may not ask of agents.

use crate::parameter::{Kind, Parameter};

/// Limits of specs that come from people who are not trusted.
///
/// ```
/// use cornerwise_engine::{Guard, Registry};
/// let registry = Registry::default().guarded(Guard { threads: 1, mib: 64 });
/// assert!(registry.agent("level:3").is_ok());
/// for spec in ["mcts:weights=/etc/passwd", "mixed:of=(mcts:book=x)", "uct:threads=9", "uct:tree-mib=999"] {
///     assert!(registry.agent(spec).is_err(), "{spec}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The most threads of one agent.
    pub threads: i64,
    /// The most MiB of a table or tree.
    pub mib: i64,
}

impl Guard {
    /// Agents are made of agents, each of them a call deeper.
    const LONGEST_SPEC: usize = 400;

    /// Checks the values of a spec.
    pub(crate) fn check(
        &self,
        spec: &str,
        rows: &[Parameter],
        given: &[(String, String)],
    ) -> Result<(), String> {
        if spec.len() > Guard::LONGEST_SPEC {
            return Err(format!("longer than {} characters", Guard::LONGEST_SPEC));
        }
        for (key, value) in given {
            let Some(row) = rows.iter().find(|row| row.name == key) else { continue };
            match row.kind {
                Kind::File(words) if value != row.default && !words.contains(&value.as_str()) => {
                    return Err(format!("{key} names a file, which is not allowed here"));
                }
                Kind::Int(..) => {
                    let most = match row.name {
                        "threads" => self.threads,
                        name if name.ends_with("mib") => self.mib,
                        _ => continue,
                    };
                    if value.parse().is_ok_and(|value: i64| value > most) {
                        return Err(format!("{key}={value} is more than is allowed here, {most}"));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}
