//! What is to be played: a match or a tournament as data.

use std::time::Duration;

use cornerwise_core::{Move, Variant, VariantError};
use cornerwise_engine::{Budget, TimeLeft};
use serde::{Deserialize, Serialize};

use crate::openings::balanced;

/// A match or tournament. Together with the agents' own behaviour it determines every game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The name of the variant.
    variant: String,
    /// Its rules as TOML, unless it is a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    /// The specs of those who take part, each once.
    pub entrants: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// How many games each group plays.
    pub games: u64,
    /// What all chance depends on.
    pub seed: u64,
    /// How games begin.
    pub openings: Openings,
    /// What everybody is allowed, besides the limits in the specs.
    #[serde(default)]
    pub limits: Limits,
    /// When the referee ends a game whose result is clear; never, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// The same entrants all the time; the list says who sits where at first.
    Match(Vec<usize>),
    /// Everybody meets everybody.
    RoundRobin,
    /// The first entrant meets each of the others.
    Gauntlet,
    /// Each entrant meets the one before it.
    Ladder,
}

/// How games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openings {
    /// With the empty board.
    Empty,
    /// With so many random moves.
    Random(usize),
    /// With the lines of a list, in an order that depends on the seed.
    List(Vec<Vec<Move>>),
}

/// What everybody is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Simulations for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
    /// Nodes for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// A clock for each player; who exceeds it loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// Time for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Seconds at the beginning.
    pub main: f64,
    /// Seconds that are added with every move.
    pub increment: f64,
}

/// A game ends when for so many moves in a row whoever moved gave the same player this share of the win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Between a half and 1.
    pub share: f64,
    /// At least 1.
    pub moves: usize,
}

/// Why a plan cannot be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// The variant is neither a preset nor well described.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Too few take part.
    #[error("{0} takes at least two agents")]
    TooFew(&'static str),
    /// A match has a fixed number of seats.
    #[error("{agents} agents for the {players} players of {variant}")]
    TooMany {
        /// How many were named.
        agents: usize,
        /// How many can play.
        players: usize,
        /// The variant.
        variant: String,
    },
    /// Nothing is to be played.
    #[error("the number of games is 0; it can be 1 or more")]
    NoGames,
    /// A list of openings without a line.
    #[error("there is no opening in the list")]
    NoOpenings,
    /// A line of the list breaks a rule.
    #[error("opening {number}: {reason}")]
    Opening {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A word that names no openings.
    #[error("it can be empty, balanced, random:N or a file of games")]
    UnknownOpenings,
    /// Not every variant has a set of balanced openings.
    #[error("there is no set for {0}")]
    NoSet(String),
    /// Random openings of a length that is none.
    #[error("not a number of moves from 1 to 1000")]
    OpeningLength,
    /// An entrant that is not there, as a plan that was edited may have.
    #[error("the match seats entrant {0}, who does not exist")]
    NoSuchEntrant(usize),
    /// The numbers of an adjudication are out of bounds.
    #[error(
        "adjudication at a share of {share} for {moves} moves: the share is above 0.5 and at most 1, the moves are 1 or more"
    )]
    Adjudication {
        /// As given.
        share: f64,
        /// As given.
        moves: usize,
    },
}

impl Plan {
    /// A match of these agents: with fewer than the variant has players, the last one takes the other seats.
    ///
    /// With more than two seats, equal specs are one entrant.
    ///
    /// # Errors
    /// When there are too few agents, or more than players.
    pub fn of_match(variant: &Variant, specs: &[String], games: u64) -> Result<Plan, PlanError> {
        let players = variant.player_count();
        if specs.len() > players {
            let variant = variant.name().to_owned();
            return Err(PlanError::TooMany { agents: specs.len(), players, variant });
        }
        let mut entrants: Vec<String> = Vec::new();
        let mut seats = Vec::new();
        for spec in specs {
            let known = entrants.iter().position(|known| known == spec);
            let entrant = known.filter(|_| players > 2).unwrap_or_else(|| {
                entrants.push(spec.clone());
                entrants.len() - 1
            });
            seats.push(entrant);
        }
        if entrants.len() < 2 {
            return Err(PlanError::TooFew("a match"));
        }
        seats.resize(players, *seats.last().expect("there are entrants"));
        Ok(Plan::new(variant, entrants, Format::Match(seats), games))
    }

    /// A tournament of these agents; games are those of each group that meets.
    ///
    /// # Errors
    /// When there are too few agents.
    pub fn of_tournament(
        variant: &Variant,
        mut specs: Vec<String>,
        format: Format,
        games: u64,
    ) -> Result<Plan, PlanError> {
        let mut seen = Vec::new();
        specs.retain(|spec| {
            let is_new = !seen.contains(spec);
            seen.push(spec.clone());
            is_new
        });
        if specs.len() < 2 {
            return Err(PlanError::TooFew("a tournament"));
        }
        Ok(Plan::new(variant, specs, format, games))
    }

