//! The games on disk: a database with the config of every room and all its events.

mod writer;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::oneshot;

use crate::room::{Event, RoomConfig};
use crate::visitor::Visitor;
use writer::{Write, Writer};

/// What the file's layout is called in it.
const LAYOUT: i32 = 1;

// Columns keep their names: a file is opened by programs before and after this one. `charter` has the room's config.

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS rooms (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    charter TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rooms_touched ON rooms (touched);
CREATE TABLE IF NOT EXISTS events (
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (room, version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS visits (
    visitor BLOB NOT NULL,
    room TEXT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    PRIMARY KEY (visitor, room)
) WITHOUT ROWID;
";

/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another server uses the file.
    #[error("{0} is in use by another server")]
    InUse(PathBuf),
    /// The file cannot be opened or locked.
    #[error("{path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A newer program wrote it.
    #[error("{path} has layout {layout}; this program knows {LAYOUT}")]
    Layout {
        /// Which file.
        path: PathBuf,
        /// What it says.
        layout: i32,
    },
    /// The database says no.
    #[error("the database: {0}")]
    Sql(#[from] rusqlite::Error),
    /// What is in it is not what we wrote.
    #[error("the database: room {room}: {problem}")]
    Content {
        /// In which room.
        room: String,
        /// What is wrong.
        problem: String,
    },
    /// Nobody writes any more.
    #[error("the database is closed")]
    Closed,
}

/// The games on disk. What was written is there whatever happens to the process.
pub struct Store {
    reader: Mutex<Connection>,
    writer: Writer,
    /// Nobody else writes to the file while this is open.
    _lock: File,
}

/// A room as it was written.
pub struct Stored {
    /// What it was made with.
    pub config: RoomConfig,
    /// What happened, and when.
    pub events: Vec<(u64, Event)>,
    /// When something happened last.
    pub touched: u64,
}

impl Store {
    /// Opens a database, or makes one.
    ///
    /// # Errors
    /// When the file cannot be opened, is used by another server or was made by a newer program.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let lock = lock(path)?;
        make_private(path).map_err(|error| StoreError::File { path: path.to_owned(), error })?;
        let connection = connect(path)?;
        let layout: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if layout > LAYOUT {
            return Err(StoreError::Layout { path: path.to_owned(), layout });
        }
        connection.execute_batch(TABLES)?;
        connection.pragma_update(None, "user_version", LAYOUT)?;
        let reader = Mutex::new(connect(path)?);
        Ok(Store { reader, writer: Writer::start(connection)?, _lock: lock })
    }

    /// Writes a new room. It is on disk when this is ready.
    ///
    /// # Errors
    /// When it could not be written.
    pub async fn create(self: &Arc<Store>, config: &RoomConfig) -> Result<(), StoreError> {
        let text = json(&config.id, config)?;
        let mut visitors = vec![config.maker];
        visitors.extend(config.seats.iter().filter_map(|occupant| match occupant {
            crate::room::Occupant::Person { visitor, .. } => Some(*visitor),
            _ => None,
        }));
        let (id, at) = (config.id.clone(), config.created);
        self.write(Write::Create { id, at, config: text, visitors }).await
    }

    /// Writes what happened in a room, whose last event so far had this version. It is on disk when this is ready.
    ///
    /// # Errors
    /// When it could not be written.
    pub async fn append(
        self: &Arc<Store>,
        room: &str,
        version: u64,
        at: u64,
        events: &[Event],
    ) -> Result<(), StoreError> {
        let texts = events.iter().map(|event| json(room, event)).collect::<Result<_, _>>()?;
        let visitors = events.iter().filter_map(Event::new_holder).copied().collect();
        self.write(Write::Append { room: room.to_owned(), version, at, events: texts, visitors })
            .await
    }

    /// Forgets rooms that nobody has touched since this time, but those that are named.
    ///
    /// # Errors
    /// When it could not be done.
    pub async fn forget(
        self: &Arc<Store>,
        before: u64,
        but: Vec<String>,
    ) -> Result<(), StoreError> {
        self.write(Write::Forget { before, but }).await
    }

    /// Takes a room out of somebody's list. The room itself stays, for others and for whoever has its link.
    ///
    /// # Errors
    /// When it could not be done.
    pub async fn unlist(
        self: &Arc<Store>,
        visitor: &Visitor,
        room: &str,
    ) -> Result<(), StoreError> {
        self.write(Write::Unlist { visitor: *visitor, room: room.to_owned() }).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (tell, done) = oneshot::channel();
        self.writer.send(write, tell)?;
        done.await.map_err(|_| StoreError::Closed)?.map_err(StoreError::Sql)
    }

    /// Reads a room; `None` when there is no such room.
    ///
    /// # Errors
    /// When the file cannot be read, or does not say what we have written.
    pub fn read(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let connection = self.reader.lock().expect("nobody panics with it");
        let found: Option<(String, i64)> = connection
            .prepare_cached("SELECT charter, touched FROM rooms WHERE id = ?")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((config, touched)) = found else { return Ok(None) };
        let content = |error: serde_json::Error| StoreError::Content {
            room: id.to_owned(),
            problem: error.to_string(),
        };
        let config = serde_json::from_str(&config).map_err(content)?;
        let mut events = Vec::new();
        let mut rows = connection
            .prepare_cached("SELECT at, event FROM events WHERE room = ? ORDER BY version")?;
        let mut rows = rows.query([id])?;
        while let Some(row) = rows.next()? {
            let (at, event): (i64, String) = (row.get(0)?, row.get(1)?);
            events.push((at as u64, serde_json::from_str(&event).map_err(content)?));
        }
        Ok(Some(Stored { config, events, touched: touched as u64 }))
    }

    /// The rooms that somebody made or sat in, the latest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rooms_of(&self, visitor: &Visitor, most: usize) -> Result<Vec<String>, StoreError> {
        let connection = self.reader.lock().expect("nobody panics with it");
        let mut statement = connection.prepare_cached(
            "SELECT rooms.id FROM visits JOIN rooms ON rooms.id = visits.room
             WHERE visitor = ? ORDER BY touched DESC, rooms.id LIMIT ?",
        )?;
        let ids = statement.query_map(params![visitor.bytes(), most as i64], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }
}

fn json(room: &str, value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Content { room: room.to_owned(), problem: error.to_string() })
}

/// A connection whose commits are on disk when they are done, and which others can read beside.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

/// Lets nobody but its owner read the database: it has what people said, and who they are. A new one is made so, and the
/// files that `SQLite` makes beside it get its mode.
#[cfg(unix)]
fn make_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    File::options().append(true).create(true).mode(0o600).open(path)?;
    // One that an earlier program has made, and what a killed process left beside it.
    for end in ["", "-wal", "-shm"] {
        let path = with_end(path, end);
        let Ok(about) = path.metadata() else { continue };
        if about.is_file() && about.permissions().mode() & 0o077 != 0 {
            let _only_the_owner_may =
                std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600));
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_private(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The file's name with something appended.
fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Takes the file for this process. The system lets go of it when the process ends in any way.
fn lock(path: &Path) -> Result<File, StoreError> {
    let name = with_end(path, ".lock");
    let failed = |error| StoreError::File { path: name.clone(), error };
    let file =
        File::options().create(true).write(true).truncate(false).open(&name).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

#[cfg(test)]
mod tests;
