//! Experiments as files.

use cornerwise_core::Variant;
use cornerwise_engine::{Registry, SpecError};
use serde::Deserialize;

use crate::plan::{Openings, Plan, PlanError};
use crate::schedule::Schedule;

/// The matches behind a published table, and what was published.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What is compared, in a few words.
    pub title: String,
    /// The title of the published work.
    pub work: String,
    /// When it was published.
    pub year: u16,
    /// What is not as in the work, and what else one should know.
    #[serde(default)]
    pub note: Option<String>,
    variant: String,
    #[serde(default = "empty")]
    openings: String,
    /// What all chance depends on.
    #[serde(default = "one")]
    pub seed: u64,
    /// At the quick scale every time is multiplied by this.
    #[serde(default = "unscaled")]
    pub quick_time: f64,
    /// What is played.
    pub matches: Vec<Match>,
}

/// One match of an experiment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// What it is called, fit for a directory.
    pub name: String,
    /// Specs by seat, as in a match; with fewer than there are players the last one takes the other seats.
    agents: Vec<String>,
    /// Those of the quick scale, where the others take too long.
    #[serde(default)]
    quick_agents: Option<Vec<String>>,
    /// The time for a move of each of them; none when their specs say all.
    #[serde(default)]
    seconds: Vec<f64>,
    games: Games,
    /// What was published of it.
    pub figures: Vec<Figure>,
}

/// How many games are played, in all seatings together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Games {
    quick: u64,
    full: u64,
}

/// What was published of a match, or of those games of it that one agent begins.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Which agent, counted from 1, has the first seat in the games that are meant; in all games if nothing is said.
    #[serde(default)]
    pub begins: Option<usize>,
    /// Whether the lists are by agent or by seat.
    #[serde(default)]
    pub by: By,
    /// Games won alone, in percent, or as a number if `of` says of how many; as many entries as are known.
    #[serde(default)]
    pub won: Vec<f64>,
    /// How many games were played.
    #[serde(default)]
    pub of: Option<u64>,
    /// The mean number of squares that were not placed.
    #[serde(default)]
    pub left: Vec<f64>,
    /// What was said of the test whether all win as often, such as a bound of p.
    #[serde(default)]
    pub equal_chances: Option<String>,
}

/// Whose numbers a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Those of the agents, in the order in which they are first named.
    #[default]
    Agent,
    /// Those of the players, whoever sits there.
    Seat,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// What ends within minutes.
    Quick,
    /// As many games, and as much time, as in the work.
    Full,
}

fn empty() -> String {
    "empty".to_owned()
}

fn one() -> u64 {
    1
}

fn unscaled() -> f64 {
    1.0
}

