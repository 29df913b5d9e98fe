//! Connections for reading, with their snapshots open from one reader to the next.
//!
//! To open and to end a snapshot costs more than to read a row. So one stays open until somebody
//! writes: the writer ends them all before its commit ([`Readers::hold`]), which also lets the
//! write-ahead log begin anew.

use crate::sandbox::store::Moment;
use rusqlite::{Connection, OpenFlags, config::DbConfig};
use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Connections kept for the next readers.
const KEPT: usize = 4;

/// Connections for reading, as many as there are readers at a time.
pub struct Readers {
    path: PathBuf,
    pool: Mutex<Pool>,
}

#[derive(Default)]
struct Pool {
    /// Counts commits, twice each: an odd one is going on.
    phase: u64,
    /// With a snapshot of this phase, which is even.
    open: Vec<Connection>,
    /// Without one.
    idle: Vec<Connection>,
}

/// A connection with a snapshot open; the moment is that of the first read.
pub struct Reader {
    pub connection: Connection,
    /// The phase when it began.
    phase: u64,
}

/// A commit that is going on: new readers begin snapshots of their own, and nothing that they see
/// has a name.
pub struct Commit<'a>(&'a Readers);

impl Readers {
    /// For the file at `path`.
    pub fn new(path: PathBuf) -> Self {
        Self { path, pool: Mutex::default() }
    }

    /// A connection whose snapshot isn't older than this call.
    pub fn take(&self) -> rusqlite::Result<Reader> {
        let (phase, idle) = {
            let mut pool = self.pool();
            let phase = pool.phase;
            if let Some(connection) = pool.open.pop() {
                return Ok(Reader { connection, phase });
            }
            (phase, pool.idle.pop())
        };
        let connection = idle.map_or_else(|| self.connect(), Ok)?;
        connection.prepare_cached("BEGIN")?.execute(())?;
        Ok(Reader { connection, phase })
    }

    /// Keeps the connection, with its snapshot if nobody has begun to write.
    pub fn give_back(&self, reader: Reader) {
        let Reader { connection, phase } = reader;
        let mut pool = self.pool();
        if pool.open.len() + pool.idle.len() >= KEPT {
            return;
        }
        if pool.is_present(phase) {
            pool.open.push(connection);
        } else if end(&connection).is_ok() {
            pool.idle.push(connection);
        }
    }

    /// The name of what the reader sees, if nobody has begun to write since it was taken.
    pub fn moment(&self, reader: &Reader) -> Option<Moment> {
        self.pool().is_present(reader.phase).then_some(Moment(reader.phase))
    }

    /// Before a commit: ends the snapshots that nobody uses.
    pub fn hold(&self) -> Commit<'_> {
        let mut pool = self.pool();
        pool.phase += 1;
        let open = std::mem::take(&mut pool.open);
        pool.idle.extend(open.into_iter().filter(|connection| end(connection).is_ok()));
        Commit(self)
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.set_prepared_statement_cache_capacity(32);
        // Or a listing's statement is compiled again for each limit and offset.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(connection)
    }
}

impl Pool {
    fn is_present(&self, phase: u64) -> bool {
        phase == self.phase && phase.is_multiple_of(2)
    }
}

impl Drop for Commit<'_> {
    fn drop(&mut self) {
        self.0.pool().phase += 1;
    }
}

fn end(connection: &Connection) -> rusqlite::Result<()> {
    connection.prepare_cached("ROLLBACK")?.execute(()).map(drop)
}
