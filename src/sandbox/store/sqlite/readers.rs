//! Connections for reading, with their snapshots open from one reader to the next.
//!
//! To open and to end a snapshot costs more than to read a row. So one stays open until somebody
//! writes: the writer ends those that nobody uses before its commit ([`Readers::hold`]), or the
//! write-ahead log could never begin anew. It can't while there is always somebody in the middle
//! of a read, as with any reader.
//!
//! What another program writes to the file meanwhile is seen after the next commit.

use super::file;
use crate::sandbox::store::Moment;
use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, config::DbConfig};
use std::{path::PathBuf, time::Duration};

/// Connections kept for the next readers.
const KEPT: usize = 4;

/// Connections for reading, as many as there are readers at a time.
pub(super) struct Readers {
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
pub(super) struct Reader {
    /// The connection, in a transaction.
    pub connection: Connection,
    /// The phase when it began.
    phase: u64,
}

/// A commit that is going on: new readers begin snapshots of their own, and nothing that they see
/// has a name.
pub(super) struct Commit<'a>(&'a Readers);

impl Readers {
    /// For the file at `path`.
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, pool: Mutex::default() }
    }

    /// A connection whose snapshot isn't older than this call.
    pub(super) fn take(&self) -> rusqlite::Result<Reader> {
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
    pub(super) fn give_back(&self, reader: Reader) {
        let Reader { connection, phase } = reader;
        // A failure in the middle of a read has ended the transaction.
        if connection.is_autocommit() {
            return;
        }
        let mut pool = self.pool();
        if pool.is_full() {
            return;
        }
        if pool.is_present(phase) {
            pool.open.push(connection);
            return;
        }
        drop(pool);
        self.keep_idle(end(connection));
    }

    /// The name of what the reader sees, if nobody has begun to write since it was taken.
    pub(super) fn moment(&self, reader: &Reader) -> Option<Moment> {
        self.pool().is_present(reader.phase).then_some(Moment(reader.phase))
    }

    /// The name of what is there, if nobody is writing.
    pub(super) fn present(&self) -> Option<Moment> {
        let phase = self.pool().phase;
        phase.is_multiple_of(2).then_some(Moment(phase))
    }

    /// Before a commit: ends the snapshots that nobody uses.
    pub(super) fn hold(&self) -> Commit<'_> {
        let open = {
            let mut pool = self.pool();
            pool.phase += 1;
            std::mem::take(&mut pool.open)
        };
        for connection in open {
            self.keep_idle(end(connection));
        }
        Commit(self)
    }

    fn keep_idle(&self, connection: Option<Connection>) {
        let mut pool = self.pool();
        if !pool.is_full() {
            pool.idle.extend(connection);
        }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock()
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        let connection = Connection::open_with_flags(&self.path, file::READ)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.set_prepared_statement_cache_capacity(32);
        // Or a listing's statement is compiled again for each limit and offset.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(connection)
    }
}

impl Pool {
    fn is_full(&self) -> bool {
        self.open.len() + self.idle.len() >= KEPT
    }

    fn is_present(&self, phase: u64) -> bool {
        phase == self.phase && phase.is_multiple_of(2)
    }
}

impl Drop for Commit<'_> {
    fn drop(&mut self) {
        self.0.pool().phase += 1;
    }
}

/// The connection without its snapshot, unless it has failed.
fn end(connection: Connection) -> Option<Connection> {
    let ended = connection.prepare_cached("ROLLBACK").and_then(|mut end| end.execute(()));
    ended.is_ok().then_some(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(connection: &Connection) -> i64 {
        connection.query_row("SELECT count(*) FROM t", (), |row| row.get(0)).expect("read")
    }

    /// A file with an empty table, its readers, and the connection that writes.
    fn file() -> (tempfile::TempDir, Readers, Connection) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let writer = Connection::open(&path).expect("a new file");
        writer.pragma_update(None, "journal_mode", "WAL").expect("set");
        writer.execute("CREATE TABLE t (x)", ()).expect("made");
        (folder, Readers::new(path), writer)
    }

    #[test]
    fn a_snapshot_that_began_during_a_commit_is_not_taken_again() {
        let (_folder, readers, writer) = file();
        let commit = readers.hold();
        let during = readers.take().expect("a reader");
        assert_eq!(count(&during.connection), 0);
        assert_eq!(readers.moment(&during), None);
        readers.give_back(during);
        writer.execute("INSERT INTO t VALUES (1)", ()).expect("written");
        drop(commit);
        let after = readers.take().expect("a reader");
        assert_eq!(count(&after.connection), 1);
        assert!(readers.moment(&after).is_some());
    }

    #[test]
    fn a_commit_that_fails_ends_all_the_same() {
        let (_folder, readers, _writer) = file();
        let before = readers.take().expect("a reader");
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _commit = readers.hold();
            panic!("on purpose");
        }));
        assert!(unwound.is_err());
        assert_eq!(readers.moment(&before), None);
        readers.give_back(before);
        let after = readers.take().expect("a reader");
        assert!(readers.moment(&after).is_some());
    }

    #[test]
    fn a_connection_that_lost_its_snapshot_is_not_taken_again() {
        let (_folder, readers, writer) = file();
        let broken = readers.take().expect("a reader");
        broken.connection.execute_batch("ROLLBACK").expect("as a failing read does");
        readers.give_back(broken);
        let reader = readers.take().expect("a reader");
        assert_eq!(count(&reader.connection), 0);
        writer.execute("INSERT INTO t VALUES (1)", ()).expect("written");
        assert_eq!(count(&reader.connection), 0, "it sees one moment");
    }
}
