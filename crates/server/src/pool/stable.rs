//! Agents between their turns, so that they can go on from what they have found out.

use std::sync::Mutex;

use cornerwise_engine::Agent;

/// Whose agent it is: a room, a seat of it, and its spec.
pub type StableKey = (String, usize, String);

/// The latest agents. Each may have a large tree, so that only some are kept.
pub struct Stable {
    most: usize,
    /// The latest last.
    agents: Mutex<Vec<(StableKey, Box<dyn Agent>)>>,
}

impl Stable {
    /// Room for so many.
    pub fn new(most: usize) -> Stable {
        Stable { most, agents: Mutex::new(Vec::new()) }
    }

    /// Takes an agent out, if it is there.
    pub fn take(&self, key: &StableKey) -> Option<Box<dyn Agent>> {
        let mut agents = self.agents.lock().expect("nobody panics with it");
        let at = agents.iter().position(|(other, _)| other == key)?;
        Some(agents.remove(at).1)
    }

    /// Keeps an agent until its next turn, or until others need the room.
    pub fn put(&self, key: StableKey, agent: Box<dyn Agent>) {
        let mut agents = self.agents.lock().expect("nobody panics with it");
        agents.retain(|(other, _)| *other != key);
        agents.push((key, agent));
        if agents.len() > self.most {
            agents.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_agents_stay() {
        let stable = Stable::new(2);
        let key = |room: &str| (room.to_owned(), 0, "largest".to_owned());
        for room in ["a", "b", "a", "c"] {
            stable.put(key(room), cornerwise_engine::agent("largest").unwrap());
        }
        assert!(stable.take(&key("b")).is_none());
        assert!(stable.take(&key("a")).is_some());
        assert!(stable.take(&key("a")).is_none());
        assert!(stable.take(&key("c")).is_some());
    }
}
