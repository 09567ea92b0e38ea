//! Games of an agent against itself.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cornerwise_core::{Game, Move, Position, Tables, game_rng};
use cornerwise_dataset::journal::{self, Journal};
use cornerwise_dataset::pool::{self, ThreadsError};
use cornerwise_dataset::{
    ConvertError, FileError, Format, Header, Played, Reader, Search, SearchedGame, convert,
    damaged, io_error,
};
use cornerwise_engine::{Agent, Decision, Forfeit, Registry, SpecError, Stop, Turn};
use rand::RngExt;

use crate::linear::policy::Prediction;
use crate::opening;
use crate::plan::Plan;

/// Keeps the chance of these games apart from that of others with the same seed.
const GAME_CHANCE: u64 = 0x7072_696f;

/// Why nothing, or not all, was played.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The spec names no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A journal cannot be made a Parquet file, or the other way round.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// There are games of something else.
    #[error(
        "{0}: it holds other games; choose another file, or the same variant, agent, seed and random plies"
    )]
    AnotherPlan(PathBuf),
    /// There are games in a format that is no longer written.
    #[error(
        "{0}: its format is an older one, which is read but does not grow; `cornerwise data convert` makes a new file of it"
    )]
    OldFormat(PathBuf),
    /// The agent has no move.
    #[error("game {game}: agent \"{agent}\": {forfeit}")]
    Forfeit {
        /// Counted from 1.
        game: u64,
        /// Its spec.
        agent: String,
        /// Why.
        forfeit: Forfeit,
    },
    /// The system has no more threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// A file of games that grows.
///
/// A game depends on the plan and its number alone, and games are written in order: the file is the same for
/// any number of threads and after any interruption.
///
/// A Parquet file cannot grow. Its games are kept in a journal beside it, with `.jsonl` after its name, until there are as many as are wanted; then they are
/// written to it at once, and the journal is removed.
pub struct SelfPlay {
    plan: Plan,
    tables: Arc<Tables>,
    registry: Registry,
    place: Place,
    /// None as long as all games are in a Parquet file.
    journal: Option<Journal>,
    /// Whether the journal has its first line. It is written with the first game, so that an agent that cannot
    /// play leaves nothing behind that keeps another one out.
    is_begun: bool,
    kept: u64,
}

/// Where games are kept.
struct Place {
    journal: PathBuf,
    /// The Parquet file that the journal becomes, and who may write it.
    table: Option<PathBuf>,
    lock: Option<File>,
}

impl Place {
    fn of(path: &Path) -> Place {
        if Format::of(path) != Some(Format::Parquet) {
            return Place { journal: path.to_owned(), table: None, lock: None };
        }
        let mut journal = OsString::from(path);
        journal.push(".jsonl");
        Place { journal: journal.into(), table: Some(path.to_owned()), lock: None }
    }

    /// The Parquet file, if all games are in it.
    fn whole(&self) -> Option<&Path> {
        self.table.as_deref().filter(|table| table.exists() && !self.journal.exists())
    }
}

impl SelfPlay {
    /// Opens the file of a plan, or begins it. Whatever is wrong is told before anything is written.
    ///
    /// # Errors
    /// When the plan cannot be carried out, or the file holds something else or cannot be used.
    pub fn open(plan: Plan, registry: &Registry, path: &Path) -> Result<SelfPlay, SelfPlayError> {
        let tables = Tables::new(plan.variant.clone());
        registry.agent(&plan.agent)?;
        let (place, registry) = (Place::of(path), registry.clone());
        let mut series =
            SelfPlay { plan, tables, registry, place, journal: None, is_begun: false, kept: 0 };
        series.lock_table()?;
        match series.place.whole().map(Path::to_owned) {
            Some(table) => series.count_table(&table)?,
            None => series.resume()?,
        }
        Ok(series)
    }

