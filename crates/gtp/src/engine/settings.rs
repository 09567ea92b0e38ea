//! What can be set: the agent and its parameters, the seed, the time for a move.

use cornerwise_engine::{Parameter, SpecError, read_time};

use super::Engine;
use super::call::Call;
use super::refusal::Refusal;

const AGENT: &str = "agent";
const SEED: &str = "seed";
const TIME: &str = "time";
const NONE: &str = "none";

impl Engine {
    pub(super) fn param(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let Some(key) = call.words().first() else { return Ok(self.parameters()?) };
        let value = call.rest()[key.len()..].trim_start();
        if value.is_empty() {
            return Err(call.usage());
        }
        match key.as_str() {
            AGENT => self.set_agent(value.to_owned())?,
            SEED => self.set_seed(value)?,
            TIME => self.limit = time(value)?,
            _ => self.set_agent(self.registry.set(&self.spec, key, value)?)?,
        }
        Ok(String::new())
    }

    pub(super) fn set_random_seed(&mut self, call: &Call<'_>) -> Result<String, Refusal> {
        let [seed] = call.exactly()?;
        self.set_seed(seed)?;
        Ok(String::new())
    }

    fn set_agent(&mut self, spec: String) -> Result<(), SpecError> {
        self.agent = self.registry.agent(&spec)?;
        self.spec = spec;
        self.agent.new_game(self.game_seed);
        Ok(())
    }

    /// A seed holds from now on, in the game at hand too.
    fn set_seed(&mut self, word: &str) -> Result<(), Refusal> {
        if word == NONE {
            self.seed = None;
            return Ok(());
        }
        // Other programs have signed seeds.
        let negative = || word.parse().ok().map(i64::cast_unsigned);
        let seed: Option<u64> = word.parse().ok().or_else(negative);
        let seed = seed.ok_or_else(|| Refusal::argument(word, "a whole number"))?;
        self.seed = Some(seed);
        self.game_seed = seed;
        self.agent.new_game(seed);
        Ok(())
    }

    /// A line for everything that can be set.
    fn parameters(&self) -> Result<String, SpecError> {
        let (kind, spec) = self.registry.read(&self.spec)?;
        let time = self.limit.map_or(NONE.to_owned(), |time| format!("{}s", time.as_secs_f64()));
        let seed = self.seed.map_or(NONE.to_owned(), |seed| seed.to_string());
        let mut lines = vec![
            format!("{AGENT} {}", self.spec),
            format!("{SEED} {seed}"),
            format!("{TIME} {time}"),
        ];
        // The limits of time are one: the shorter one holds.
        let rows = kind.parameters.iter().filter(|row| ![AGENT, SEED, TIME].contains(&row.name));
        lines.extend(rows.map(|row: &Parameter| {
            let given = spec.arguments.iter().find(|(key, _)| key == row.name);
            format!("{} {}", row.name, given.map_or(row.default, |(_, value)| value))
        }));
        Ok(lines.join("\n"))
    }
}

fn time(word: &str) -> Result<Option<std::time::Duration>, Refusal> {
    if word == NONE {
        return Ok(None);
    }
    let time = read_time(word);
    time.map(Some).ok_or_else(|| Refusal::argument(word, "a time such as 500ms, 1.5s or none"))
}
