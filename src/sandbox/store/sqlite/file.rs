//! Opens the file: locked, looked at before anything is written, private.

use super::schema;
use rusqlite::{Connection, OpenFlags};
use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::Duration,
};
use thiserror::Error;

/// The database's name in its folder.
pub(super) const NAME: &str = "content.db";
const LOCK: &str = "lock";
/// The folder of the snapshots in it.
pub(super) const SNAPSHOTS: &str = "snapshots";
/// Everything that may stand in its folder.
pub const FILES: [&str; 6] =
    [NAME, "content.db-wal", "content.db-shm", "content.db-journal", LOCK, SNAPSHOTS];
/// For reading alone.
pub(super) const READ: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
/// What the write-ahead log keeps of its size when it begins anew, in bytes.
const LOG: i64 = 16 << 20;

/// Why a folder's store can't be used. Nothing in the folder was changed.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder can't be made or written.
    #[error("can't use the folder {path}")]
    Folder {
        /// The folder or a file in it.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process has it open.
    #[error("{0} is in use by another sandbox: end that one or take another folder")]
    InUse(PathBuf),
    /// The file is a database of something else.
    #[error("{0} is another program's database: take another folder")]
    Foreign(PathBuf),
    /// The file was written by a later version of this program.
    #[error("{path} has format {found}, this program knows up to {known}: use a newer haltscope")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// The file is no database, or its structure is broken.
    #[error("{path} is damaged ({what}): restore it from a backup or take another folder")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first thing that is wrong.
        what: String,
    },
    /// The database can't be opened.
    #[error("can't open {path}")]
    Database {
        /// The file.
        path: PathBuf,
        /// What the database says.
        source: rusqlite::Error,
    },
}

/// Makes the folder if necessary and keeps other processes out until the file is dropped.
pub(super) fn lock(folder: &Path) -> Result<File, OpenError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| OpenError::Folder { path, source }
    };
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed(folder))?;
    let path = folder.join(LOCK);
    let file = private().open(&path).map_err(failed(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(source)) => Err(OpenError::Folder { path, source }),
    }
}

/// Refuses a file that isn't ours or not sound. Opened for reading only, so it stays as it is.
pub(super) fn inspect(path: &Path) -> Result<(), OpenError> {
    // SQLite takes an empty file for a new database, which a crash may have left.
    if path.metadata().map_or(0, |metadata| metadata.len()) == 0 {
        return Ok(());
    }
    let judge = |source| judge(path, source);
    let connection = Connection::open_with_flags(path, READ).map_err(judge)?;
    let (application, version) = schema::identity(&connection).map_err(judge)?;
    let is_new = application == 0 && version == 0 && tables(&connection).map_err(judge)? == 0;
    if application != schema::APPLICATION_ID && !is_new {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    if version > schema::version() {
        let (path, known) = (path.to_owned(), schema::version());
        return Err(OpenError::Newer { path, found: version, known });
    }
    let check = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
    match connection.query_row("PRAGMA quick_check(1)", (), check).map_err(judge)?.as_str() {
        "ok" => Ok(()),
        what => Err(OpenError::Damaged { path: path.to_owned(), what: what.to_owned() }),
    }
}

/// Opens the file for writing, made and brought to the present format if necessary.
pub(super) fn open(path: &Path) -> Result<Connection, OpenError> {
    // Made here, since SQLite's own files would be readable by others; those beside it follow it.
    let create = private().open(path);
    create.map_err(|source| OpenError::Folder { path: path.to_owned(), source })?;
    connect(path).map_err(|source| failed(path, source))
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", LOG)?;
    schema::migrate(&mut connection)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Opens a file that holds nothing yet and that nobody misses if a crash comes before it is whole.
pub(super) fn image(path: &Path) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "OFF")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

/// The error for what the database says of the file.
pub(super) fn failed(path: &Path, source: rusqlite::Error) -> OpenError {
    OpenError::Database { path: path.to_owned(), source }
}

fn judge(path: &Path, source: rusqlite::Error) -> OpenError {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match source.sqlite_error_code() {
        Some(NotADatabase | DatabaseCorrupt) => {
            OpenError::Damaged { path: path.to_owned(), what: source.to_string() }
        }
        _ => failed(path, source),
    }
}

fn tables(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))
}

/// For a file that nobody else may read.
pub(super) fn private() -> OpenOptions {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options
}