    /// Keeps others from writing to a Parquet file that is there.
    fn lock_table(&mut self) -> Result<(), FileError> {
        let Some(table) = self.place.table.as_deref().filter(|table| table.exists()) else {
            return Ok(());
        };
        let file = File::open(table).map_err(|error| io_error(table, error))?;
        file.try_lock().map_err(|_| FileError::InUse(table.to_owned()))?;
        self.place.lock = Some(file);
        Ok(())
    }

    /// Counts the games of a Parquet file.
    fn count_table(&mut self, table: &Path) -> Result<(), SelfPlayError> {
        let mut reader = Reader::open(table)?;
        self.check_header(table, reader.header())?;
        while let Some(game) = reader.next() {
            let checked = check_next(&game?, self.kept, &self.tables);
            checked.map_err(|reason| reader.error(&reason))?;
            self.kept += 1;
        }
        Ok(())
    }

    /// Opens the journal, and counts its games.
    fn resume(&mut self) -> Result<(), SelfPlayError> {
        let path = self.place.journal.clone();
        let journal = Journal::resume(&path, |number, line| {
            if number == 1 {
                let (header, format) = Header::read(&path, number, line)?;
                self.check_header(&path, &header)?;
                if format == Format::Legacy {
                    return Err(SelfPlayError::OldFormat(path.clone()));
                }
                self.is_begun = true;
                return Ok(());
            }
            let game: SearchedGame = journal::entry(&path, number, line)?;
            let checked = check_next(&game, self.kept, &self.tables);
            checked.map_err(|reason| damaged(&path, Some(number), &reason))?;
            self.kept += 1;
            Ok(())
        })?;
        self.journal = Some(journal);
        Ok(())
    }

    fn check_header(&self, path: &Path, header: &Header) -> Result<(), SelfPlayError> {
        if *header == self.plan.header() {
            return Ok(());
        }
        Err(SelfPlayError::AnotherPlan(path.to_owned()))
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.kept
    }

    /// Where the games are: in the file that was asked for, or in the journal of one that is not yet written.
    pub fn path(&self) -> &Path {
        match (&self.place.table, &self.journal) {
            (Some(table), None) => table,
            _ => &self.place.journal,
        }
    }

    /// Plays until there are so many games in all, or the stop is raised, so many at once. `watch` sees each game when
    /// it is kept. A game that is interrupted does not count, and a Parquet file that is interrupted is not written.
    ///
    /// # Errors
    /// When the agent cannot play, a game cannot be kept, or threads cannot be started.
    pub fn run(
        &mut self,
        count: u64,
        concurrency: usize,
        stop: &Stop,
        watch: impl FnMut(&SearchedGame),
    ) -> Result<(), SelfPlayError> {
        if self.kept < count {
            self.play(count, concurrency, stop, watch)?;
        }
        if self.kept >= count { self.write_table(stop) } else { Ok(()) }
    }

