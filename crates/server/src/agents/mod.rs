//! The agents of a server: who may be asked for, the memory that all of them share, and those that are kept.

mod cache;
mod memory;

pub use cache::AgentKey;
pub use memory::half_of_machine;

use std::time::Duration;

use cornerwise_engine::{Agent, Registry, SpecError, Stop};

use crate::pool::Origin;
use crate::refusal::{Code, Refusal};
use cache::AgentCache;
use memory::{MemoryBudget, Reservation};

/// How many agents are kept between their turns.
const MOST_KEPT: usize = 24;
/// How often whoever waits for memory looks whether there is still a reason to.
const LOOK: Duration = Duration::from_millis(100);

/// The agents of a server.
pub struct Agents {
    registry: Registry,
    memory: MemoryBudget,
    cache: AgentCache,
}

/// An agent with the memory that was reserved for it.
pub struct Held {
    /// The agent.
    pub agent: Box<dyn Agent>,
    memory: Option<Reservation>,
}

impl Held {
    #[cfg(test)]
    fn unreserved(agent: Box<dyn Agent>) -> Held {
        Held { agent, memory: None }
    }
}

/// Memory for an agent, or an agent that has it already.
pub enum Claim {
    /// The agent of an earlier turn.
    Kept(Held),
    /// Memory for a new one; none for one that is to stop at once.
    New(Option<Reservation>),
}

impl Agents {
    /// The agents of a registry, with so many MiB for all of them together. If it is shared, one origin leaves some to the
    /// others.
    pub fn new(registry: Registry, mib: usize, is_shared: bool) -> Agents {
        let (memory, cache) = (MemoryBudget::new(mib, is_shared), AgentCache::new(MOST_KEPT));
        Agents { registry, memory, cache }
    }

    /// Who may be asked for.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Checks that a spec names an agent that may play here.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check(&self, spec: &str) -> Result<(), Refusal> {
        self.mib(spec).map(drop)
    }

    /// What an agent may fill, which is not more than all agents may.
    fn mib(&self, spec: &str) -> Result<u32, Refusal> {
        let refuse = |text: String| Refusal::new(Code::Agent, text);
        let needs = self.registry.needs(spec).map_err(|error| refuse(error.to_string()))?;
        match u32::try_from(needs.mib) {
            Ok(mib) if mib <= self.memory.total() => Ok(mib),
            _ => Err(refuse(format!(
                "agent \"{spec}\": takes {} MiB; all agents of this server have {}",
                needs.mib,
                self.memory.total()
            ))),
        }
    }

    /// Waits for the memory of an agent, unless it is kept from an earlier turn. Who is told to stop meanwhile gets none.
    ///
    /// # Errors
    /// When no agent is named, or all memory is less than it takes.
    pub async fn claim(
        &self,
        key: &AgentKey,
        origin: Origin,
        stop: &Stop,
    ) -> Result<Claim, Refusal> {
        if let Some(held) = self.cache.take(key) {
            return Ok(Claim::Kept(held));
        }
        Ok(Claim::New(self.reserve(&key.2, origin, stop).await?))
    }

    async fn reserve(
        &self,
        spec: &str,
        origin: Origin,
        stop: &Stop,
    ) -> Result<Option<Reservation>, Refusal> {
        let mib = self.mib(spec)?;
        let reserving = self.memory.reserve(origin, mib, || self.cache.drop_oldest());
        let mut reserving = std::pin::pin!(reserving);
        loop {
            tokio::select! {
                reservation = &mut reserving => return Ok(Some(reservation)),
                () = tokio::time::sleep(LOOK) => {
                    if stop.is_raised() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The agent that was claimed; a new one is told of the game that begins.
    ///
    /// # Errors
    /// Says what is wrong with the spec.
    pub fn make(&self, spec: &str, claim: Claim, seed: u64) -> Result<Held, SpecError> {
        match claim {
            Claim::Kept(held) => Ok(held),
            Claim::New(memory) => {
                let mut agent = self.registry.agent(spec)?;
                agent.new_game(seed);
                Ok(Held { agent, memory })
            }
        }
    }

    /// Waits for memory, and makes an agent; `None` when it was told to stop before there was any.
    ///
    /// # Errors
    /// When no agent is named, or all memory is less than it takes.
    pub async fn new_agent(
        &self,
        spec: &str,
        origin: Origin,
        stop: &Stop,
    ) -> Result<Option<Held>, Refusal> {
        let Some(memory) = self.reserve(spec, origin, stop).await? else { return Ok(None) };
        let refuse = |error: SpecError| Refusal::new(Code::Agent, error.to_string());
        let agent = self.registry.agent(spec).map_err(refuse)?;
        Ok(Some(Held { agent, memory: Some(memory) }))
    }

    /// Keeps an agent until its next turn, unless somebody waits for its memory.
    pub fn keep(&self, key: AgentKey, held: Held) {
        if held.memory.is_none() {
            return;
        }
        self.cache.put(key, held);
        // Whoever waits has looked here before.
        while self.memory.is_short() && self.cache.drop_oldest() {}
    }
}
