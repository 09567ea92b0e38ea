//! The directory in which results live.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cornerwise_core::record::Record;
use cornerwise_core::{Player, Tables};
use cornerwise_dataset::journal::{self, Journal, Lock};
use cornerwise_dataset::{FileError, damaged, io_error};
use cornerwise_engine::files;

use crate::plan::Plan;
use crate::result::{End, GameResult};
use crate::tuning;

pub(crate) const PLAN: &str = "plan.json";
const GAMES: &str = "games.jsonl";
const RECORDS: &str = "games";

/// Why a directory of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file of it cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There are results of something else.
    #[error(
        "{0}: it holds the results of another plan; choose another directory, or the same agents, seed and conditions"
    )]
    AnotherPlan(PathBuf),
    /// There are games, but nothing says what they are of.
    #[error("{0}: it holds games without the plan of them, {PLAN}; choose another directory")]
    NoPlan(PathBuf),
}

/// A directory of results: the plan, a line for each game, and each game as a record.
///
/// A game counts when its line is written whole; its record is there before. Whatever kills the process, the
/// games that count are kept, and the others are played again.
pub struct Store {
    directory: PathBuf,
    games: Journal,
    _lock: Lock,
}

impl Store {
    /// Opens a directory to play a plan, or to go on with it, and reads the games that it has.
    ///
    /// # Errors
    /// When it holds another plan's results, is in use, or cannot be read or written.
    pub fn open(directory: &Path, plan: &Plan) -> Result<(Store, Vec<GameResult>), StoreError> {
        let lock = Lock::take(directory)?;
        if directory.join(tuning::LOG).exists() {
            return Err(StoreError::AnotherPlan(directory.to_owned()));
        }
        let plan_path = directory.join(PLAN);
        let known = if plan_path.exists() { Some(read_plan(directory)?) } else { None };
        if known.is_none() && holds_games(directory)? {
            return Err(StoreError::NoPlan(directory.to_owned()));
        }
        if known.as_ref().is_some_and(|known| !plan.continues(known)) {
            return Err(StoreError::AnotherPlan(directory.to_owned()));
        }
        let records = directory.join(RECORDS);
        fs::create_dir_all(&records).map_err(|error| io_error(&records, error))?;
        // Whoever asks for fewer games than are planned does not cancel the others.
        if known.is_none_or(|known| known.games < plan.games) {
            let text = serde_json::to_string_pretty(plan).expect("a plan can be written") + "\n";
            let written = files::write(&plan_path, text.as_bytes());
            written.map_err(|error| io_error(&plan_path, error))?;
        }

        let path = directory.join(GAMES);
        let (games, bytes) = Journal::open(&path)?;
        let results = read_lines(&path, &bytes, plan)?;
        Ok((Store { directory: directory.to_owned(), games, _lock: lock }, results))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(
        &mut self,
        plan: &Plan,
        tables: &Arc<Tables>,
        result: &GameResult,
    ) -> Result<(), StoreError> {
        let name = format!("{:06}.blksgf", result.game);
        let path = self.directory.join(RECORDS).join(name);
        let record = record(plan, tables, result);
        files::write(&path, record.as_bytes()).map_err(|error| io_error(&path, error))?;
        Ok(self.games.add(result)?)
    }
}

/// Whether a directory has results, or records of games.
fn holds_games(directory: &Path) -> Result<bool, StoreError> {
    let results = directory.join(GAMES);
    if results.metadata().is_ok_and(|about| about.len() > 0) {
        return Ok(true);
    }
    let records = directory.join(RECORDS);
    match fs::read_dir(&records) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(io_error(&records, error).into()),
    }
}

/// The plan of a directory.
///
/// # Errors
/// When there is none.
pub fn read_plan(directory: &Path) -> Result<Plan, StoreError> {
    let path = directory.join(PLAN);
    let text = fs::read_to_string(&path).map_err(|error| io_error(&path, error))?;
    Ok(serde_json::from_str(&text).map_err(|error| damaged(&path, None, &error.to_string()))?)
}

/// The plan and the games of a directory, in order of their numbers, without changing anything in it.
///
/// # Errors
/// When a file is missing or damaged.
pub fn read(directory: &Path) -> Result<(Plan, Vec<GameResult>), StoreError> {
    let plan = read_plan(directory)?;
    let path = directory.join(GAMES);
    let bytes = fs::read(&path).map_err(|error| io_error(&path, error))?;
    let games = read_lines(&path, &bytes, &plan)?;
    Ok((plan, games))
}

/// The games in order of their numbers.
fn read_lines(path: &Path, bytes: &[u8], plan: &Plan) -> Result<Vec<GameResult>, StoreError> {
    let mut games = BTreeMap::new();
    for (number, line) in journal::lines(bytes) {
        let error = |reason: String| damaged(path, Some(number), &reason);
        let result: GameResult = journal::entry(path, number, line)?;
        result.check(plan.entrants.len()).map_err(|problem| error(problem.to_string()))?;
        let game = result.game;
        if games.insert(game, result).is_some() {
            return Err(error(format!("game {game} is there twice")).into());
        }
    }
    Ok(games.into_values().collect())
}

/// The game as a file that every Blokus program can read.
fn record(plan: &Plan, tables: &Arc<Tables>, result: &GameResult) -> String {
    let mut record = Record::of_game(tables, &result.moves).expect("a game by the rules");
    for (player, &entrant) in result.seats.iter().enumerate() {
        record.set_player_name(Player::from_index(player), &plan.entrants[entrant]);
    }
    let root = record.root();
    let mut set = |identifier: &str, text: String| {
        record.set_property(root, identifier, &text).expect("a property that tells about the game");
    };
    if let (&[first, second], End::Played) = (&result.scores[..], &result.end) {
        set(
            "RE",
            match first - second {
                0 => "0".to_owned(),
                margin if margin > 0 => format!("B+{margin}"),
                margin => format!("W+{}", -margin),
            },
        );
    }
    set("C", comment(plan, result));
    let nodes: Vec<_> = record.main_line().split_off(1 + result.opening);
    for (node, turn) in nodes.into_iter().zip(&result.turns) {
        if let Some(value) = turn.value {
            record.set_comment(node, &format!("value {value:.3}"));
        }
    }
    record.to_string()
}

fn comment(plan: &Plan, result: &GameResult) -> String {
    let list = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    let ranks: Vec<i32> = result.ranks.iter().map(|&rank| rank as i32).collect();
    let end = match &result.end {
        End::Played => String::new(),
        End::Forfeit { player, reason } => format!("\nPlayer {} forfeits: {reason}.", player + 1),
        End::Adjudicated => "\nEnded by the referee.".to_owned(),
    };
    format!(
        "Game {} of a series with seed {}; seed of the game {}; the first {} moves are the opening.\n\
         Scores {}; ranks {}.{end}",
        result.game,
        plan.seed,
        result.seed,
        result.opening,
        list(&result.scores),
        list(&ranks)
    )
}