    fn play(
        &mut self,
        count: u64,
        concurrency: usize,
        stop: &Stop,
        mut watch: impl FnMut(&SearchedGame),
    ) -> Result<(), SelfPlayError> {
        if self.journal.is_none() {
            self.reopen()?;
        }
        let mut players = Vec::new();
        for _ in 0..concurrency.max(1) {
            let agent = self.registry.agent(&self.plan.agent)?;
            players.push(Player { agent, prediction: Prediction::default() });
        }
        let stop = stop.part();
        let (plan, tables) = (&self.plan, &self.tables);
        let play = |game: u64, player: &mut Player| player.play(plan, tables, game, &stop);
        let journal = self.journal.as_mut().expect("it was opened");
        let (is_begun, kept) = (&mut self.is_begun, &mut self.kept);
        let mut waiting = BTreeMap::new();
        pool::run(*kept..count, &mut players, &stop, play, |game| {
            let game: SearchedGame = game?;
            waiting.insert(game.game, game);
            while let Some(next) = waiting.remove(kept) {
                if !*is_begun {
                    journal.add(&plan.header())?;
                    *is_begun = true;
                }
                journal.add(&next)?;
                *kept += 1;
                watch(&next);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Makes a journal of a Parquet file again, so that it can grow.
    fn reopen(&mut self) -> Result<(), SelfPlayError> {
        if let Some(table) = self.place.whole() {
            convert(table, &self.place.journal, |_| true)?;
        }
        self.kept = 0;
        self.resume()
    }

    /// Writes the Parquet file, if there is to be one, and removes its journal; unless the stop is raised.
    fn write_table(&mut self, stop: &Stop) -> Result<(), SelfPlayError> {
        let (Some(table), Some(_)) = (&self.place.table, &self.journal) else { return Ok(()) };
        match convert(&self.place.journal, table, |_| !stop.is_raised()) {
            Err(ConvertError::Interrupted) => return Ok(()),
            written => written?,
        };
        // Not before the games are safe, and not while it is open, which some systems do not allow.
        self.journal = None;
        let journal = &self.place.journal;
        Ok(fs::remove_file(journal).map_err(|error| io_error(journal, error))?)
    }
}

/// Whether a game is the next one of a file, and by the rules.
fn check_next(game: &SearchedGame, expected: u64, tables: &Arc<Tables>) -> Result<(), String> {
    if game.game != expected {
        return Err(format!("game {}, where game {expected} is next", game.game));
    }
    game.check(tables).map_err(|error| error.to_string())
}

/// Who plays the games of one thread. One agent sits in all seats, so that what it found out in one turn is of use
/// in the next.
struct Player {
    agent: Box<dyn Agent>,
    prediction: Prediction,
}

impl Player {
    /// Plays a game; `None` when it was interrupted.
    fn play(
        &mut self,
        plan: &Plan,
        tables: &Arc<Tables>,
        number: u64,
        stop: &Stop,
    ) -> Option<Result<SearchedGame, SelfPlayError>> {
        let mut rng = game_rng(plan.seed ^ GAME_CHANCE, number);
        let seed: u32 = rng.random();
        let mut game = Game::new(Position::new(tables));
        opening::play(&mut game, plan.random_plies, &mut self.prediction, &mut rng);
        let opening = game.moves().len();
        self.agent.new_game(seed.into());
        let mut searches = vec![Search::default(); opening];
        while !game.position().is_over() {
            let asked = Turn::new(&game, seed.into(), stop).ask(self.agent.as_mut());
            if stop.is_raised() {
                return None;
            }
            let decision = match asked {
                Ok(decision) => decision,
                Err(forfeit) => {
                    let (game, agent) = (number + 1, plan.agent.clone());
                    return Some(Err(SelfPlayError::Forfeit { game, agent, forfeit }));
                }
            };
            searches.push(search(&game, &decision));
            game.play(decision.mv).expect("a turn answers legal moves");
        }
        let played = Played {
            game: number,
            seed: seed.into(),
            agents: vec![plan.agent.clone()],
            opening,
            moves: game.moves().iter().copied().zip(searches).collect(),
        };
        Some(Ok(played.record(tables).expect("the game was by the rules")))
    }
}

/// What a decision tells of its search.
fn search(game: &Game, decision: &Decision) -> Search {
    let tried = decision.candidates.iter().filter(|candidate| candidate.visits > 0);
    let mut visits: Vec<(Move, u32)> = tried
        .filter(|candidate| game.position().is_legal(candidate.mv))
        .map(|candidate| (candidate.mv, candidate.visits.try_into().unwrap_or(u32::MAX)))
        .collect();
    visits.sort_unstable();
    visits.dedup_by_key(|&mut (mv, _)| mv);
    let players = game.position().variant().player_count();
    // What other programs tell need not be an opinion on every player.
    let opinion = |numbers: &Option<Vec<f64>>| {
        let numbers = numbers.as_ref().filter(|numbers| numbers.len() == players)?;
        let numbers: Vec<f32> = numbers.iter().map(|&number| number as f32).collect();
        numbers.iter().all(|number| number.is_finite()).then_some(numbers)
    };
    let (values, scores) = (opinion(&decision.values), opinion(&decision.scores));
    Search { visits, values, scores, ..Search::default() }
}
