//! The one thread that writes. What waits is written together, with one wait for the disk.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Transaction, params};
use tokio::sync::oneshot;

use super::StoreError;
use crate::visitor::Visitor;

/// How many writes share a commit at most.
const MOST_TOGETHER: usize = 256;

/// What is to be written.
pub(super) enum Write {
    /// A new room.
    Create { id: String, at: u64, config: String, visitors: Vec<Visitor> },
    /// What happened in a room after this version.
    Append { room: String, version: u64, at: u64, events: Vec<String>, visitors: Vec<Visitor> },
    /// A room is no longer in somebody's list.
    Unlist { visitor: Visitor, room: String },
    /// Rooms that nobody has touched are forgotten.
    Forget { before: u64, but: Vec<String> },
}

type Tell = oneshot::Sender<Result<(), rusqlite::Error>>;

/// The thread and the way to it.
pub(super) struct Writer {
    way: Option<Sender<(Write, Tell)>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub fn start(connection: Connection) -> Result<Writer, StoreError> {
        let (way, writes) = channel();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || run(connection, &writes))
            .map_err(|error| StoreError::File {
                path: "a thread for the database".into(),
                error,
            })?;
        Ok(Writer { way: Some(way), thread: Some(thread) })
    }

    pub fn send(&self, write: Write, tell: Tell) -> Result<(), StoreError> {
        let way = self.way.as_ref().ok_or(StoreError::Closed)?;
        way.send((write, tell)).map_err(|_| StoreError::Closed)
    }
}

/// Waits until all is written.
impl Drop for Writer {
    fn drop(&mut self) {
        self.way = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(mut connection: Connection, writes: &Receiver<(Write, Tell)>) {
    while let Ok(first) = writes.recv() {
        let mut together = vec![first];
        while together.len() < MOST_TOGETHER
            && let Ok(next) = writes.try_recv()
        {
            together.push(next);
        }
        commit(&mut connection, together);
    }
    // The file is whole without its log for whoever looks at it next.
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
}

/// Writes all of them in one transaction, each whole or not at all.
fn commit(connection: &mut Connection, together: Vec<(Write, Tell)>) {
    let mut results = Vec::new();
    let mut tells = Vec::new();
    let done = (|| {
        let mut transaction = connection.transaction()?;
        for (write, tell) in together {
            tells.push(tell);
            results.push(write_one(&mut transaction, &write));
        }
        transaction.commit()
    })();
    let failure = done.err().map(|error| error.to_string());
    for (tell, result) in tells.into_iter().zip(results) {
        let result = match &failure {
            None => result,
            Some(text) => Err(rusqlite::Error::ToSqlConversionFailure(text.clone().into())),
        };
        // Whoever does not wait any more misses nothing.
        let _ = tell.send(result);
    }
}

fn write_one(transaction: &mut Transaction<'_>, write: &Write) -> Result<(), rusqlite::Error> {
    let savepoint = transaction.savepoint()?;
    match write {
        Write::Create { id, at, config, visitors } => {
            savepoint
                .prepare_cached(
                    "INSERT INTO rooms (id, created, touched, charter) VALUES (?, ?, ?, ?)",
                )?
                .execute(params![id, *at as i64, *at as i64, config])?;
            visit(&savepoint, id, visitors)?;
        }
        Write::Append { room, version, at, events, visitors } => {
            for (number, event) in (version + 1..).zip(events) {
                savepoint
                    .prepare_cached(
                        "INSERT INTO events (room, version, at, event) VALUES (?, ?, ?, ?)",
                    )?
                    .execute(params![room, number as i64, *at as i64, event])?;
            }
            savepoint
                .prepare_cached("UPDATE rooms SET touched = ? WHERE id = ?")?
                .execute(params![*at as i64, room])?;
            visit(&savepoint, room, visitors)?;
        }
        Write::Unlist { visitor, room } => {
            savepoint
                .prepare_cached("DELETE FROM visits WHERE visitor = ? AND room = ?")?
                .execute(params![visitor.bytes(), room])?;
        }
        Write::Forget { before, but } => {
            let mut old = savepoint.prepare_cached("SELECT id FROM rooms WHERE touched < ?")?;
            let ids = old.query_map([*before as i64], |row| row.get::<_, String>(0))?;
            for id in ids.collect::<Result<Vec<_>, _>>()? {
                if !but.contains(&id) {
                    savepoint.prepare_cached("DELETE FROM rooms WHERE id = ?")?.execute([&id])?;
                }
            }
        }
    }
    savepoint.commit()
}

fn visit(connection: &Connection, room: &str, visitors: &[Visitor]) -> Result<(), rusqlite::Error> {
    for visitor in visitors {
        connection
            .prepare_cached("INSERT OR IGNORE INTO visits (visitor, room) VALUES (?, ?)")?
            .execute(params![visitor.bytes(), room])?;
    }
    Ok(())
}
