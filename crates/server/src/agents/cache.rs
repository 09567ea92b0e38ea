//! Agents between their turns, so that they can go on from what they have found out.

use std::sync::Mutex;

use super::Held;

/// Whose agent it is: a room, a seat of it, and its spec.
pub type AgentKey = (String, usize, String);

/// The latest agents. Each may have a large tree, so that only some are kept.
pub struct AgentCache {
    most: usize,
    /// The latest last.
    agents: Mutex<Vec<(AgentKey, Held)>>,
}

impl AgentCache {
    /// Room for so many.
    pub fn new(most: usize) -> AgentCache {
        AgentCache { most, agents: Mutex::new(Vec::new()) }
    }

    /// Takes an agent out, if it is there.
    pub fn take(&self, key: &AgentKey) -> Option<Held> {
        let mut agents = self.agents.lock().expect("nobody panics with it");
        let at = agents.iter().position(|(other, _)| other == key)?;
        Some(agents.remove(at).1)
    }

    /// Keeps an agent until its next turn, or until others need the room.
    pub fn put(&self, key: AgentKey, agent: Held) {
        let mut agents = self.agents.lock().expect("nobody panics with it");
        agents.retain(|(other, _)| *other != key);
        agents.push((key, agent));
        if agents.len() > self.most {
            agents.remove(0);
        }
    }

    /// Drops the agent that has been here for the longest time; `false` when there is none.
    pub fn drop_oldest(&self) -> bool {
        let mut agents = self.agents.lock().expect("nobody panics with it");
        let is_there = !agents.is_empty();
        if is_there {
            agents.remove(0);
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_agents_stay() {
        let cache = AgentCache::new(2);
        let key = |room: &str| (room.to_owned(), 0, "largest".to_owned());
        for room in ["a", "b", "a", "c"] {
            cache.put(key(room), Held::unreserved(cornerwise_engine::agent("largest").unwrap()));
        }
        assert!(cache.take(&key("b")).is_none());
        assert!(cache.take(&key("a")).is_some());
        assert!(cache.take(&key("a")).is_none());
        assert!(cache.drop_oldest());
        assert!(!cache.drop_oldest() && cache.take(&key("c")).is_none());
    }
}