    pub(crate) fn new(
        variant: &Variant,
        entrants: Vec<String>,
        format: Format,
        games: u64,
    ) -> Plan {
        Plan {
            variant: variant.name().to_owned(),
            rules: (!variant.is_preset()).then(|| variant.to_toml()),
            entrants,
            format,
            games,
            seed: 1,
            openings: Openings::Empty,
            limits: Limits::default(),
            adjudication: None,
        }
    }

    /// The variant that is played.
    ///
    /// # Errors
    /// When the plan was written by somebody else and describes none.
    pub fn variant(&self) -> Result<Variant, PlanError> {
        Ok(match &self.rules {
            None => self.variant.parse()?,
            Some(rules) => Variant::from_toml(rules)?,
        })
    }

    /// What the entrants are called: their specs, numbered where two are the same.
    pub fn names(&self) -> Vec<String> {
        let name = |(at, spec): (usize, &String)| {
            let earlier = self.entrants[..at].iter().filter(|other| *other == spec).count();
            if earlier == 0 { spec.clone() } else { format!("{spec} ({})", earlier + 1) }
        };
        self.entrants.iter().enumerate().map(name).collect()
    }

    /// Whether results of one plan are results of the other: they differ at most in the number of games.
    pub fn continues(&self, other: &Plan) -> bool {
        Plan { games: other.games, ..self.clone() } == *other
    }

    /// What the plan is, for people: names and values.
    pub fn conditions(&self) -> Vec<(String, String)> {
        let (format, games) = match self.format {
            Format::Match(_) => ("match", "games"),
            Format::RoundRobin => ("round robin", "games of a group"),
            Format::Gauntlet => ("gauntlet", "games of a group"),
            Format::Ladder => ("ladder", "games of a step"),
        };
        let openings = match &self.openings {
            Openings::Empty => "the empty board".to_owned(),
            Openings::Random(plies) => format!("{plies} random moves"),
            Openings::List(lines) => format!("a list of {}", lines.len()),
        };
        let mut conditions = vec![
            ("variant".to_owned(), self.variant.clone()),
            ("format".to_owned(), format.to_owned()),
            (games.to_owned(), self.games.to_string()),
            ("openings".to_owned(), openings),
            ("seed".to_owned(), self.seed.to_string()),
        ];
        let Limits { seconds, simulations, nodes, clock } = self.limits;
        let mut limit = |name: &str, value: Option<String>| {
            conditions.extend(value.map(|value| (name.to_owned(), value)));
        };
        limit("time a move", seconds.map(|seconds| format!("{seconds} s")));
        limit("simulations a move", simulations.map(|most| most.to_string()));
        limit("nodes a move", nodes.map(|most| most.to_string()));
        limit("clock", clock.map(|clock| clock.time_left().to_string()));
        limit(
            "adjudication",
            self.adjudication.map(|rule| format!("share {} for {} moves", rule.share, rule.moves)),
        );
        conditions
    }
}

impl Limits {
    /// The limits of one move.
    pub fn budget(&self) -> Budget {
        Budget {
            time: self.seconds.map(Duration::from_secs_f64),
            simulations: self.simulations,
            nodes: self.nodes,
            depth: None,
        }
    }
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn time_left(&self) -> TimeLeft {
        let [main, increment] = [self.main, self.increment].map(Duration::from_secs_f64);
        TimeLeft { main, increment, moves: None }
    }
}

impl From<TimeLeft> for Clock {
    fn from(left: TimeLeft) -> Clock {
        Clock { main: left.main.as_secs_f64(), increment: left.increment.as_secs_f64() }
    }
}

impl Openings {
    /// The openings that a word names: `empty`, `balanced`, `random:N`, or `random` for a move of each colour.
    ///
    /// # Errors
    /// When it is none of these words, the variant has no set, or N is no length.
    pub fn named(word: &str, variant: &Variant) -> Result<Openings, PlanError> {
        match word.split_once(':') {
            _ if word == "empty" => Ok(Openings::Empty),
            _ if word == "balanced" => {
                let lines = balanced(variant);
                let lines = lines.ok_or_else(|| PlanError::NoSet(variant.name().to_owned()))?;
                Ok(Openings::List(lines))
            }
            // A move of each colour leaves most of a small board free.
            _ if word == "random" => Ok(Openings::Random(variant.colour_count())),
            Some(("random", count)) => {
                let count = count.parse().ok().filter(|count| (1..=1000).contains(count));
                Ok(Openings::Random(count.ok_or(PlanError::OpeningLength)?))
            }
            _ => Err(PlanError::UnknownOpenings),
        }
    }
}
