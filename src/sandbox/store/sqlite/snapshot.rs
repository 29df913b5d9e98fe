//! Reading at one moment, beside the writer.

use super::codec;
use crate::sandbox::store::{Hit, Key, Library, Listing, Range, Row, Snapshot, StoreError};
use rusqlite::{Connection, OpenFlags, OptionalExtension, config::DbConfig};
use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Connections kept open for the next readers.
const IDLE: usize = 4;

/// Connections for reading, as many as there are readers at a time.
pub struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    /// For the file at `path`.
    pub fn new(path: PathBuf) -> Self {
        Self { path, idle: Mutex::default() }
    }

    fn take(&self) -> rusqlite::Result<Connection> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.connect(), Ok)
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

    fn give_back(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(connection);
        }
    }
}

/// A reading transaction.
pub struct SqliteSnapshot<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl<'a> SqliteSnapshot<'a> {
    /// Begins one; the moment is that of the first read.
    pub fn begin(readers: &'a Readers) -> Result<Self, StoreError> {
        let connection = readers.take()?;
        connection.prepare_cached("BEGIN")?.execute(())?;
        Ok(Self { readers, connection: Some(connection) })
    }

    fn view(&self) -> View<'_> {
        View(self.connection.as_ref().expect("the connection is taken by drop alone"))
    }
}

impl Drop for SqliteSnapshot<'_> {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let ended = connection.prepare_cached("ROLLBACK").and_then(|mut end| end.execute(()));
        if ended.is_ok() {
            self.readers.give_back(connection);
        }
    }
}

impl Snapshot for SqliteSnapshot<'_> {
    fn library(&self, id: &str) -> Result<Option<Library>, StoreError> {
        self.view().library(id)
    }

    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError> {
        self.view().row(key)
    }

    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError> {
        self.view().ids(range)
    }

    fn page(&self, range: &Range, start: u64, count: u64) -> Result<Listing, StoreError> {
        self.view().page(range, start, count)
    }
}

/// What a connection sees, be it a reader's or the writer's in its own transaction.
pub struct View<'a>(pub &'a Connection);

impl Snapshot for View<'_> {
    fn library(&self, id: &str) -> Result<Option<Library>, StoreError> {
        let mut select =
            self.0.prepare_cached("SELECT id, display_name FROM library WHERE id = ?1")?;
        let read =
            |row: &rusqlite::Row<'_>| Ok(Library { id: row.get(0)?, display_name: row.get(1)? });
        Ok(select.query_row([id], read).optional()?)
    }

    fn row(&self, key: &Key) -> Result<Option<Row>, StoreError> {
        codec::read(self.0, key)
    }

    fn ids(&self, range: &Range) -> Result<Vec<String>, StoreError> {
        let sql = match range {
            Range::FoldersOf { .. } => {
                "SELECT folder FROM assignment WHERE library = ?1 AND asset = ?2 ORDER BY folder"
            }
            Range::AssetsIn { .. } => {
                "SELECT asset FROM assignment WHERE library = ?1 AND folder = ?2
                ORDER BY (position IS NULL), position, asset"
            }
            Range::FoldersIn { .. } => {
                "SELECT id FROM folder WHERE library = ?1 AND parent = ?2 ORDER BY id"
            }
        };
        let mut select = self.0.prepare_cached(sql)?;
        let ids = select.query_map([range.library(), owner(range)], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    fn page(&self, range: &Range, start: u64, count: u64) -> Result<Listing, StoreError> {
        let limit = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let mut select = self.0.prepare_cached(page_sql(range))?;
        let values = (range.library(), owner(range), limit(count), limit(start));
        let hits = select.query_map(values, |row| {
            Ok(Hit { id: row.get(0)?, revision: codec::revision(row, 1)?, parent: row.get(2)? })
        })?;
        let hits = hits.collect::<Result<_, _>>()?;
        let mut count = self.0.prepare_cached(total_sql(range))?;
        let total: Option<i64> =
            count.query_row([range.library(), owner(range)], |row| row.get(0)).optional()?;
        Ok(Listing { hits, total: total.unwrap_or(0).unsigned_abs() })
    }
}

fn owner(range: &Range) -> &str {
    match range {
        Range::FoldersOf { asset, .. } => asset,
        Range::AssetsIn { folder, .. } | Range::FoldersIn { folder, .. } => folder,
    }
}

fn page_sql(range: &Range) -> &'static str {
    match range {
        Range::FoldersOf { .. } => {
            "SELECT folder.id, folder.revision, folder.parent FROM assignment
            JOIN folder ON folder.library = assignment.library AND folder.id = assignment.folder
            WHERE assignment.library = ?1 AND assignment.asset = ?2
            ORDER BY assignment.folder LIMIT ?3 OFFSET ?4"
        }
        // The page is cut before the join, so that what is skipped is read from the index alone.
        Range::AssetsIn { .. } => {
            "SELECT asset.id, asset.revision, NULL FROM (
                SELECT asset, position FROM assignment WHERE library = ?1 AND folder = ?2
                ORDER BY (position IS NULL), position, asset LIMIT ?3 OFFSET ?4) AS part
            CROSS JOIN asset ON asset.library = ?1 AND asset.id = part.asset
            ORDER BY (part.position IS NULL), part.position, part.asset"
        }
        Range::FoldersIn { .. } => {
            "SELECT id, revision, parent FROM folder WHERE library = ?1 AND parent = ?2
            ORDER BY id LIMIT ?3 OFFSET ?4"
        }
    }
}

fn total_sql(range: &Range) -> &'static str {
    match range {
        Range::FoldersOf { .. } => {
            "SELECT count(*) FROM assignment WHERE library = ?1 AND asset = ?2"
        }
        Range::AssetsIn { .. } => "SELECT assets FROM size WHERE library = ?1 AND folder = ?2",
        Range::FoldersIn { .. } => "SELECT folders FROM size WHERE library = ?1 AND folder = ?2",
    }
}
