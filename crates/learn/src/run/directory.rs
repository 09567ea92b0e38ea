//! The files of a run.

use std::fs;
use std::path::{Path, PathBuf};

use cornerwise_dataset::journal::{self, Journal, Lock};
use cornerwise_dataset::{FileError, damaged, io_error};
use cornerwise_engine::files;
use serde::Serialize;
use serde_json::Value;

use super::checkpoint::Checkpoint;
use super::error::RunError;

const SETTINGS: &str = "run.toml";
const METRICS: &str = "metrics.jsonl";
const NETWORK: &str = "network.safetensors";
const LOCK: &str = "lock";
/// Checkpoints that are kept: if the last one turns out to be damaged, there is one before.
const KEPT: usize = 2;

/// The directory of a run, which nobody else writes to meanwhile.
pub struct RunDirectory {
    path: PathBuf,
    metrics: Journal,
    _lock: Lock,
}

impl RunDirectory {
    /// The settings of the run in a directory, if there is one.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn settings(path: &Path) -> Result<Option<toml::Table>, RunError> {
        let file = path.join(SETTINGS);
        match files::read(&file) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let table = text.parse::<toml::Table>();
                // Its messages have several lines.
                let reason = |error: toml::de::Error| damaged(&file, None, error.message());
                Ok(Some(table.map_err(reason)?))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io_error(&file, error).into()),
        }
    }

    /// Opens the directory of a run with these settings, which is made if it is not there. Settings that are in the directory but may
    /// change are named in `free`.
    ///
    /// # Errors
    /// When it has another run or other files, somebody else writes to it, or the system refuses.
    pub fn open(
        path: &Path,
        settings: &toml::Table,
        free: &[&str],
    ) -> Result<RunDirectory, RunError> {
        let found = RunDirectory::settings(path)?;
        if let Some(found) = &found {
            if let Some((name, found, wanted)) = difference("", found, settings, free) {
                return Err(RunError::Other { path: path.join(SETTINGS), name, found, wanted });
            }
        } else if names(path)?.iter().any(|name| name != LOCK) {
            return Err(RunError::Foreign(path.to_owned()));
        }
        let lock = Lock::take(path)?;
        if found.is_none() {
            let text = toml::to_string(settings).expect("settings are plain data");
            write(&path.join(SETTINGS), text.as_bytes())?;
        }
        let (metrics, _) = Journal::open(&path.join(METRICS))?;
        Ok(RunDirectory { path: path.to_owned(), metrics, _lock: lock })
    }

    /// The last checkpoint, for so many weights. Metrics of later steps are forgotten, since they come again.
    ///
    /// # Errors
    /// When it is damaged or of another network.
    pub fn resume(&mut self, weights: usize) -> Result<Option<Checkpoint>, RunError> {
        let Some((_, path)) = self.checkpoints()?.pop() else {
            self.forget_after(None)?;
            return Ok(None);
        };
        let bytes = files::read(&path).map_err(|error| io_error(&path, error))?;
        let wrong = |reason| RunError::Checkpoint { path: path.clone(), reason };
        let checkpoint = Checkpoint::from_bytes(&bytes, weights).map_err(wrong)?;
        self.forget_after(Some(checkpoint.adam.steps))?;
        Ok(Some(checkpoint))
    }

    /// Keeps a checkpoint, and removes older ones when it is safe on the disk.
    ///
    /// # Errors
    /// When it cannot be written; those before stay.
    pub fn keep(&self, checkpoint: &Checkpoint) -> Result<(), RunError> {
        let path = self.path.join(Checkpoint::file_name(checkpoint.adam.steps));
        write(&path, &checkpoint.to_bytes())?;
        let checkpoints = self.checkpoints()?;
        for (_, old) in &checkpoints[..checkpoints.len().saturating_sub(KEPT)] {
            fs::remove_file(old).map_err(|error| io_error(old, error))?;
        }
        Ok(())
    }

    /// Adds a line to the metrics.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn report(&mut self, metrics: &impl Serialize) -> Result<(), RunError> {
        Ok(self.metrics.add(metrics)?)
    }

    /// Writes the network that was learnt.
    ///
    /// # Errors
    /// When it cannot be written; one of before stays.
    pub fn export(&self, network: &[u8]) -> Result<PathBuf, RunError> {
        let path = self.path.join(NETWORK);
        write(&path, network)?;
        Ok(path)
    }

    /// All checkpoints by their steps.
    fn checkpoints(&self) -> Result<Vec<(u64, PathBuf)>, FileError> {
        let paths = names(&self.path)?.into_iter().map(|name| self.path.join(name));
        let mut found: Vec<_> =
            paths.filter_map(|path| Some((Checkpoint::step_of(&path)?, path))).collect();
        found.sort();
        Ok(found)
    }

    /// Removes metrics of later steps, or all of them.
    fn forget_after(&mut self, step: Option<u64>) -> Result<(), FileError> {
        let path = self.path.join(METRICS);
        let bytes = files::read(&path).map_err(|error| io_error(&path, error))?;
        let mut kept = Vec::new();
        for (number, line) in journal::lines(&bytes) {
            let entry: Value = journal::entry(&path, number, line)?;
            if entry["step"].as_u64().zip(step).is_some_and(|(of, step)| of <= step) {
                kept.extend(line);
            }
        }
        if kept.len() < bytes.len() {
            write(&path, &kept)?;
            (self.metrics, _) = Journal::open(&path)?;
        }
        Ok(())
    }
}

/// The names in a directory; none if it is not there.
fn names(path: &Path) -> Result<Vec<String>, FileError> {
    let refused = |error| io_error(path, error);
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(refused(error)),
    };
    let name = |entry: std::io::Result<fs::DirEntry>| {
        Ok(entry.map_err(refused)?.file_name().to_string_lossy().into_owned())
    };
    entries.map(name).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    files::write(path, bytes).map_err(|error| io_error(path, error))
}

/// The first setting that differs, with both values.
fn difference(
    within: &str,
    found: &toml::Table,
    wanted: &toml::Table,
    free: &[&str],
) -> Option<(String, String, String)> {
    let told = |value: Option<&toml::Value>| value.map_or("unset".to_owned(), ToString::to_string);
    for key in found.keys().chain(wanted.keys()) {
        let name = format!("{within}{key}");
        if free.contains(&name.as_str()) {
            continue;
        }
        match (found.get(key), wanted.get(key)) {
            (Some(toml::Value::Table(found)), Some(toml::Value::Table(wanted))) => {
                let inner = difference(&format!("{name}."), found, wanted, free);
                if inner.is_some() {
                    return inner;
                }
            }
            // Programs of before wrote more digits than they had read.
            (Some(toml::Value::Float(found)), Some(toml::Value::Float(wanted)))
                if *found as f32 == *wanted as f32 => {}
            (found, wanted) if found != wanted => return Some((name, told(found), told(wanted))),
            _ => {}
        }
    }
    None
}
