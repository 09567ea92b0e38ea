//! The files that samples come from.

use std::path::PathBuf;
use std::sync::Arc;

use cornerwise_core::{GameRng, Tables, game_rng};
use rand::RngExt;

use crate::error::{FileError, damaged};
use crate::game::SearchedGame;
use crate::reader::Reader;

/// Keeps the choice of the next file apart from other chance with the same seed.
const FILE_CHANCE: u64 = 0x6669_6c65;

/// Why files cannot be learnt from together.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file is missing or damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// A network is for one variant.
    #[error("{path}: games of {variant}, after games of {before}")]
    Mixed {
        /// The file that differs from those before it.
        path: PathBuf,
        /// Its variant.
        variant: String,
        /// Theirs.
        before: String,
    },
    /// There is nothing to learn from.
    #[error("{0}: there is no game in it")]
    Empty(PathBuf),
    /// A file has become shorter.
    #[error("{path}: {games} games, where there were {before}")]
    Shorter {
        /// Which file.
        path: PathBuf,
        /// How many games there are.
        games: u64,
        /// How many there were.
        before: u64,
    },
    /// No file at all.
    #[error("no file of games is given")]
    None,
}

/// Files of games of one variant. They may grow meanwhile: what was added since does not count.
#[derive(Clone)]
pub struct GameFiles {
    tables: Arc<Tables>,
    sources: Vec<(PathBuf, u64)>,
}

impl GameFiles {
    /// Opens files and counts their games.
    ///
    /// # Errors
    /// When a file cannot be read, is empty, or has another variant than those before it.
    pub fn open(paths: &[PathBuf]) -> Result<GameFiles, SourceError> {
        let mut files: Option<GameFiles> = None;
        for path in paths {
            let mut reader = Reader::open(path)?;
            let variant = reader.variant().clone();
            let files = files.get_or_insert_with(|| GameFiles {
                tables: Tables::new(variant.clone()),
                sources: Vec::new(),
            });
            let before = files.tables.variant();
            if variant != *before {
                let [variant, before] = [&variant, before].map(|variant| variant.name().to_owned());
                return Err(SourceError::Mixed { path: path.clone(), variant, before });
            }
            reader.by_ref().try_for_each(|game| game.map(drop))?;
            if reader.games() == 0 {
                return Err(SourceError::Empty(path.clone()));
            }
            files.sources.push((path.clone(), reader.games()));
        }
        files.ok_or(SourceError::None)
    }

    /// The same files, with no more than the first games of each, as many as were counted before.
    ///
    /// # Errors
    /// When a file has fewer.
    pub fn limited(mut self, games: &[u64]) -> Result<GameFiles, SourceError> {
        for ((path, count), &before) in self.sources.iter_mut().zip(games) {
            if *count < before {
                return Err(SourceError::Shorter { path: path.clone(), games: *count, before });
            }
            *count = before;
        }
        Ok(self)
    }

    /// What is played.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The files with how many of their games count.
    pub fn sources(&self) -> &[(PathBuf, u64)] {
        &self.sources
    }

    /// All games in an order that depends on the seed: the files take turns by chance, so that early and late games of a
    /// series of files meet.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn games(&self, seed: u64) -> Result<Games, FileError> {
        let open = |(path, games): &(PathBuf, u64)| Ok((Reader::open(path)?, *games));
        let readers = self.sources.iter().map(open).collect::<Result<_, FileError>>()?;
        let rng = game_rng(seed ^ FILE_CHANCE, 0);
        Ok(Games { tables: self.tables.clone(), readers, rng })
    }
}

/// The games of files, each checked against the rules.
pub struct Games {
    tables: Arc<Tables>,
    /// The files that are not read to their end, with how many games are left.
    readers: Vec<(Reader, u64)>,
    rng: GameRng,
}

impl Iterator for Games {
    type Item = Result<Arc<SearchedGame>, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let left: u64 = self.readers.iter().map(|(_, left)| left).sum();
        if left == 0 {
            return None;
        }
        let mut drawn = self.rng.random_range(0..left);
        let chosen = self.readers.iter_mut().find(|(_, left)| {
            let is_it = drawn < *left;
            drawn = drawn.saturating_sub(*left);
            is_it
        });
        let (reader, left) = chosen.expect("the number is below the sum");
        *left -= 1;
        let game = reader.next().unwrap_or_else(|| {
            Err(damaged(reader.path(), None, "it has become shorter while it was read"))
        });
        let checked = game.and_then(|game| match game.check(&self.tables) {
            Ok(()) => Ok(Arc::new(game)),
            Err(error) => Err(reader.error(&error.to_string())),
        });
        if checked.is_err() {
            // Nothing comes after an error.
            self.readers.clear();
        }
        Some(checked)
    }
}
