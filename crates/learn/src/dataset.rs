//! Files of searched games, read to learn from.

use std::path::{Path, PathBuf};

use cornerwise_core::Tables;
use cornerwise_dataset::{FileError, Header, Reader};
use cornerwise_engine::evaluator::linear::GameClass;

use crate::game_sample::GameSample;

/// Why files cannot be learnt from.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file is missing or damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// Each kind of games has weights of its own.
    #[error("{path}: {kind}, after {before}; each kind has weights of its own")]
    Mixed {
        /// The file that differs from those before it.
        path: PathBuf,
        /// Its kind.
        kind: GameClass,
        /// Theirs.
        before: GameClass,
    },
    /// There is nothing to learn from.
    #[error("{0}: there is no game in it")]
    Empty(PathBuf),
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// What was played.
    pub header: Header,
    /// How many games there are.
    pub games: usize,
}

/// Games to learn from, all of one kind.
#[derive(Clone, Debug)]
pub struct Dataset {
    sources: Vec<Source>,
    samples: Vec<GameSample>,
}

impl Dataset {
    /// Reads the games of files, of which there is at least one. Half a line at the end, which a killed process leaves
    /// behind, does not count.
    ///
    /// # Errors
    /// When a file is missing, damaged or empty, or its games have no weights in common with those before.
    pub fn read(paths: &[PathBuf]) -> Result<Dataset, DataError> {
        let mut data = Dataset { sources: Vec::new(), samples: Vec::new() };
        let mut before = None;
        for path in paths {
            let kind = data.add(path)?;
            let before = *before.get_or_insert(kind);
            if kind != before {
                return Err(DataError::Mixed { path: path.clone(), kind, before });
            }
        }
        Ok(data)
    }

    /// The files.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The games, in order.
    pub fn samples(&self) -> &[GameSample] {
        &self.samples
    }

    /// Reads a file; answers which kind of games it has.
    fn add(&mut self, path: &Path) -> Result<GameClass, DataError> {
        let mut reader = Reader::open(path)?;
        let kind = GameClass::of(reader.variant());
        let tables = Tables::new(reader.variant().clone());
        let before = self.samples.len();
        while let Some(game) = reader.next() {
            let sample = GameSample::new(&tables, &game?);
            self.samples.push(sample.map_err(|error| reader.error(&error.to_string()))?);
        }
        let games = self.samples.len() - before;
        let header = reader.header().clone();
        if games == 0 {
            return Err(DataError::Empty(path.to_owned()));
        }
        self.sources.push(Source { path: path.to_owned(), header, games });
        Ok(kind)
    }
}
