//! Playing a plan while the user watches.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use cornerwise_arena::{Arena, GameResult, Movers, Plan, Standings};
use serde_json::{Value, json};

use crate::interrupt;
use crate::progress::Progress;
use crate::registry::registry;

/// How often the games so far are summed up.
const NOTE_EVERY: Duration = Duration::from_millis(500);

/// A plan with its games as far as they were played.
pub struct Session {
    arena: Arena,
}

impl Session {
    /// Makes ready; with a directory, goes on with the games that are there.
    pub fn new(plan: Plan, directory: Option<&Path>) -> Result<Session> {
        Ok(Session { arena: Arena::new(plan, registry(), directory)? })
    }

    pub fn plan(&self) -> &Plan {
        self.arena.plan()
    }

    /// The games so far, in order.
    pub fn results(&self) -> &[GameResult] {
        self.arena.results()
    }

    /// How many games a whole round has.
    pub fn round_length(&self) -> usize {
        self.arena.schedule().round_length() as usize
    }

    /// How many games the plan has.
    pub fn len(&self) -> u64 {
        self.arena.schedule().len()
    }

    /// What the games say of everybody.
    pub fn standings(&self) -> Result<Standings> {
        let movers = Movers::replay(&self.plan().variant()?, self.results());
        Ok(Standings::new(&self.plan().names(), self.results(), &movers))
    }

    /// Tells under which conditions how much was played.
    pub fn write_head(&self, out: &mut impl Write) -> Result<()> {
        if interrupt::asked() {
            let (played, asked) = (self.results().len(), self.len());
            writeln!(out, "interrupted after {played} of {asked} games")?;
        }
        let told = |(name, value): &(String, String)| format!("{name}: {value}");
        let conditions = self.plan().conditions();
        writeln!(out, "{}", conditions.iter().map(told).collect::<Vec<_>>().join(", "))?;
        Ok(())
    }

    /// The same for programs, with the standings: the entrants in the order in which they were named.
    pub fn json(&self, standings: &Standings) -> Value {
        json!({
            "plan": self.plan(),
            "games": self.results().len(),
            "asked": self.len(),
            "interrupted": interrupt::asked(),
            "standings": standings.rows,
            "order": standings.order,
            "cross_table": standings.cross,
        })
    }

    /// Plays until all games are played, Ctrl-C, or the watcher has seen enough. It sees each game once, those
    /// that were played before too.
    pub fn play(&mut self, concurrency: usize, watcher: &mut impl Watcher) -> Result<()> {
        interrupt::listen()?;
        let kept = self.arena.results().len() as u64;
        if kept > 0 {
            eprintln!("{kept} games were played before, of {} that are wanted", self.len());
        }
        for game in self.arena.results() {
            if watcher.see(game).is_break() {
                return Ok(());
            }
        }
        let progress = Progress::new("games", self.len().saturating_sub(kept));
        let mut due = Instant::now();
        self.arena.run(concurrency, &interrupt::stop(), |game, games| {
            let seen = watcher.see(game);
            // Summing up takes longer than many a game.
            if Instant::now() >= due {
                progress.note(watcher.sum_up(games));
                due = Instant::now() + NOTE_EVERY;
            }
            progress.advance(1);
            seen
        })?;
        Ok(())
    }
}

/// Somebody who follows the games.
pub trait Watcher {
    /// A game has ended; is that enough?
    fn see(&mut self, game: &GameResult) -> ControlFlow<()>;
    /// What the games so far say, in a few words.
    fn sum_up(&self, games: &[GameResult]) -> String;
}