/// Why a text is no experiment.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExperimentError {
    /// It has not the form of one.
    #[error("line {line}: {reason}")]
    Form {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is nothing to play.
    #[error("there is no match")]
    Empty,
    /// A number of the experiment is out of bounds.
    #[error("quick_time is {0}; it is above 0 and at most 1")]
    QuickTime(f64),
    /// A match is wrong.
    #[error("match \"{name}\": {reason}")]
    Match {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A spec names no agent.
    #[error("match \"{name}\": {error}")]
    Spec {
        /// The match.
        name: String,
        /// What is wrong with it.
        error: SpecError,
    },
    /// The variant or the openings do not exist.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl Experiment {
    /// Reads an experiment from TOML.
    ///
    /// # Errors
    /// Says what is wrong, and where.
    pub fn read(text: &str, registry: &Registry) -> Result<Experiment, ExperimentError> {
        let experiment: Experiment = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            ExperimentError::Form { line, reason: one_line(error.message()) }
        })?;
        experiment.check(registry)?;
        Ok(experiment)
    }

    fn check(&self, registry: &Registry) -> Result<(), ExperimentError> {
        if !(self.quick_time > 0.0 && self.quick_time <= 1.0) {
            return Err(ExperimentError::QuickTime(self.quick_time));
        }
        let mut names: Vec<&str> = Vec::new();
        for part in &self.matches {
            let name = one_line(&part.name);
            let wrong = |reason: String| ExperimentError::Match { name: name.clone(), reason };
            part.check().map_err(wrong)?;
            if names.contains(&part.name.as_str()) {
                return Err(wrong("there are two of this name".to_owned()));
            }
            names.push(&part.name);
            for scale in [Scale::Quick, Scale::Full] {
                let plan = self.plan(part, scale)?;
                part.check_figures(&plan).map_err(wrong)?;
                for spec in &plan.entrants {
                    let made = registry.check(spec);
                    made.map_err(|error| ExperimentError::Spec { name: name.clone(), error })?;
                }
            }
        }
        let first = self.matches.first().ok_or(ExperimentError::Empty)?;
        // All matches have the openings of the first.
        Schedule::new(&self.plan(first, Scale::Quick)?)?;
        Ok(())
    }

    /// The plan of a match.
    ///
    /// # Errors
    /// None, when the experiment has been read.
    pub fn plan(&self, part: &Match, scale: Scale) -> Result<Plan, PlanError> {
        let variant: Variant = self.variant.parse()?;
        let (agents, games, factor) = match scale {
            Scale::Quick => {
                let agents = part.quick_agents.as_ref().unwrap_or(&part.agents);
                (agents, part.games.quick, self.quick_time)
            }
            Scale::Full => (&part.agents, part.games.full, 1.0),
        };
        let timed = |(seat, spec): (usize, &String)| match part.seconds.get(seat) {
            None => spec.clone(),
            Some(seconds) => {
                let separator = if spec.contains(':') { ',' } else { ':' };
                let millis = (seconds * factor * 1e6).round() / 1e3;
                format!("{spec}{separator}time={millis}ms")
            }
        };
        let specs: Vec<String> = agents.iter().enumerate().map(timed).collect();
        let mut plan = Plan::of_match(&variant, &specs, games)?;
        plan.seed = self.seed;
        plan.openings = Openings::named(&self.openings, &variant)?;
        Ok(plan)
    }
}

impl Match {
    fn check(&self) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let starts = self.name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !starts || self.name.len() > 64 || !self.name.chars().all(plain) {
            return Err("a name is made of letters, digits, dots and dashes".to_owned());
        }
        if self.games.quick == 0 || self.games.full == 0 {
            return Err("the number of games is 0; it can be 1 or more".to_owned());
        }
        let (agents, seconds) = (self.agents.len(), self.seconds.len());
        if seconds != 0 && seconds != agents {
            return Err(format!("{seconds} times for {agents} agents"));
        }
        if let Some(quick) = &self.quick_agents
            && quick.len() != agents
        {
            return Err(format!("{} quick agents for {agents} agents", quick.len()));
        }
        if let Some(wrong) = self.seconds.iter().find(|&&time| !(time > 0.0 && time <= 86_400.0)) {
            return Err(format!("{wrong} seconds for a move"));
        }
        Ok(())
    }

    fn check_figures(&self, plan: &Plan) -> Result<(), String> {
        let players = plan.variant().map_or(0, |variant| variant.player_count());
        for figure in &self.figures {
            let entries = match figure.by {
                By::Agent => plan.entrants.len(),
                By::Seat => players,
            };
            for (list, values) in [("won", &figure.won), ("left", &figure.left)] {
                if values.len() > entries {
                    return Err(format!("{list} has {} entries for {entries}", values.len()));
                }
            }
            let most = figure.of.map_or(100.0, |games| games as f64);
            if let Some(wrong) = figure.won.iter().find(|&&won| !(0.0..=most).contains(&won)) {
                return Err(format!("won {wrong} of {most}"));
            }
            if figure.won.is_empty() && figure.left.is_empty() {
                return Err("a figure says neither what was won nor what was left".to_owned());
            }
            if let Some(begins) = figure.begins
                && !(1..=plan.entrants.len()).contains(&begins)
            {
                return Err(format!("agent {begins} begins, of {}", plan.entrants.len()));
            }
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ").chars().take(200).collect()
}
